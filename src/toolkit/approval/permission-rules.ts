import { DefinitionError } from '../../errors.js';
import { previewValue } from '../../value-preview.js';

/** What becomes of a call: it runs, somebody is asked, or it is refused. */
export type PermissionAction = 'allow' | 'ask' | 'deny';

/** What becomes of the calls of some tools. */
export interface PermissionRule {
  /** The name under which a tool is registered; `*` stands for any characters, or none. */
  readonly tool: string;
  readonly action: PermissionAction;
}

interface CompiledRule {
  readonly pattern: RegExp;
  readonly action: PermissionAction;
}

// The strictest first.
const actions: readonly PermissionAction[] = ['deny', 'ask', 'allow'];

/** Rules on tools by name. Where several are about a tool, the strictest counts, in whatever order they stand. */
export class PermissionRules {
  readonly #rules: readonly CompiledRule[];

  /** @throws DefinitionError on a rule without a pattern, or with an unknown action. */
  constructor(rules: readonly PermissionRule[] = []) {
    this.#rules = rules.map((rule) => ({ pattern: patternOf(rule.tool), action: checkAction(rule) }));
  }

  /** The action for a tool; undefined if no rule is about it. */
  actionFor(toolName: string): PermissionAction | undefined {
    if (this.#rules.length === 0) return undefined;
    const applying = this.#rules.filter(({ pattern }) => pattern.test(toolName));
    return actions.find((action) => applying.some((rule) => rule.action === action));
  }
}

function patternOf(tool: unknown): RegExp {
  if (typeof tool !== 'string' || tool === '') {
    throw new DefinitionError(
      `permissions: a rule's tool is a name or a pattern such as 'file_*', not ${previewValue(tool)}.`,
    );
  }
  // Runs of stars say no more than one, and would make the expression slow.
  const parts = tool.split(/\*+/).map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`);
}

function checkAction({ tool, action }: PermissionRule): PermissionAction {
  if (actions.includes(action)) return action;
  throw new DefinitionError(
    `permissions: the action for '${tool}' is 'allow', 'ask' or 'deny', not ${previewValue(action)}.`,
  );
}
