import { checkOptionNames } from '../../base/options/check-options.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import { followNames } from '../../toolkit/agent-option-names.js';
import { checkScope } from '../../toolkit/check-scope.js';
import type { ExportFilter } from '../../toolkit/tool-filter.js';
import { listActiveNames } from '../shared/list-tools.js';

/** The parts of a step that `prepareStep` of Mastra receives. */
export interface MastraStep {
  // biome-ignore lint/suspicious/noExplicitAny: the types of messages belong to Mastra.
  readonly systemMessages: any[];
}

/** The changes to a step that `prepareStep` of Mastra returns. */
export interface MastraStepChanges {
  activeTools: string[];
  // biome-ignore lint/suspicious/noExplicitAny: the types of messages belong to Mastra.
  systemMessages: any[];
}

/**
 * Creates the `prepareStep` function that follows the active groups of a toolkit or session: each step has the tools of
 * the groups that are active then, and their instructions in addition to those of the agent. Tools that do not belong to
 * the toolkit are added with `otherTools`.
 *
 * @throws DefinitionError in the step, on an unknown group, name or version in `filter`.
 */
export function followGroups(
  scope: ToolScope,
  options: ExportFilter & { readonly otherTools?: readonly string[] | undefined } = {},
): (step: MastraStep) => MastraStepChanges {
  checkScope(scope, 'followGroups');
  checkOptionNames(options, followNames, 'followGroups');
  const { otherTools = [], ...filter } = options;
  return ({ systemMessages }) => {
    const activeTools = [...listActiveNames(scope, filter), ...otherTools];
    const content = scope.getGroupInstructions();
    const added = content === '' ? [] : [{ role: 'system', content }];
    return { activeTools, systemMessages: [...systemMessages, ...added] };
  };
}
