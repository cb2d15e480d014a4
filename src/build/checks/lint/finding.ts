/** What a rule is about, in a sentence. */
export const lintRules = {
  'missing-description': 'A tool has no description, or one that says little more than its name.',
  'confusable-tools': 'Two tools are described in nearly the same words.',
  'example-of-another': 'A request among the examples of a tool finds another tool.',
  'unclear-parameter': 'A parameter has neither a description nor a name that says what it is.',
  'unexplained-values': 'A parameter has codes as values, and nothing says what they mean.',
  'large-tool': 'A tool needs more tokens than the budget of one tool.',
  'weakened-schema': 'A provider receives a weaker schema, or none.',
} as const;

/** The name of a rule. */
export type LintRule = keyof typeof lintRules;

/** How grave findings are, the gravest first. A note is true, and may be intended. */
export const lintLevels = ['error', 'warning', 'note'] as const;

/** How grave a finding is. */
export type LintLevel = (typeof lintLevels)[number];

/** A problem of the definition of a tool. */
export interface Finding {
  readonly rule: LintRule;
  readonly level: LintLevel;
  readonly tool: string;
  /** What is wrong, and what to do about it. */
  readonly message: string;
  /** What identifies the finding in later runs: the rule, the tool and what it concerns. */
  readonly key: string;
}

/** Creates a finding. */
export function createFinding(
  rule: LintRule,
  level: LintLevel,
  { tool, about, message }: { readonly tool: string; readonly about?: string; readonly message: string },
): Finding {
  return { rule, level, tool, message, key: [rule, tool, ...(about === undefined ? [] : [about])].join(' ') };
}
