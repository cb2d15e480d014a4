import type { ToolFlowPolicy } from 'toolwright/flow';
import { parseDocument } from 'yaml';
import { namesOf } from './policy-names.js';
import { structureProblems } from './policy-structure.js';
import { wordProblems } from './policy-words.js';
import type { Suite } from './suite.js';

/** What is known of the data of the tools of a suite, by their names: `flow.tools` of a toolkit. */
export type Policies = Readonly<Record<string, ToolFlowPolicy>>;

/** What counts as a consequence: any call that may ask, only deciding arguments, or every argument. */
export type Rule = 'deciding' | 'all' | 'any';

/** The rules by which calls may be asked. */
export const rules: readonly Rule[] = ['deciding', 'all', 'any'];

const maxLines = 40;
const maxWidth = 120;

/**
 * Reads the policy file of a suite.
 *
 * @throws Error with all problems, if the file is too long, or contains anything but names and kinds.
 */
export function readPolicies(text: string, suite: Suite): Policies {
  const document = parseDocument(text);
  const names = namesOf(suite);
  const syntax = [...document.errors, ...document.warnings].map(({ message }) => message);
  const problems = [...syntax, ...sizeProblems(text), ...wordProblems(text, suite, names)];
  const policies: unknown = syntax.length === 0 ? document.toJS() : {};
  problems.push(...structureProblems(policies, suite, names));
  if (problems.length > 0) throw new Error(`The policies of ${suite.suite} are refused:\n- ${problems.join('\n- ')}`);
  return policies as Policies;
}

/** Checks whether any tool shows handles. */
export function haveHandles(policies: Policies = {}): boolean {
  return Object.values(policies).some(({ show }) => show === 'handle');
}

/** Returns policies in which no tool shows handles, so that the model reads all results. */
export function withoutHandles(policies: Policies): Policies {
  return Object.fromEntries(Object.entries(policies).map(([name, { show, ...policy }]) => [name, policy]));
}

function sizeProblems(text: string): readonly string[] {
  const lines = text.trimEnd().split('\n');
  const wide = lines.flatMap((line, index) =>
    [...line].length > maxWidth ? [`Line ${index + 1} has more than ${maxWidth} characters.`] : [],
  );
  return lines.length > maxLines ? [`The file has more than ${maxLines} lines.`, ...wide] : wide;
}

/** Checks whether a tool does more than read what is its own: by its policy it changes something, or others see the call. */
export function isConsequential(tool: string, policies: Policies = {}): boolean {
  const { readOnly = false, openWorld = false } = policies[tool] ?? {};
  return !readOnly || openWorld;
}

/** Returns policies in which no argument decides, so that each consequential call of an untrusted session asks. */
export function askForAnyCall(policies: Policies, { tools }: Suite): Policies {
  const entries = tools.map(({ name, parameters }) => {
    const policy = policies[name] ?? {};
    if (!isConsequential(name, policies)) return [name, policy] as const;
    const params = Object.keys(parameters.properties ?? {}).map((param) => [param, { decides: false }]);
    return [name, { ...policy, readOnly: false, params: Object.fromEntries(params) }] as const;
  });
  return Object.fromEntries(entries);
}
