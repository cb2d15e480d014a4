import { DefinitionError } from '../../base/errors/errors.js';
import type { JsonSchema, JsonSchemaType } from '../../base/json/json-schema.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { ParamMetadata } from '../../tool/metadata/param-metadata.js';
import { fitsKeywords } from '../validation/fits-keywords.js';

const keywordsByType: readonly (readonly [types: readonly JsonSchemaType[], keywords: readonly string[]])[] = [
  [['string'], ['pattern', 'minLength', 'maxLength', 'format']],
  [
    ['number', 'integer'],
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ],
  [['array'], ['minItems', 'maxItems', 'uniqueItems']],
];

/**
 * Checks that the keywords of `@Param()` or `params` do not contradict the type of their parameter.
 *
 * @throws DefinitionError on a keyword that applies to no value of the type, and on a value of `enum` or `const` that the
 * type excludes.
 */
export function checkRefinements({ type }: JsonSchema, keywords: JsonSchema, where: string): void {
  if (type === undefined) return;
  const names: readonly JsonSchemaType[] = typeof type === 'string' ? [type] : type;
  for (const [types, group] of keywordsByType) {
    if (names.some((name) => types.includes(name))) continue;
    const misplaced = group.find((keyword) => keywords[keyword] !== undefined);
    if (misplaced !== undefined) {
      throw new DefinitionError(
        `${where}: '${misplaced}' does not apply to its type, which is ${names.join(' or ')}. Remove it, or correct the type.`,
      );
    }
  }
  const values = [...(keywords.enum ?? []), ...('const' in keywords ? [keywords.const] : [])];
  const excluded = values.findIndex((value) => !fitsKeywords(value, { type }));
  if (excluded < 0) return;
  throw new DefinitionError(
    `${where}: its type excludes the value ${previewValue(values[excluded])}, because it is ${names.join(' or ')}. ` +
      'Remove the value, or correct the type.',
  );
}

const primitives: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
  ['string', 'string'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
]);

/**
 * Checks that the option `type` of a parameter does not contradict the type that the compiler has emitted.
 *
 * @throws DefinitionError if both are primitive types, and differ.
 */
export function checkStatedType({ options, designType }: ParamMetadata, where: string): void {
  const stated = primitives.get(options.type);
  const emitted = primitives.get(designType);
  if (stated === undefined || emitted === undefined || stated === emitted) return;
  throw new DefinitionError(
    `${where}: the option 'type' is ${stated}, but the parameter is a ${emitted}. Correct one of them.`,
  );
}
