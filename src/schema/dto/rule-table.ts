import { formatRules, registryRules } from './format-rules.js';
import type { RuleEntry } from './rule-entry.js';
import { encodedRules, textRules } from './string-rules.js';
import { arrayRules, numberRules, typeRules } from './value-rules.js';

const always = (): boolean => true;

/** Rules that say how others apply, or that only their author knows. */
const specialRules: readonly RuleEntry[] = [
  {
    decorator: 'ValidateNested',
    rule: 'nestedValidation',
    coverage: 'exact',
    description:
      "the schema of the class that `@Type(() => X)` or the property's own type names; for each item with `each`",
  },
  {
    decorator: 'ValidateIf',
    rule: 'conditionalValidation',
    coverage: 'none',
    description:
      'not required, and open, for without the condition anything goes; the rules are given in the description',
    acceptsUndefined: always,
  },
  {
    decorator: 'Allow',
    rule: 'whitelistValidation',
    coverage: 'exact',
    description: "not required; the property's own type if it is known, else open",
    acceptsUndefined: always,
  },
  {
    decorator: 'ValidatePromise',
    rule: 'promiseValidation',
    coverage: 'none',
    description: 'JSON has no promises',
    acceptsUndefined: always,
  },
  {
    decorator: 'Validate',
    rule: 'customValidation',
    coverage: 'none',
    description: 'only its author knows what the constraint admits',
  },
  {
    decorator: 'ValidateBy',
    rule: '',
    coverage: 'none',
    description: 'makes rules of any name; only their author knows what they admit',
  },
  {
    decorator: 'ValidatorConstraint',
    rule: '',
    coverage: 'none',
    description: 'marks a class that `@Validate` runs; no rule by itself',
  },
];

/** Every decorator of class-validator, with what the published schema says of its rule. */
export const ruleTable: readonly RuleEntry[] = Object.freeze([
  ...typeRules,
  ...numberRules,
  ...arrayRules,
  ...textRules,
  ...encodedRules,
  ...formatRules,
  ...registryRules,
  ...specialRules,
]);

const byRule: ReadonlyMap<string, RuleEntry> = new Map(
  ruleTable.filter(({ rule }) => rule !== '').map((entry) => [entry.rule, entry]),
);

/** The table's entry for a rule name, or undefined for a rule that class-validator does not bring itself. */
export function entryOf(rule: string): RuleEntry | undefined {
  return byRule.get(rule);
}
