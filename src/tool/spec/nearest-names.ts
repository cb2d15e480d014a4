import { nearestName } from '../../base/options/nearest-name.js';

// A longer list does not help.
const maxNames = 3;

// With what the name of an imported tool ends if several tools of its source would have one name.
const digestEnd = /^_[0-9a-f]{8}(?:[0-9a-f]{24})?$/;

/**
 * Returns the known names that are most similar to `name`, nearest first, or an empty array if none is similar. The tools
 * that would have that name if they did not share it are the most similar ones.
 */
export function nearestNames(name: string, known: readonly string[]): readonly string[] {
  const sharing = known.filter((one) => one.startsWith(name) && digestEnd.test(one.slice(name.length)));
  if (sharing.length > 0) return sharing.slice(0, maxNames);
  const found: string[] = [];
  for (let others = known; found.length < maxNames; ) {
    const near = nearestName(name, others);
    if (near === undefined) break;
    found.push(near);
    others = others.filter((one) => one !== near);
  }
  return found;
}

/** Returns a sentence that asks whether one of the nearest known names was meant, with a space before it; '' if none is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearestNames(name, known);
  return near.length === 0 ? '' : ` Did you mean ${near.map((one) => `'${one}'`).join(' or ')}?`;
}
