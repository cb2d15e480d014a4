// The words for units, by what they measure.
const units: readonly (readonly string[])[] = [
  [
    'nanoseconds?',
    'microseconds?',
    'milliseconds?|ms',
    'seconds?|secs?',
    'minutes?',
    'hours?',
    'days?',
    'weeks?',
    'months?',
    'years?',
  ],
  ['cents?', 'euros?|eur', 'dollars?|usd', 'pounds sterling|gbp'],
  [
    'millimet(?:re|er)s?|mm',
    'centimet(?:re|er)s?|cm',
    'met(?:re|er)s?',
    'kilomet(?:re|er)s?|km',
    'miles?',
    'feet|foot',
    'inch(?:es)?',
  ],
  ['celsius', 'fahrenheit', 'kelvin'],
  ['bits?', 'bytes?', 'kilobytes?|kib|kb', 'megabytes?|mib|mb', 'gigabytes?|gib|gb'],
  ['milligrams?|mg', 'grams?', 'kilograms?|kg', 'ounces?', 'pounds?|lbs?'],
  ['percent|%', 'fractions?', 'basis points?'],
  ['degrees?', 'radians?'],
  ['millilit(?:re|er)s?|ml', 'lit(?:re|er)s?', 'gallons?'],
  ['watts?|watt hours?|wh', 'kilowatts?|kilowatt hours?|kwh', 'megawatts?|megawatt hours?|mwh'],
  ['square met(?:re|er)s?|m²', 'square feet|sq ft', 'hectares?', 'acres?'],
  ['knots?', 'kilomet(?:re|er)s per hour|km/h', 'miles per hour|mph', 'met(?:re|er)s per second|m/s'],
  ['bar', 'psi', 'hectopascals?|hpa', 'kilopascals?|kpa'],
  ['calories|kilocalories|kcal', 'joules?|kilojoules?|kj'],
];

// The words for how values are written or counted, by what they are opposed to.
const conventions: readonly (readonly string[])[] = [
  ['utc|gmt', 'local time'],
  ['exclusive|excluded|excluding', 'inclusive|included|including'],
  ['net', 'gross'],
  ['zero-based|0-based|from 0|from zero', 'one-based|1-based|from 1|from one'],
  ['iso 8601|rfc 3339', 'unix (?:time|seconds|timestamp)|epoch'],
  ['yyyy-mm-dd', 'dd[./-]mm[./-]yyyy', 'mm[./-]dd[./-]yyyy'],
  ['lat(?:itude)?(?:,| and| then)+ lon(?:gitude)?', 'lon(?:gitude)?(?:,| and| then)+ lat(?:itude)?'],
  ['ascending|oldest first|lowest first|cheapest first', 'descending|newest first|highest first|dearest first'],
];

const range = /(?<![-\d.])(\d+(?:\.\d+)?) ?(?:to|-|–) ?(\d+(?:\.\d+)?)\b(?!-)/g;

/**
 * Returns how the unit of a value has changed, such as 'minutes, not seconds'. Returns undefined if its descriptions name the
 * same units, or none.
 */
export function unitChange(before: ReadonlySet<string>, after: ReadonlySet<string>): string | undefined {
  const [old, now] = [descriptionOf(before), descriptionOf(after)];
  return findExchanged([...units, ...conventions], old, now) ?? exchangedRange(old, now);
}

function descriptionOf(texts: ReadonlySet<string>): string {
  return [...texts].filter((text) => !text.startsWith('examples ')).join(' ');
}

/** Returns how the unit of what a tool returns has changed. A unit counts after the word 'in', as that of a value does. */
export function unitChangeOfTool(old: string, now: string): string | undefined {
  const stated = units.map((words) => words.map((unit) => `in (?:${unit})`));
  return findExchanged([...stated, ...conventions], old, now);
}

function findExchanged(dimensions: readonly (readonly string[])[], old: string, now: string): string | undefined {
  for (const words of dimensions) {
    const [left, right] = [old, now].map((text) => words.flatMap((unit) => findUnit(unit, text)));
    const isExchanged = left?.length === 1 && right?.length === 1 && left[0]?.unit !== right[0]?.unit;
    if (isExchanged) return `${right[0]?.word}, not ${left[0]?.word}`;
  }
  return undefined;
}

/** Returns how the only range of numbers in a text has changed, such as '0 to 100, not 0 to 1'. */
function exchangedRange(old: string, now: string): string | undefined {
  const [[left, ...others], [right, ...more]] = [[...old.matchAll(range)], [...now.matchAll(range)]];
  if (left === undefined || right === undefined || others.length > 0 || more.length > 0) return undefined;
  const isSame = left[1] === right[1] && left[2] === right[2];
  return isSame ? undefined : `${right[0]}, not ${left[0]}`;
}

function findUnit(unit: string, text: string): readonly { readonly unit: string; readonly word: string }[] {
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(?:${unit})(?![\\p{L}\\p{N}])`, 'iu').exec(text);
  return found === null ? [] : [{ unit, word: found[0] }];
}
