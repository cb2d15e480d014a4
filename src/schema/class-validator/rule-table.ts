import { formatRules, registryRules } from './format-rules.js';
import type { RuleEntry } from './rule-entry.js';
import { encodedRules, textRules } from './string-rules.js';
import { arrayRules, numberRules, typeRules } from './value-rules.js';

const always = (): boolean => true;

/** The rules that define how other rules apply, and the rules whose constraints are custom code. */
const specialRules: readonly RuleEntry[] = [
  {
    decorator: 'ValidateNested',
    rule: 'nestedValidation',
    coverage: 'exact',
    description: 'the schema of the class that `@Type(() => X)` names, which it needs; for each item with `each`',
  },
  {
    decorator: 'ValidateIf',
    rule: 'conditionalValidation',
    coverage: 'none',
    description: 'accepts anything and is not required; the description lists the rules',
    acceptsUndefined: always,
  },
  {
    decorator: 'Allow',
    rule: 'whitelistValidation',
    coverage: 'exact',
    description: "not required; the property's own type if it is known, else any value",
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
    description: 'the constraint is custom code',
  },
  {
    decorator: 'ValidateBy',
    rule: '',
    coverage: 'none',
    description: 'creates rules with any name; their constraints are custom code',
  },
  {
    decorator: 'ValidatorConstraint',
    rule: '',
    coverage: 'none',
    description: 'marks a class that `@Validate` runs; not a rule itself',
  },
];

/** All decorators of class-validator, with the published schema of each rule. */
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

/** Returns the table's entry for a rule name, or undefined for a rule that is not part of class-validator. */
export function entryOf(rule: string): RuleEntry | undefined {
  return byRule.get(rule);
}
