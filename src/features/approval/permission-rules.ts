import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { object, oneOf, optionsOf, string, strings } from '../../base/options/option-rules.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { PermissionMatch } from '../../call/client/permission-match.js';
import { sharedNamesOf } from '../../tool/spec/tool-origin.js';
import { compileToolPattern } from '../../tool/spec/tool-pattern.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import {
  type CompiledCondition,
  compileCondition,
  isConditionMet,
  type MatchMode,
  readCondition,
} from './argument-condition.js';
import { type ArgumentSource, argumentMeanings } from './argument-meanings.js';
import { checkArgumentName } from './check-argument-name.js';

/** The action for a tool: run its calls, ask an approver, deny them, or hide the tool as if it did not exist. */
export type PermissionAction = 'allow' | 'ask' | 'deny' | 'hide';

/** A rule for the calls of some tools. */
export interface PermissionRule extends PermissionMatch {
  readonly action: PermissionAction;
  /** The reason of a denial, which is shown to the model. @default none */
  readonly reason?: string | undefined;
}

/** The strictest action for a call, and the reason of the rule. */
export interface Permission {
  readonly action: PermissionAction | undefined;
  readonly reason?: string | undefined;
  /** The rule that decides. Undefined if no rule does. */
  readonly rule?: NamedRule | undefined;
}

/** A rule with its place among the rules. */
export interface NamedRule {
  /** The place of the rule in the options, such as `permissions[0]`. */
  readonly name: string;
  readonly match: PermissionMatch;
}

type RuledTool = Pick<ToolSpec, 'name' | 'tags'> & Partial<Pick<ToolSpec, 'meta'>>;

// The strictest first.
const actions: readonly PermissionAction[] = ['hide', 'deny', 'ask', 'allow'];

const matchNames: OptionNames<PermissionMatch> = { tool: string, tags: strings, when: object };

/** The names of the parts of a rule. */
export const ruleNames: OptionNames<PermissionRule> = {
  ...matchNames,
  action: oneOf('allow', 'ask', 'deny', 'hide'),
  reason: string,
};

/** The part of a permission rule that chooses calls. */
export class PermissionMatcher {
  readonly #pattern: RegExp;
  readonly #match: PermissionMatch;
  readonly #where: string;
  /** The conditions by spec, because a spec completes the patterns of its paths. */
  readonly #conditions = new WeakMap<ToolSpec, ReadonlyMap<string, CompiledCondition>>();

  /**
   * @param where - The beginning of the message of errors.
   * @throws DefinitionError on a part that is malformed.
   */
  constructor(match: PermissionMatch, where: string) {
    this.#pattern = compileToolPattern(match.tool, `${where}: the tool of a rule`);
    this.#where = `${where}: the rule for '${match.tool}'`;
    this.#match = match;
    const { tags, when = {} } = match;
    if (tags !== undefined && !(Array.isArray(tags) && tags.every((tag) => typeof tag === 'string'))) {
      throw new DefinitionError(`${this.#where}: tags must be an array of strings, not ${previewValue(tags)}.`);
    }
    if (typeof when !== 'object' || when === null || Array.isArray(when)) {
      throw new DefinitionError(`${this.#where}: when must be an object of conditions, not ${previewValue(when)}.`);
    }
    for (const [name, condition] of Object.entries(when)) readCondition(condition, `${this.#where}: when.${name}`);
  }

  /** Whether the rule depends on arguments. */
  get hasConditions(): boolean {
    return Object.keys(this.#match.when ?? {}).length > 0;
  }

  /** Checks whether the rule is for some calls of a tool. */
  matchesTool({ name, tags }: RuledTool): boolean {
    const { tags: wanted } = this.#match;
    return this.#pattern.test(name) && (wanted === undefined || wanted.some((tag) => tags.includes(tag)));
  }

  /**
   * Checks the conditions of a rule that matches the tool.
   *
   * @param mode - Whether one meaning of an argument is enough to meet a condition, or which of them must meet it.
   */
  async matchesArguments(source: ArgumentSource, mode: MatchMode): Promise<boolean> {
    for (const [name, condition] of this.#conditionsOf(source.spec)) {
      if (!isConditionMet(condition, await argumentMeanings(source, name), mode)) return false;
    }
    return true;
  }

  /**
   * Checks the names of the arguments against the schema of the tool that the rule names. A rule with a pattern of names
   * may be for tools without these arguments.
   *
   * @throws DefinitionError if the tool has no such argument, or one of another type.
   */
  checkArguments(spec: ToolSpec): void {
    if (spec.name !== this.#match.tool || !this.matchesTool(spec)) return;
    for (const [name, { values }] of this.#conditionsOf(spec))
      checkArgumentName(spec, { name, values, where: this.#where });
  }

  #conditionsOf(spec: ToolSpec): ReadonlyMap<string, CompiledCondition> {
    const known = this.#conditions.get(spec);
    if (known !== undefined) return known;
    const compiled = new Map(
      Object.entries(this.#match.when ?? {}).map(([name, condition]) => {
        const complete = (pattern: string): string => spec.paths?.[name]?.completePattern?.(pattern) ?? pattern;
        return [name, compileCondition(condition, complete)];
      }),
    );
    this.#conditions.set(spec, compiled);
    return compiled;
  }
}

interface CompiledRule extends NamedRule {
  readonly matcher: PermissionMatcher;
  readonly action: PermissionAction;
  readonly reason: string | undefined;
}

/**
 * The permission rules of a toolkit. If several rules match a call, the strictest applies, regardless of their order.
 */
export class PermissionRules {
  readonly #rules: readonly CompiledRule[];

  /** @throws DefinitionError on a malformed rule. */
  constructor(rules: readonly PermissionRule[] = []) {
    this.#rules = rules.map(compileRule);
  }

  /** Returns the action for all calls of a tool, by the rules without conditions. */
  forTool(tool: RuledTool): Permission {
    if (this.#rules.length === 0) return none;
    return strictest(this.#rules.filter((rule) => !rule.matcher.hasConditions && isFor(rule, tool)));
  }

  /** Checks whether a rule for a tool depends on arguments. */
  dependsOnArguments(tool: RuledTool): boolean {
    return this.#rules.some((rule) => rule.matcher.hasConditions && isFor(rule, tool));
  }

  /** Returns the action for a call, by all rules. */
  async forCall(source: ArgumentSource): Promise<Permission> {
    const applying: CompiledRule[] = [];
    for (const rule of this.#rules.filter((one) => isFor(one, source.spec))) {
      // A call is allowed only if all that an argument means is allowed.
      if (await rule.matcher.matchesArguments(source, rule.action === 'allow' ? 'all' : 'any')) applying.push(rule);
    }
    return strictest(applying);
  }

  /** Throws a DefinitionError if a rule names an argument that a tool does not have. */
  checkTool(spec: ToolSpec): void {
    for (const { matcher } of this.#rules) if (matcher.hasConditions) matcher.checkArguments(spec);
  }
}

/**
 * Checks whether a rule is for some calls of a tool. A rule that restricts calls also applies to the tools that would have
 * the name that it states if they did not share it. Otherwise a server could evade the rule with a further tool.
 */
function isFor({ matcher, action }: CompiledRule, tool: RuledTool): boolean {
  if (matcher.matchesTool(tool)) return true;
  if (action === 'allow') return false;
  return sharedNamesOf(tool).some((name) => matcher.matchesTool({ name, tags: tool.tags }));
}

const none: Permission = Object.freeze({ action: undefined });

function strictest(rules: readonly CompiledRule[]): Permission {
  const action = actions.find((one) => rules.some((rule) => rule.action === one));
  const deciding = rules.filter((rule) => rule.action === action);
  const rule = deciding.find(({ reason }) => reason !== undefined) ?? deciding[0];
  return action === undefined ? none : { action, reason: rule?.reason, rule };
}

function compileRule(rule: PermissionRule, index: number): CompiledRule {
  const { action, reason, ...match } = rule;
  const { tool } = match;
  const matcher = new PermissionMatcher(rule, 'permissions');
  checkOptionNames(rule, optionsOf<PermissionRule>(ruleNames, 'action'), `permissions: the rule for '${tool}'`);
  if (action === 'hide' && matcher.hasConditions) {
    throw new DefinitionError(
      `permissions: the rule for '${tool}' cannot hide a tool by its arguments. Use action: 'deny', or remove when.`,
    );
  }
  return { name: `permissions[${index}]`, match, matcher, action, reason };
}

/**
 * Creates the matcher of a rule that an approver remembers.
 *
 * @throws DefinitionError on a malformed rule.
 */
export function createMatcher(match: unknown, where: string): PermissionMatcher {
  if (typeof match !== 'object' || match === null) {
    throw new DefinitionError(
      `${where}: the rule must be an object such as { tool, when }, not ${previewValue(match)}.`,
    );
  }
  checkOptionNames(match, matchNames, where);
  return new PermissionMatcher(match as PermissionMatch, where);
}
