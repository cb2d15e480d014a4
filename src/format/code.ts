import { checkExpansion } from './check-expansion.js';
import { docstring } from './docstring.js';
import { toIdentifier, toTypeName } from './identifier.js';
import { NamedTypes } from './named-types.js';
import { shapeOf } from './schema-shape.js';
import { parametersOf } from './signature.js';
import type { ToolDescriptor } from './tool-descriptor.js';
import { toComment } from './type-text.js';

/**
 * Exports a tool as a TypeScript declaration that compiles: a TSDoc comment, a type for each definition in use, and the
 * function. A tool name that is not an identifier is converted to one, and the comment states the original name.
 */
export function code(tool: ToolDescriptor): string {
  checkExpansion(tool);
  const name = toIdentifier(tool.name);
  const types = new NamedTypes(toTypeName(tool.name));
  const signature = functionType(tool, types);
  const declarations = types.printDeclarations();
  const note = name === tool.name ? [] : [`@remarks The tool's name is ${JSON.stringify(tool.name)}.`];
  const documentation = [docstring(tool), ...note].filter((part) => part !== '').join('\n');
  return [
    ...declarations,
    ...(documentation === '' ? [] : [toComment(documentation)]),
    `export declare function ${name}${signature};`,
  ].join('\n');
}

/** Returns the parameters and the result of the function that calls a tool, such as `(args: { id: string }): Promise<string>`. */
export function functionType(tool: ToolDescriptor, types: NamedTypes): string {
  const isObject = shapeOf(tool.inputSchema, { root: tool.inputSchema, pointer: '' }).kind === 'object';
  const isOptional = isObject && parametersOf(tool).every(({ isRequired }) => !isRequired);
  const args = types.write(tool.inputSchema, tool.inputSchema);
  const result = tool.outputSchema === undefined ? 'unknown' : types.write(tool.outputSchema, tool.outputSchema);
  return `(args${isOptional ? '?' : ''}: ${args}): Promise<${result}>`;
}
