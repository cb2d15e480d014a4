import { DefinitionError } from '../../errors.js';
import { previewValue } from '../../value-preview.js';
import { compileToolPattern } from '../tool-pattern.js';

/** The action for a tool: run its calls, ask an approver, deny them, or hide the tool as if it did not exist. */
export type PermissionAction = 'allow' | 'ask' | 'deny' | 'hide';

/** A rule for the calls of some tools. */
export interface PermissionRule {
  /** The name under which a tool is registered. `*` matches any number of characters. */
  readonly tool: string;
  readonly action: PermissionAction;
}

interface CompiledRule {
  readonly pattern: RegExp;
  readonly action: PermissionAction;
}

// The strictest first.
const actions: readonly PermissionAction[] = ['hide', 'deny', 'ask', 'allow'];

/**
 * The permission rules by tool name. If several rules match a tool, the strictest applies, regardless of their order.
 */
export class PermissionRules {
  readonly #rules: readonly CompiledRule[];

  /** @throws DefinitionError on a rule without a pattern, or with an unknown action. */
  constructor(rules: readonly PermissionRule[] = []) {
    this.#rules = rules.map((rule) => ({
      pattern: compileToolPattern(rule.tool, 'permissions: the tool of a rule'),
      action: checkAction(rule),
    }));
  }

  /** Returns the action for a tool, or undefined if no rule matches it. */
  actionFor(toolName: string): PermissionAction | undefined {
    if (this.#rules.length === 0) return undefined;
    const applying = this.#rules.filter(({ pattern }) => pattern.test(toolName));
    return actions.find((action) => applying.some((rule) => rule.action === action));
  }
}

function checkAction({ tool, action }: PermissionRule): PermissionAction {
  if (actions.includes(action)) return action;
  throw new DefinitionError(
    `permissions: the action for '${tool}' must be 'allow', 'ask', 'deny' or 'hide', not ${previewValue(action)}.`,
  );
}
