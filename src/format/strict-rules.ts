import type { JsonSchema } from '../base/json/json-schema.js';
import { childPointer, definitionName, isSchemaObject, resolveRef } from './schema-pointer.js';
import { findStrictSizeViolations } from './strict-sizes.js';

/** The string formats that OpenAI's strict mode supports. */
export const strictFormats: ReadonlySet<string> = new Set(
  'date-time time date duration email hostname ipv4 ipv6 uuid'.split(' '),
);

const strictKeywords: ReadonlySet<string> = new Set(
  (
    'type enum const anyOf $ref $defs description properties required additionalProperties items pattern format ' +
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems'
  ).split(' '),
);

/** Checks whether OpenAI's strict mode supports a regular expression: without lookaround and backreferences. */
export function isStrictPattern(pattern: unknown): boolean {
  return typeof pattern === 'string' && !/\(\?(<?[=!])|\\[1-9]|\\k</.test(pattern);
}

/**
 * Finds the violations of the rules of OpenAI's strict mode (structured outputs): each one as a JSON Pointer and a
 * description. Empty if the schema can be sent with `strict: true` without changes.
 */
export function findStrictViolations(schema: JsonSchema): readonly string[] {
  return findViolations(schema, Number.POSITIVE_INFINITY);
}

/** Checks whether a schema can be sent with `strict: true` without changes. */
export function isStrict(schema: JsonSchema): boolean {
  return findViolations(schema, 1).length === 0;
}

function findViolations(schema: JsonSchema, maxFound: number): readonly string[] {
  const found: string[] = [];
  if (schema.type !== 'object') found.push(formatViolation('', "the top level must be of type 'object'"));
  if (schema.anyOf !== undefined) found.push(formatViolation('', "the top level must not be 'anyOf'"));
  checkNode(schema, { root: schema, pointer: '', found, maxFound });
  // Sizes are checked only for schemas without other violations, because they would be counted incorrectly.
  return found.length > 0 ? found : findStrictSizeViolations(schema);
}

interface Check {
  readonly root: JsonSchema;
  readonly pointer: string;
  readonly found: string[];
  /** The number of violations after which the schema is not checked further. */
  readonly maxFound: number;
}

/** Formats a violation: the location, then the problem. */
export function formatViolation(pointer: string, problem: string): string {
  return `${pointer === '' ? '(top level)' : pointer}: ${problem}`;
}

function checkNode(schema: JsonSchema | boolean, check: Check): void {
  const { found, pointer } = check;
  if (!isSchemaObject(schema)) {
    found.push(formatViolation(pointer, 'a boolean schema is not supported'));
    return;
  }
  for (const keyword of Object.keys(schema)) {
    const misplaced = keyword === '$defs' && pointer !== '';
    if (!strictKeywords.has(keyword) || misplaced)
      found.push(formatViolation(pointer, `'${keyword}' is not supported`));
  }
  checkReference(schema, check);
  checkType(schema, check);
  checkValues(schema, check);
  if (schema.pattern !== undefined && !isStrictPattern(schema.pattern)) {
    found.push(formatViolation(pointer, "'pattern' has a lookaround or a backreference"));
  }
  if (schema.format !== undefined && !strictFormats.has(schema.format)) {
    found.push(formatViolation(pointer, `'format' ${JSON.stringify(schema.format)} is not supported`));
  }
  checkChildren(schema, check);
}

function checkReference(schema: JsonSchema, { root, pointer, found }: Check): void {
  const { $ref } = schema;
  if ($ref === undefined) return;
  const siblings = Object.keys(schema).filter((keyword) => keyword !== '$ref');
  if (siblings.length > 0) {
    found.push(formatViolation(pointer, `'$ref' cannot be combined with '${siblings.join("', '")}'`));
  }
  const known = $ref === '#' || (definitionName($ref) !== undefined && isSchemaObject(resolveRef(root, $ref)));
  if (!known)
    found.push(formatViolation(pointer, `'$ref' ${JSON.stringify($ref)} does not refer to a definition in '$defs'`));
}

function checkType(schema: JsonSchema, { pointer, found }: Check): void {
  if (schema.$ref !== undefined) return;
  if (schema.anyOf !== undefined) {
    if (schema.anyOf.length === 0) found.push(formatViolation(pointer, "'anyOf' is empty"));
    if (schema.type !== undefined) found.push(formatViolation(pointer, "'type' cannot be combined with 'anyOf'"));
    return;
  }
  const types = [schema.type ?? []].flat();
  if (types.length === 0) found.push(formatViolation(pointer, "'type' is missing"));
  if (types.filter((type) => type !== 'null').length > 1) {
    found.push(formatViolation(pointer, "'type' may list only one type in addition to 'null'"));
  }
  if (types.includes('object')) checkObject(schema, { pointer, found });
  if (types.includes('array') && schema.items === undefined) found.push(formatViolation(pointer, "'items' is missing"));
}

function checkObject(schema: JsonSchema, { pointer, found }: Pick<Check, 'pointer' | 'found'>): void {
  if (schema.additionalProperties !== false)
    found.push(formatViolation(pointer, "'additionalProperties' must be false"));
  if (schema.properties === undefined) found.push(formatViolation(pointer, "'properties' is missing"));
  const names = new Set(Object.keys(schema.properties ?? {}));
  const required = new Set(schema.required ?? []);
  const optional = [...names].filter((name) => !required.has(name));
  if (optional.length > 0)
    found.push(formatViolation(pointer, `'required' must list every property, including '${optional.join("', '")}'`));
  const unknown = [...required].filter((name) => !names.has(name));
  if (unknown.length > 0)
    found.push(formatViolation(pointer, `'required' lists '${unknown.join("', '")}', which is not a property`));
}

function checkValues(schema: JsonSchema, { pointer, found }: Check): void {
  const values = schema.enum ?? [];
  if (schema.enum?.length === 0) found.push(formatViolation(pointer, "'enum' is empty"));
  if (values.some(isCompound)) found.push(formatViolation(pointer, "'enum' may contain only primitive values"));
  if (isCompound(schema.const)) found.push(formatViolation(pointer, "'const' must be a primitive value"));
}

/** Checks whether a value is an object or an array. */
export function isCompound(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function checkChildren(schema: JsonSchema, check: Check): void {
  const { pointer, found, maxFound } = check;
  if (found.length >= maxFound) return;
  for (const keyword of ['properties', '$defs'] as const) {
    for (const [name, child] of Object.entries(schema[keyword] ?? {})) {
      if (found.length >= maxFound) return;
      checkNode(child, { ...check, pointer: childPointer(pointer, keyword, name) });
    }
  }
  if (schema.items !== undefined) checkNode(schema.items, { ...check, pointer: childPointer(pointer, 'items') });
  for (const [index, child] of (schema.anyOf ?? []).entries()) {
    if (found.length >= maxFound) return;
    checkNode(child, { ...check, pointer: childPointer(pointer, 'anyOf', index) });
  }
}
