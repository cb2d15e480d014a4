import { show } from './normalize-problem.js';
import { isRecord, schemasHeldBy } from './schema-walk.js';

/** Returns the problem of a keyword's value and how to fix it, or undefined if the value is valid. */
type Check = (value: unknown) => string | undefined;

const typeNames: ReadonlySet<unknown> = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']);

const isText: Check = (value) => expect(typeof value === 'string', 'a string', value);
const isFlag: Check = (value) => expect(typeof value === 'boolean', 'true or false', value);
const isNumber: Check = (value) => expect(typeof value === 'number', 'a number', value);
const isLimit: Check = (value) => expect(typeof value === 'number' || typeof value === 'boolean', 'a number', value);
const isPositive: Check = (value) => expect(typeof value === 'number' && value > 0, 'a number above 0', value);
const isCount: Check = (value) =>
  expect(Number.isInteger(value) && Number(value) >= 0, 'a non-negative integer', value);
const isList: Check = (value) => expect(Array.isArray(value), 'an array', value);
const isFilledList: Check = (value) =>
  expect(Array.isArray(value) && value.length > 0, 'an array with at least one value', value);

const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['$comment', isText],
  ['$dynamicRef', isText],
  ['$recursiveRef', isText],
  ['$ref', isText],
  ['contentEncoding', isText],
  ['contentMediaType', isText],
  ['dependentRequired', checkNameLists],
  ['deprecated', isFlag],
  ['description', isText],
  ['enum', isFilledList],
  ['examples', isList],
  ['exclusiveMaximum', isLimit],
  ['exclusiveMinimum', isLimit],
  ['format', isText],
  ['maxContains', isCount],
  ['maximum', isNumber],
  ['maxItems', isCount],
  ['maxLength', isCount],
  ['maxProperties', isCount],
  ['minContains', isCount],
  ['minimum', isNumber],
  ['minItems', isCount],
  ['minLength', isCount],
  ['minProperties', isCount],
  ['multipleOf', isPositive],
  ['nullable', isFlag],
  ['pattern', checkPattern],
  ['readOnly', isFlag],
  ['required', checkNames],
  ['type', checkType],
  ['uniqueItems', isFlag],
  ['writeOnly', isFlag],
]);

/** Returns the problem of one keyword of a schema and how to fix it, or undefined if it is valid. */
export function findProblem(keyword: string, value: unknown): string | undefined {
  if (schemasHeldBy(keyword) !== undefined) return checkSubschemas(keyword, value);
  return checks.get(keyword)?.(value);
}

function expect(isValid: boolean, expected: string, value: unknown): string | undefined {
  return isValid ? undefined : `it must be ${expected}, got ${show(value)}.`;
}

function checkSubschemas(keyword: string, value: unknown): string | undefined {
  switch (schemasHeldBy(keyword)) {
    case 'list':
      return isFilledList(value) ?? checkSchemas(value);
    case 'map':
      return (
        checkMap(value) ?? checkSchemas(value) ?? (keyword === 'patternProperties' ? checkPatterns(value) : undefined)
      );
    case 'map-or-names':
      return checkMap(value) ?? checkDependencies(value);
    case 'one-or-list':
      return Array.isArray(value) ? checkSchemas(value) : checkSchema(value);
    default:
      return checkSchema(value);
  }
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isRecord(value);
}

function checkSchema(value: unknown): string | undefined {
  return expect(isSchema(value), 'a schema: an object, true or false', value);
}

function checkMap(value: unknown): string | undefined {
  return expect(isRecord(value), 'an object of schemas by name', value);
}

function checkSchemas(value: unknown): string | undefined {
  for (const [name, schema] of entriesOf(value)) {
    if (!isSchema(schema)) return `'${name}' must be a schema: an object, true or false, got ${show(schema)}.`;
  }
  return undefined;
}

function checkDependencies(value: unknown): string | undefined {
  for (const [name, needs] of entriesOf(value)) {
    const problem = Array.isArray(needs) ? checkNames(needs) : checkSchema(needs);
    if (problem !== undefined) return `'${name}': ${problem}`;
  }
  return undefined;
}

function checkNameLists(value: unknown): string | undefined {
  if (!isRecord(value)) return expect(false, 'an object of arrays of property names', value);
  for (const [name, names] of entriesOf(value)) {
    const problem = checkNames(names);
    if (problem !== undefined) return `'${name}': ${problem}`;
  }
  return undefined;
}

function checkNames(value: unknown): string | undefined {
  const expected = 'an array of property names';
  if (typeof value === 'boolean') return `${expect(false, expected, value)} List the names next to 'properties'.`;
  return expect(Array.isArray(value) && value.every((name) => typeof name === 'string'), expected, value);
}

function checkType(value: unknown): string | undefined {
  if (typeof value === 'string' && typeNames.has(value)) return undefined;
  const types: readonly unknown[] = Array.isArray(value) ? value : [value];
  const unknown = types.find((type) => !typeNames.has(type));
  if (unknown !== undefined)
    return `${show(unknown)} is not a type. Use ${[...typeNames].join(', ')}, or an array of them.`;
  return expect(types.length > 0 && new Set(types).size === types.length, 'an array of different types', value);
}

function checkPattern(value: unknown): string | undefined {
  if (typeof value !== 'string') return isText(value);
  try {
    // The flag that JSON Schema requires.
    new RegExp(value, 'u');
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `${show(value)} does not compile as a JavaScript RegExp with the flag 'u' (${reason}). Correct the pattern.`;
  }
}

function checkPatterns(value: unknown): string | undefined {
  for (const [pattern] of entriesOf(value)) {
    const problem = checkPattern(pattern);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function entriesOf(value: unknown): [string, unknown][] {
  return Object.entries(value as object);
}
