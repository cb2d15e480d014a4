import type { JsonSchema } from '../json-schema.js';
import { checkExpansion } from './check-expansion.js';
import { docstring } from './docstring.js';
import { toIdentifier, toTypeName } from './identifier.js';
import { refLabel, resolveRef } from './schema-pointer.js';
import { shapeOf } from './schema-shape.js';
import { isSelfReferential } from './self-reference.js';
import { parametersOf } from './signature.js';
import type { ToolDescriptor } from './tool-descriptor.js';
import { toComment, typeText } from './type-text.js';

/**
 * Exports a tool as a TypeScript declaration that compiles: a TSDoc comment, a type for each definition in use, and the
 * function. A tool name that is not an identifier is converted to one, and the comment states the original name.
 */
export function code(tool: ToolDescriptor): string {
  checkExpansion(tool);
  const name = toIdentifier(tool.name);
  const types = new NamedTypes(toTypeName(tool.name));
  const isObject = shapeOf(tool.inputSchema, { root: tool.inputSchema, pointer: '' }).kind === 'object';
  const isOptional = isObject && parametersOf(tool).every(({ isRequired }) => !isRequired);
  const args = types.write(tool.inputSchema, tool.inputSchema);
  const result = tool.outputSchema === undefined ? 'unknown' : types.write(tool.outputSchema, tool.outputSchema);
  const declarations = types.printDeclarations();
  const note = name === tool.name ? [] : [`@remarks The tool's name is ${JSON.stringify(tool.name)}.`];
  const documentation = [docstring(tool), ...note].filter((part) => part !== '').join('\n');
  return [
    ...declarations,
    ...(documentation === '' ? [] : [toComment(documentation)]),
    `export declare function ${name}(args${isOptional ? '?' : ''}: ${args}): Promise<${result}>;`,
  ].join('\n');
}

interface NamedType {
  readonly name: string;
  readonly ref: string;
  readonly root: JsonSchema;
}

/** The helper types of one declaration. A name is assigned when a reference is first encountered. */
class NamedTypes {
  readonly #prefix: string;
  readonly #types: NamedType[] = [];
  readonly #used = new Set(['Array', 'Promise', 'Record']);

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Prints a schema as a type, in which references are replaced by type names. */
  write(schema: JsonSchema | boolean, root: JsonSchema): string {
    return typeText(schema, { root, layout: 'block', nameOf: (ref) => this.#nameOf(ref, root) });
  }

  /** Prints a declaration for each name assigned so far, including the names that are assigned while printing. */
  printDeclarations(): readonly string[] {
    const lines: string[] = [];
    // Printing one type may assign more names, which the loop then visits.
    for (const { name, ref, root } of this.#types) {
      const target = resolveRef(root, ref) ?? true;
      const text = isSelfReferential(ref, root) ? 'unknown' : this.write(target, root);
      const comment = typeof target !== 'boolean' && target.description ? `${toComment(target.description)}\n` : '';
      lines.push(`${comment}type ${name} = ${text};\n`);
    }
    return lines;
  }

  #nameOf(ref: string, root: JsonSchema): string {
    const existing = this.#types.find((type) => type.ref === ref && type.root === root);
    if (existing !== undefined) return existing.name;
    const base = ref === '#' ? this.#prefix : toTypeName(refLabel(ref));
    let name = base;
    for (let count = 2; this.#used.has(name); count += 1) name = `${base}${count}`;
    this.#used.add(name);
    this.#types.push({ name, ref, root });
    return name;
  }
}
