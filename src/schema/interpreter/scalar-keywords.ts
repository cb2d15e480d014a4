import formats from 'ajv-formats/dist/formats.js';
import type { Check } from './check-run.js';
import { countValues, equalsJson } from './json-values.js';
import { type CheckFactory, type Keyword, type Measure, type SchemaTools, sizeCheck } from './keyword.js';

/** The keywords for any value. */
export const valueKeywords: Readonly<Record<string, CheckFactory>> = {
  const: checkConst,
  enum: checkEnum,
};

/** The keywords for numbers, in the order of ajv. */
export const numberKeywords: Readonly<Record<string, CheckFactory>> = {
  maximum: bound('<=', (value, limit) => value <= limit),
  minimum: bound('>=', (value, limit) => value >= limit),
  exclusiveMaximum: bound('<', (value, limit) => value < limit),
  exclusiveMinimum: bound('>', (value, limit) => value > limit),
  multipleOf: checkMultiple,
  format: (keyword) => checkFormat(keyword, 'number'),
};

/** The keywords for strings, in the order of ajv. */
export const stringKeywords: Readonly<Record<string, CheckFactory>> = {
  maxLength: sizeCheck('max', 'characters', measureText),
  minLength: sizeCheck('min', 'characters', measureText),
  pattern: checkPattern,
  format: (keyword) => checkFormat(keyword, 'string'),
};

function checkConst(keyword: Keyword): Check {
  const { value } = keyword;
  const steps = countValues(value);
  const failure = { params: { allowedValue: value }, message: 'must be equal to constant' };
  return (data, run) => {
    run.budget.spend(steps, run);
    return equalsJson(data, value) || keyword.fail(run, { data, ...failure });
  };
}

function checkEnum(keyword: Keyword): Check {
  const values = keyword.value as readonly unknown[];
  const primitives = new Set(values.filter((value) => typeof value !== 'object' || value === null));
  const objects = values.filter((value) => typeof value === 'object' && value !== null);
  const steps = countValues(objects);
  const failure = { params: { allowedValues: values }, message: 'must be equal to one of the allowed values' };
  return (data, run) => {
    if (primitives.has(data)) return true;
    if (typeof data === 'object' && data !== null) {
      run.budget.spend(steps, run);
      if (objects.some((value) => equalsJson(data, value))) return true;
    }
    return keyword.fail(run, { data, ...failure });
  };
}

function bound(comparison: string, isWithin: (value: number, limit: number) => boolean): CheckFactory {
  return (keyword) => {
    const limit = keyword.value as number;
    const failure = { params: { comparison, limit }, message: `must be ${comparison} ${limit}` };
    return (data, run) => isWithin(data as number, limit) || keyword.fail(run, { data, ...failure });
  };
}

function checkMultiple(keyword: Keyword): Check {
  const multipleOf = keyword.value as number;
  const failure = { params: { multipleOf }, message: `must be multiple of ${multipleOf}` };
  return (data, run) => {
    return Number.isInteger((data as number) / multipleOf) || keyword.fail(run, { data, ...failure });
  };
}

// The characters that are counted or compared in the time of one step.
const charactersPerStep = 64;

function measureText({ countCharacters }: SchemaTools): Measure {
  return (data, run, enough) => {
    const text = data as string;
    run.budget.spend(text.length / charactersPerStep, run);
    // No text has more characters than code units.
    return text.length < enough ? text.length : countCharacters(text, enough);
  };
}

/**
 * Counts the code points of a text (JSON Schema 2020-12, Validation, section 6.3).
 *
 * @param enough - The number at which the count ends.
 */
export function countCodePoints(text: string, enough = Number.POSITIVE_INFINITY): number {
  let count = 0;
  for (let index = 0; index < text.length && count < enough; index++) {
    count++;
    const isPair = (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
    if (isPair) index++;
  }
  return count;
}

function checkPattern(keyword: Keyword): Check {
  const source = keyword.value as string;
  const pattern = keyword.tools.compilePattern(source);
  const failure = { params: { pattern: source }, message: `must match pattern "${source}"` };
  return (data, run) => {
    return run.budget.matches(pattern, data as string, run) || keyword.fail(run, { data, ...failure });
  };
}

type FormatTest = (value: never) => boolean;

/** Creates the check of a format for numbers or for strings. An unknown format accepts every value. */
function checkFormat(keyword: Keyword, type: 'number' | 'string'): Check | undefined {
  const name = keyword.value as string;
  const hasFormat = Object.hasOwn(formats.fullFormats, name) ? findFormat(name, type) : undefined;
  if (hasFormat === undefined) return undefined;
  const failure = { params: { format: name }, message: `must match format "${name}"` };
  return (data, run) => {
    if (type === 'string') run.budget.spend((data as string).length, run);
    return hasFormat(data as never) || keyword.fail(run, { data, ...failure });
  };
}

function findFormat(name: string, type: 'number' | 'string'): FormatTest | undefined {
  const format = formats.fullFormats[name as keyof typeof formats.fullFormats] as unknown;
  if (format instanceof RegExp) return type === 'string' ? (text: string) => format.test(text) : undefined;
  if (typeof format === 'function') return type === 'string' ? (format as FormatTest) : undefined;
  if (typeof format !== 'object' || format === null) return undefined;
  const { type: formatType = 'string', validate } = format as { type?: string; validate?: unknown };
  if (formatType !== type) return undefined;
  if (validate instanceof RegExp) return (text: string) => validate.test(text);
  return typeof validate === 'function' ? (validate as FormatTest) : undefined;
}
