// The words for units, by what they measure.
const dimensions: readonly (readonly string[])[] = [
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
];

/**
 * Returns how the unit of a value has changed, such as 'minutes, not seconds'. Returns undefined if its descriptions name the
 * same units, or none.
 */
export function unitChange(before: ReadonlySet<string>, after: ReadonlySet<string>): string | undefined {
  const [old, now] = [before, after].map((texts) => [...texts].join(' '));
  for (const units of dimensions) {
    const [left, right] = [old, now].map((text = '') => units.flatMap((unit) => findUnit(unit, text)));
    const isExchanged = left?.length === 1 && right?.length === 1 && left[0]?.unit !== right[0]?.unit;
    if (isExchanged) return `${right[0]?.word}, not ${left[0]?.word}`;
  }
  return undefined;
}

function findUnit(unit: string, text: string): readonly { readonly unit: string; readonly word: string }[] {
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(?:${unit})(?![\\p{L}\\p{N}])`, 'iu').exec(text);
  return found === null ? [] : [{ unit, word: found[0] }];
}
