import { nearestName } from '../base/options/nearest-name.js';

// A longer list does not help.
const maxNames = 3;

/** Returns the known names that are most similar to `name`, nearest first, or an empty array if none is similar. */
export function nearestNames(name: string, known: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (let others = known; found.length < maxNames; ) {
    const near = nearestName(name, others);
    if (near === undefined) break;
    found.push(near);
    others = others.filter((one) => one !== near);
  }
  return found;
}
