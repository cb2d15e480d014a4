import { readFields } from '../../tool/metadata/class-records.js';
import { type DtoClass, rulesOf } from './validation-rules.js';

/**
 * Checks whether `value` is a class that has own or inherited class-validator rules, or whose properties have
 * `@Field()`. The duration does not depend on the number of classes.
 */
export function isDtoClass(value: unknown): value is DtoClass {
  if (typeof value !== 'function' || typeof value.prototype !== 'object' || value.prototype === null) return false;
  return rulesOf(value).length > 0 || readFields(value).size > 0;
}
