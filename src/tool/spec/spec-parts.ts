import { CallIds } from '../../base/runtime/call-ids.js';
import { ArgumentPlan } from '../../call/argument-plan.js';
import type { CallPlan } from '../../call/call-plan.js';
import type { Binding } from '../../call/state/binding.js';
import { StateScope } from '../../call/state/scoped-state.js';
import type { StatePath } from '../../call/state/state-path.js';
import type { ToolState } from '../../call/state/tool-state.js';
import type { ToolExecutor } from '../../call/tool-executor.js';
import type { ToolInput } from '../../schema/input/tool-input.js';
import type { OutputValidator } from '../../schema/output/output-validator.js';
import type { PublishedDescription } from './published-description.js';
import type { SpecDefinition } from './spec-definition.js';

/** The parts of a spec. Specs that are derived from one another share the parts that did not change. */
export interface SpecParts {
  readonly definition: SpecDefinition;
  /** The name that the tool was defined with. */
  readonly originalName: string;
  /** How much of the description is published. */
  readonly publishedDescription: PublishedDescription;
  readonly executor: ToolExecutor;
  readonly input: ToolInput;
  readonly output: OutputValidator | undefined;
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly state: ToolState;
  /** The patterns of the paths that the tool names for its state scope. */
  readonly statePaths: readonly StatePath[];
}

/** Creates the plan that all calls of a spec share. */
export function createPlan({ definition, executor, input, output, bindings, statePaths }: SpecParts): CallPlan {
  const paths = [...[...bindings.values()].map(({ path }) => path), ...statePaths];
  return {
    toolName: definition.name,
    ids: new CallIds(),
    executor,
    args: new ArgumentPlan(definition.name, input, bindings),
    output,
    accumulate: definition.accumulate ?? 'concat',
    coerce: definition.coerce,
    timeoutMs: definition.timeoutMs,
    deadlineMs: definition.deadlineMs,
    chunkTimeoutMs: definition.chunkTimeoutMs,
    retry: definition.retry,
    strictReturn: definition.strictReturn ?? false,
    maxOutputChars: definition.maxOutputChars,
    stateScope: definition.stateScope === 'bound' ? new StateScope(paths) : undefined,
  };
}
