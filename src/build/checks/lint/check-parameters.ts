import type { JsonSchema } from '../../../base/json/json-schema.js';
import type { ToolSpec } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { flatten } from '../lock/schema-variants.js';
import { createFinding, type Finding } from './finding.js';

// Names that say nothing of a value: they could be those of any parameter.
const emptyNames =
  /^(?:args?|arguments?|params?|parameters?|data|input|inputs|value|values|payload|obj|object|item|items|thing|stuff|info|options?|opts|config|settings?|foo|bar|baz|tmp|temp|var|misc|extra|other|param\d*|arg\d*|value\d*|field\d*|body)$/i;
// Short names with a meaning of their own.
const knownShort = new Set([
  'id',
  'to',
  'cc',
  'by',
  'at',
  'on',
  'in',
  'of',
  'ip',
  'q',
  'x',
  'y',
  'z',
  'url',
  'uri',
  'os',
  'tz',
  'ok',
  'no',
  'up',
  'hd',
  'ts',
  'n',
  'ai',
  'pr',
  'qr',
  'vm',
  'db',
]);
const maxDepth = 4;

/** Finds parameters without a meaning, and values without words. */
export function checkParameters(spec: ToolSpec): readonly Finding[] {
  const { name: tool, inputSchema: root } = spec;
  const findings: Finding[] = [];
  const visit = (value: unknown, path: string, name: string): void => {
    const schema = flatten(value, root);
    if (schema === false || path.split('.').length > maxDepth) return;
    if (name !== '')
      findings.push(...checkMeaning(tool, { path, name, schema }), ...checkValues(tool, { path, name, schema }));
    for (const [key, property] of Object.entries(schema.properties ?? {})) {
      visit(property, path === '' ? key : `${path}.${key}`, key);
    }
    if (isRecord(schema.items)) visit(schema.items, `${path}[]`, '');
  };
  visit(root, '', '');
  return findings;
}

interface Parameter {
  readonly path: string;
  readonly name: string;
  readonly schema: JsonSchema;
}

function checkMeaning(tool: string, { path, name, schema }: Parameter): readonly Finding[] {
  const words = wordsOf(schema);
  // The name of what contains a value says what it is.
  if (path !== name || words !== '' || !isUnclear(name) || explainsItself(schema)) return [];
  const message = `Nothing says what the parameter '${path}' is. Describe it, or give it a name that does.`;
  return [createFinding('unclear-parameter', 'warning', { tool, about: path, message })];
}

function isUnclear(name: string): boolean {
  return emptyNames.test(name) || (name.length <= 2 && !knownShort.has(name.toLowerCase()));
}

/** Checks whether the values say what a parameter is: words, or named properties. */
function explainsItself({ enum: values, const: only, properties, anyOf, oneOf }: JsonSchema): boolean {
  const listed = values ?? (only === undefined ? [] : [only]);
  const hasProperties = Object.keys(properties ?? {}).length > 0;
  return hasProperties || listed.some(isWord) || anyOf !== undefined || oneOf !== undefined;
}

function checkValues(tool: string, { path, schema }: Parameter): readonly Finding[] {
  const listed = valuesOf(schema);
  const codes = listed.filter(({ value, words }) => !isWord(value) && words === '').map(({ value }) => value);
  if (codes.length < 2 || codes.length < listed.length / 2 || isScale(codes)) return [];
  const text = wordsOf(schema);
  const unexplained = codes.filter((code) => !text.includes(String(code)));
  if (unexplained.length < codes.length / 2) return [];
  const shown = codes
    .slice(0, 5)
    .map((code) => JSON.stringify(code))
    .join(', ');
  const message = `Nothing says what the values ${shown} of the parameter '${path}' mean. Explain them in its description.`;
  return [createFinding('unexplained-values', 'warning', { tool, about: path, message })];
}

interface ListedValue {
  readonly value: unknown;
  readonly words: string;
}

function valuesOf({ enum: values, anyOf, oneOf }: JsonSchema): readonly ListedValue[] {
  if (values !== undefined) return values.map((value) => ({ value, words: '' }));
  const branches: readonly unknown[] = oneOf ?? anyOf ?? [];
  return branches.flatMap((branch): readonly ListedValue[] => {
    if (!isRecord(branch)) return [];
    const listed = Array.isArray(branch.enum) ? branch.enum : 'const' in branch ? [branch.const] : [];
    return listed.map((value: unknown) => ({ value, words: wordsOf(branch) }));
  });
}

/** Checks whether a value says what it means: a word, such as `open`. `null` and booleans mean what they are. */
function isWord(value: unknown): boolean {
  if (value === null || typeof value === 'boolean') return true;
  return typeof value === 'string' && (value === '' || /\p{L}{3,}/u.test(value));
}

/** Checks whether values are amounts rather than codes, such as sizes and versions: they are not counted from 0 or 1. */
function isScale(values: readonly unknown[]): boolean {
  const numbers = values.map((value) => (typeof value === 'string' ? Number(value) : value));
  if (!numbers.every((value): value is number => typeof value === 'number' && Number.isFinite(value))) {
    // Sizes and resolutions, such as 256x256 and 1k, say what they are.
    return values.every((value) =>
      /^\d+(?:[.x:/-]\d+)*\s?[a-z]{0,2}$|^[a-z]{1,2}\d+$|^[<>=!]=?$|^[a-z]{2}$/i.test(String(value)),
    );
  }
  const sorted = numbers.toSorted((one, other) => one - other);
  return (
    sorted.some((value) => !Number.isInteger(value)) ||
    sorted.some((value, index) => index > 0 && value - (sorted[index - 1] ?? 0) > 2)
  );
}

function wordsOf({ title, description }: Readonly<Record<string, unknown>>): string {
  return [title, description]
    .filter((text) => typeof text === 'string')
    .join(' ')
    .trim();
}
