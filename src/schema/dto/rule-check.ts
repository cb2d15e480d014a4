import { plainRule } from './plain-rules.js';
import { entryOf } from './rule-table.js';
import { constraintOf, placeOf, type ValidationRule } from './validation-rules.js';

/** Whether a property's value certainly keeps a rule. May throw where the rule does. */
export type RuleCheck = (value: unknown, instance: object) => boolean;

/**
 * A check of one rule that needs class-validator's executor no more: a comparison where the rule is no more than that,
 * else class-validator's own function for it. undefined where only class-validator can run the rule: one that is not
 * its own and may do anything, or one under a condition.
 */
export function checkOf(rule: ValidationRule): RuleCheck | undefined {
  const isForeign = rule.name === unnamed || entryOf(rule.name) === undefined;
  if (isForeign || rule.conditional || rule.constraints.some(isStateful)) return undefined;
  const original = originalCheck(rule);
  const plain = plainRule(rule.name, rule.constraints);
  if (original === undefined || plain === undefined) return original;
  // A rule of an author's own may have taken the name.
  const single = originalCheck({ ...rule, each: false });
  const samples = [...commonSamples, ...(plain.bounds ?? [])].filter(plain.accepts);
  if (!samples.every((sample) => single !== undefined && keeps(single, sample))) return undefined;
  return rule.each ? forEach(plain.accepts) : plain.accepts;
}

/** What a rule of `@Validate` is called: by its kind, for it has no name. */
const unnamed = 'customValidation';

/** class-validator's own function for a rule, told what class-validator tells it. */
function originalCheck(rule: ValidationRule): RuleCheck | undefined {
  const validator = constraintOf(rule.constraint);
  if (validator === undefined) return undefined;
  return (value, object) => {
    const place = placeOf(rule, value, object);
    // A promise is not true.
    const keepsRule = (one: unknown): boolean => validator.validate(one, place) === true;
    return rule.each ? forEach(keepsRule)(value) : keepsRule(value);
  };
}

/** What `each` makes of a rule: the items of an array, or else the value itself. Sets and maps are left open. */
function forEach(accepts: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => {
    if (!Array.isArray(value)) return !(value instanceof Set || value instanceof Map) && accepts(value);
    for (let index = 0; index < value.length; index++) if (!accepts(value[index])) return false;
    return true;
  };
}

/** A pattern that remembers where its last search ended: running it once more than class-validator would changes it. */
function isStateful(constraint: unknown): boolean {
  return constraint instanceof RegExp && constraint.sticky;
}

const commonSamples: readonly unknown[] = Object.freeze([
  ...['', ' ', 'a', ' Some Text ', '7.5', '0', 'null', 'true', 'a\nb', '\u{1F600}', 'é', 'a-b@c.de'],
  ...[0, 1, -1, 7, 7.5, -0.25, 1e21, -1e21, 1e-7, Number.MAX_SAFE_INTEGER],
  ...[true, false],
  ...[[], [''], [1, 2, 3], [null], [[]], [{}]],
  ...[{}, { a: 1 }, { length: 0 }],
]);

function keeps(check: RuleCheck, sample: unknown): boolean {
  try {
    return check(sample, {});
  } catch {
    return false;
  }
}
