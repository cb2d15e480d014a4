import { checkOptionNames } from '../../base/options/check-options.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import { followNames } from '../../toolkit/agent-option-names.js';
import { checkScope } from '../../toolkit/check-scope.js';
import type { ExportFilter } from '../../toolkit/tool-filter.js';
import { listActiveNames } from '../shared/list-tools.js';

/** The parts of a step that `prepareStep` of the AI SDK receives. */
export interface AiStep {
  // biome-ignore lint/suspicious/noExplicitAny: the types of messages differ between the versions of the SDK.
  readonly messages: any[];
  // biome-ignore lint/suspicious/noExplicitAny: the type of instructions belongs to the SDK. Version 6 has none.
  readonly initialInstructions?: any;
  // biome-ignore lint/suspicious/noExplicitAny: the type of instructions belongs to the SDK. Version 6 has none.
  readonly instructions?: any;
}

/** The changes to a step that `prepareStep` of the AI SDK returns. */
export interface AiStepChanges {
  activeTools: string[];
  // biome-ignore lint/suspicious/noExplicitAny: the types of messages differ between the versions of the SDK.
  messages?: any[];
  // biome-ignore lint/suspicious/noExplicitAny: the type of instructions belongs to the SDK. Version 6 has none.
  instructions?: any;
}

/**
 * Creates the `prepareStep` function that follows the active groups of a toolkit or session: each step has the tools of
 * the groups that are active then, and their instructions in addition to those of the run. Tools that do not belong to
 * the toolkit are added with `otherTools`.
 *
 * @throws DefinitionError in the step, on an unknown group, name or version in `filter`.
 */
export function followGroups(
  scope: ToolScope,
  options: ExportFilter & { readonly otherTools?: readonly string[] | undefined } = {},
): (step: AiStep) => AiStepChanges {
  checkScope(scope, 'followGroups');
  checkOptionNames(options, followNames, 'followGroups');
  const { otherTools = [], ...filter } = options;
  return (step) => {
    const activeTools = [...listActiveNames(scope, filter), ...otherTools];
    return { activeTools, ...addInstructions(step, scope.getGroupInstructions()) };
  };
}

function addInstructions(step: AiStep, added: string): Omit<AiStepChanges, 'activeTools'> {
  const system = { role: 'system', content: added };
  // In version 6, `system` would replace the instructions of the run, which a step cannot read.
  if (!('initialInstructions' in step)) return added === '' ? {} : { messages: [system, ...step.messages] };
  const { initialInstructions: initial, instructions } = step;
  // Changed instructions apply to later steps too.
  if (added === '') return instructions === initial ? {} : { instructions: initial ?? '' };
  if (typeof initial === 'string') return { instructions: `${initial}\n\n${added}` };
  const own: readonly unknown[] = initial === undefined ? [] : [initial].flat();
  return { instructions: [...own, system] };
}
