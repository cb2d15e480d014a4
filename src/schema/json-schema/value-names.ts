import { joinSentences } from '../../base/text/join-sentences.js';

/** The names of numbers, as an enum of TypeScript declares them. */
export type ValueNames = Readonly<Record<string, unknown>>;

/**
 * Returns a description with the names of the numbers among `values`, such as `0 = Low, 1 = High.`, after the own one.
 * Without names, returns the own description.
 */
export function describeValueNames(
  own: string | undefined,
  values: readonly unknown[],
  names: ValueNames,
): string | undefined {
  const pairs = values.flatMap((value) => {
    const known = Object.keys(names).filter((name) => typeof value === 'number' && names[name] === value);
    return known.length === 0 ? [] : [`${value} = ${known.join(' or ')}`];
  });
  if (pairs.length === 0) return own;
  return joinSentences(own, `${pairs.join(', ')}.`);
}
