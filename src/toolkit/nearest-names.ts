import { nearestName } from '../nearest-name.js';

// A longer list is no hint.
const mostNames = 3;

/** The known names that were most likely meant, the nearest first; none if none is near. */
export function nearestNames(name: string, known: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (let left = known; found.length < mostNames; ) {
    const near = nearestName(name, left);
    if (near === undefined) break;
    found.push(near);
    left = left.filter((one) => one !== near);
  }
  return found;
}
