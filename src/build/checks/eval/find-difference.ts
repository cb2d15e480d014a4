import { equalsDeep } from '../../../base/values/equals-deep.js';
import { previewValue } from '../../../base/values/value-preview.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';

/**
 * Compares the arguments of a call with those that are expected. Objects may have further members at every level; all
 * else must be equal. Returns the first difference as a phrase, and undefined if there is none.
 */
export function findDifference(expected: unknown, actual: unknown, path = ''): string | undefined {
  if (!isRecord(expected) || !isRecord(actual)) {
    if (equalsDeep(expected, actual)) return undefined;
    return `'${path}' is ${previewValue(actual)}, not ${previewValue(expected)}`;
  }
  for (const [name, value] of Object.entries(expected)) {
    const member = path === '' ? name : `${path}.${name}`;
    if (!Object.hasOwn(actual, name)) return `'${member}' is missing`;
    const difference = findDifference(value, actual[name], member);
    if (difference !== undefined) return difference;
  }
  return undefined;
}
