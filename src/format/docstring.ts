import type { JsonSchema } from '../base/json/json-schema.js';
import type { ToolExample } from '../tool/metadata/tool-options.js';
import { checkExpansion } from './check-expansion.js';
import { addSentences, describeConstraint } from './describe-constraint.js';
import { literalText } from './literal-text.js';
import { isSchemaObject, resolveRef } from './schema-pointer.js';
import { shapeOf } from './schema-shape.js';
import { hasDefault, parametersOf, type ToolParameter } from './signature.js';
import type { ToolDescriptor } from './tool-descriptor.js';
import { typeText } from './type-text.js';

/**
 * Documents a tool as the text of a TSDoc comment without delimiters: the description, an `@param` for each argument
 * with type, constraints and default, `@returns`, and an `@example` for each example.
 */
export function docstring(tool: ToolDescriptor): string {
  checkExpansion(tool);
  const description = tool.description?.trim() ?? '';
  const tags = [...paramLines(tool), ...returnsLines(tool.outputSchema), ...exampleLines(tool)];
  return [description, tags.join('\n')].filter((part) => part !== '').join('\n\n');
}

function paramLines(tool: ToolDescriptor): readonly string[] {
  return parametersOf(tool).map((parameter) => {
    const text = parameterText(parameter, tool.inputSchema);
    return indentRest(`@param ${parameter.name} - (${typeText(parameter.schema, { root: tool.inputSchema })})${text}`);
  });
}

function parameterText({ schema, isRequired }: ToolParameter, root: JsonSchema): string {
  const ending = hasDefault(schema) ? describeConstraint('default', schema) : isRequired ? undefined : 'Optional.';
  return descriptionText(schema, root, ending === undefined ? [] : [ending]);
}

const keywordsDescribedElsewhere: ReadonlySet<string> = new Set([
  'default',
  'prefixItems',
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'unevaluatedItems',
]);

/** Returns the description with the constraints in words, preceded by a space if it is not empty. */
function descriptionText(schema: JsonSchema | boolean, root: JsonSchema, endings: readonly string[] = []): string {
  const shape = shapeOf(schema, { root, pointer: '' });
  // TypeScript has no integer type.
  const sentences: string[] = shape.kind === 'integer' ? ['A whole number.'] : [];
  for (const keyword of Object.keys(shape.schema)) {
    const sentence = keywordsDescribedElsewhere.has(keyword) ? undefined : describeConstraint(keyword, shape.schema);
    if (sentence !== undefined) sentences.push(sentence);
  }
  const target = shape.kind === 'reference' ? resolveRef(root, shape.ref) : undefined;
  const description = shape.schema.description ?? (isSchemaObject(target) ? target.description : undefined);
  const text = addSentences(description?.trim(), [...sentences, ...endings]);
  return text === undefined || text === '' ? '' : ` ${text}`;
}

function returnsLines(schema: JsonSchema | undefined): readonly string[] {
  if (schema === undefined) return [];
  const head = `@returns (${typeText(schema)})${descriptionText(schema, schema)}`;
  return [indentRest(head), ...fieldLines(schema)];
}

function fieldLines(schema: JsonSchema): readonly string[] {
  const shape = shapeOf(schema, { root: schema, pointer: '' });
  if (shape.kind !== 'object') return [];
  return Object.entries(shape.schema.properties ?? {}).flatMap(([name, property]) => {
    const text = descriptionText(property, schema);
    return text === '' ? [] : [`  - ${indentRest(`${name}:${text}`)}`];
  });
}

function exampleLines(tool: ToolDescriptor): readonly string[] {
  return (tool.examples ?? []).flatMap((example) => {
    const title = example.description?.trim() ?? '';
    return [indentRest(title === '' ? '@example' : `@example ${title}`), `  ${exampleText(tool.name, example)}`];
  });
}

function exampleText(name: string, { input, output }: ToolExample): string {
  const call = `${name}(${Object.keys(input).length === 0 ? '' : literalText(input)})`;
  return output === undefined ? call : `${call} // ${literalText(output)}`;
}

/** Indents all lines of a text except the first. */
function indentRest(text: string): string {
  return text.replaceAll(/\r?\n(?=[^\n])/g, '\n  ');
}
