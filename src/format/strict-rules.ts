import type { JsonSchema } from '../json-schema.js';
import { childPointer, definitionName, isSchemaObject, resolveRef } from './schema-pointer.js';
import { strictSizeViolations } from './strict-sizes.js';

/** The string formats that OpenAI's strict mode knows. */
export const strictFormats: ReadonlySet<string> = new Set(
  'date-time time date duration email hostname ipv4 ipv6 uuid'.split(' '),
);

const strictKeywords: ReadonlySet<string> = new Set(
  (
    'type enum const anyOf $ref $defs description properties required additionalProperties items pattern format ' +
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems'
  ).split(' '),
);

/** Whether OpenAI's strict mode can follow a regular expression: it has no lookaround and no backreferences. */
export function isStrictPattern(pattern: unknown): boolean {
  return typeof pattern === 'string' && !/\(\?(<?[=!])|\\[1-9]|\\k</.test(pattern);
}

/**
 * Where a schema breaks the rules of OpenAI's strict mode (structured outputs): each place as a JSON Pointer with what
 * is wrong there. Empty if the schema can be sent with `strict: true` as it is.
 */
export function strictViolations(schema: JsonSchema): readonly string[] {
  const found: string[] = [];
  if (schema.type !== 'object') found.push(at('', "the top level must be of type 'object'"));
  if (schema.anyOf !== undefined) found.push(at('', "the top level must not be 'anyOf'"));
  checkNode(schema, { root: schema, pointer: '', found });
  // Sizes are asked of rule-abiding schemas only: a broken one would be counted wrong.
  return found.length > 0 ? found : strictSizeViolations(schema);
}

interface Check {
  readonly root: JsonSchema;
  readonly pointer: string;
  readonly found: string[];
}

/** One line of a list of violations: the place, then what is wrong there. */
export function at(pointer: string, problem: string): string {
  return `${pointer === '' ? '(top level)' : pointer}: ${problem}`;
}

function checkNode(schema: JsonSchema | boolean, check: Check): void {
  const { found, pointer } = check;
  if (!isSchemaObject(schema)) {
    found.push(at(pointer, 'a boolean schema is not supported'));
    return;
  }
  for (const keyword of Object.keys(schema)) {
    const misplaced = keyword === '$defs' && pointer !== '';
    if (!strictKeywords.has(keyword) || misplaced) found.push(at(pointer, `'${keyword}' is not supported`));
  }
  checkReference(schema, check);
  checkType(schema, check);
  checkValues(schema, check);
  if (schema.pattern !== undefined && !isStrictPattern(schema.pattern)) {
    found.push(at(pointer, "'pattern' has a lookaround or a backreference"));
  }
  if (schema.format !== undefined && !strictFormats.has(schema.format)) {
    found.push(at(pointer, `'format' ${JSON.stringify(schema.format)} is not supported`));
  }
  checkChildren(schema, check);
}

function checkReference(schema: JsonSchema, { root, pointer, found }: Check): void {
  const { $ref } = schema;
  if ($ref === undefined) return;
  const beside = Object.keys(schema).filter((keyword) => keyword !== '$ref');
  if (beside.length > 0) found.push(at(pointer, `'$ref' must stand alone, without '${beside.join("', '")}'`));
  const known = $ref === '#' || (definitionName($ref) !== undefined && isSchemaObject(resolveRef(root, $ref)));
  if (!known) found.push(at(pointer, `'$ref' ${JSON.stringify($ref)} means nothing in '$defs'`));
}

function checkType(schema: JsonSchema, { pointer, found }: Check): void {
  if (schema.$ref !== undefined) return;
  if (schema.anyOf !== undefined) {
    if (schema.anyOf.length === 0) found.push(at(pointer, "'anyOf' is empty"));
    if (schema.type !== undefined) found.push(at(pointer, "'type' must not stand beside 'anyOf'"));
    return;
  }
  const types = [schema.type ?? []].flat();
  if (types.length === 0) found.push(at(pointer, "'type' is missing"));
  if (types.filter((type) => type !== 'null').length > 1) {
    found.push(at(pointer, "'type' may list one type besides 'null'"));
  }
  if (types.includes('object')) checkObject(schema, { pointer, found });
  if (types.includes('array') && schema.items === undefined) found.push(at(pointer, "'items' is missing"));
}

function checkObject(schema: JsonSchema, { pointer, found }: Pick<Check, 'pointer' | 'found'>): void {
  if (schema.additionalProperties !== false) found.push(at(pointer, "'additionalProperties' must be false"));
  if (schema.properties === undefined) found.push(at(pointer, "'properties' is missing"));
  const names = Object.keys(schema.properties ?? {});
  const optional = names.filter((name) => !(schema.required ?? []).includes(name));
  if (optional.length > 0)
    found.push(at(pointer, `'required' must list every property, also '${optional.join("', '")}'`));
  const unknown = (schema.required ?? []).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    found.push(at(pointer, `'required' lists '${unknown.join("', '")}', which is not a property`));
}

function checkValues(schema: JsonSchema, { pointer, found }: Check): void {
  const values = schema.enum ?? [];
  if (schema.enum?.length === 0) found.push(at(pointer, "'enum' is empty"));
  if (values.some(isCompound)) found.push(at(pointer, "'enum' may hold only simple values"));
  if (isCompound(schema.const)) found.push(at(pointer, "'const' may be only a simple value"));
}

/** Whether a value is an object or an array. */
export function isCompound(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function checkChildren(schema: JsonSchema, check: Check): void {
  const { pointer } = check;
  for (const keyword of ['properties', '$defs'] as const) {
    for (const [name, child] of Object.entries(schema[keyword] ?? {})) {
      checkNode(child, { ...check, pointer: childPointer(pointer, keyword, name) });
    }
  }
  if (schema.items !== undefined) checkNode(schema.items, { ...check, pointer: childPointer(pointer, 'items') });
  for (const [index, child] of (schema.anyOf ?? []).entries()) {
    checkNode(child, { ...check, pointer: childPointer(pointer, 'anyOf', index) });
  }
}
