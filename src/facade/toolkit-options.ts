import { DefinitionError } from '../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../base/options/check-options.js';
import {
  callback,
  count,
  flag,
  flagOr,
  flagOrCallback,
  list,
  object,
  optionsOf,
  secretObject,
} from '../base/options/option-rules.js';
import { signingKeys } from '../base/runtime/signing-keys.js';
import { brands, hasBrand } from '../base/values/brand.js';
import type { ToolState } from '../call/state/tool-state.js';
import type { ApprovalOptions } from '../features/approval/approval.js';
import { type FlowOptions, flowOptions } from '../features/flow/flow-options.js';
import { type SearchOptions, searchOptionNames } from '../features/search/search-options.js';
import { isPlainObject } from '../schema/values/copy-json.js';
import type { TaskStore } from '../stores/task-store.js';
import { stateScope } from '../tool/metadata/tool-option-names.js';
import type { StateVisibility } from '../tool/metadata/tool-options.js';
import type { CompleteOptions } from '../toolkit/call-runner.js';
import type { FeatureNeed } from '../toolkit/feature.js';
import { type CallHistoryOptions, historyNames } from '../toolkit/pipeline/call-history.js';
import type { MaskErrors } from '../toolkit/pipeline/mask-errors.js';
import { type ToolkitCallOptions, toolkitCallNames } from '../toolkit/pipeline/toolkit-call-options.js';
import { type DuplicatePolicy, duplicatePolicy } from '../toolkit/resolve-duplicates.js';

/** The options of a toolkit. */
export interface ToolkitOptions extends ApprovalOptions {
  /** The state values of the toolkit. Bindings look here before a tool's own state. A plain object is copied. */
  readonly state?: ToolState | Readonly<Record<string, unknown>> | undefined;
  /** What happens to a tool whose name is already in use. @default 'error' */
  readonly onDuplicate?: DuplicatePolicy | undefined;
  /** Whether the tools coerce arguments, unless a tool or a call decides itself. @default true */
  readonly coerce?: boolean | undefined;
  /**
   * Whether `ctx.state` shows tools the entire state of a call, or only the keys that they bind or name, unless a tool
   * decides itself.
   *
   * @default 'all'
   */
  readonly stateScope?: StateVisibility | undefined;
  /**
   * The maximum number of calls that wait for their client, for the toolkit and each session. A new call displaces the
   * oldest one, which ends with a RateLimitError.
   *
   * @default 256
   */
  readonly maxPendingCalls?: number | undefined;
  /**
   * The store of durable calls, which survive this process. Calls with `durable`, of tools with `durable`, and with
   * `background` are stored there, and run by the workers of the store (`serveTasks`).
   *
   * @default all calls run in this process
   */
  readonly taskStore?: TaskStore | undefined;
  /** The search for tools, with which models and the developer page find tools. @default a search by English words */
  readonly search?: SearchOptions | undefined;
  /**
   * Whether the toolkit follows where data comes from, so that what others have written decides no consequential call, and
   * private data goes only to its readers.
   *
   * @default data is not followed
   */
  readonly flow?: FlowOptions | undefined;
  /** Whether ended calls are recorded, for the toolkit and each session. @default false */
  readonly history?: boolean | CallHistoryOptions | undefined;
  /**
   * Whether callers receive `Internal error (call ID)` instead of the words of an error that is not a ToolError. The
   * error itself is the `cause`, and is logged as a process warning, or passed to the function. @default false
   */
  readonly maskErrors?: MaskErrors | undefined;
  /**
   * Completes the options of each call of the toolkit and its sessions, before the tool is looked up. It must not return
   * a promise. If it throws, the call fails with that error.
   *
   * @default the options as they are passed
   */
  readonly callOptions?: ((options: ToolkitCallOptions) => ToolkitCallOptions) | undefined;
}

const approvalOptionNames: OptionNames<ApprovalOptions> = {
  approver: callback,
  permissions: list,
  exemptReadOnly: flag,
  approvalKey: signingKeys,
  approvalSubject: callback,
  claimApproval: callback,
};

/** The names of the options of a toolkit. */
export const toolkitOptionNames: OptionNames<ToolkitOptions> = {
  state: secretObject,
  onDuplicate: duplicatePolicy,
  coerce: flag,
  stateScope,
  maxPendingCalls: count,
  taskStore: object,
  search: optionsOf<SearchOptions>(searchOptionNames),
  flow: flowOptions,
  history: flagOr(optionsOf<CallHistoryOptions>(historyNames)),
  maskErrors: flagOrCallback,
  callOptions: callback,
  ...approvalOptionNames,
};

/** Returns what the options of a toolkit need. */
export function needsOfOptions(options: ToolkitOptions): readonly FeatureNeed[] {
  const named = Object.keys(approvalOptionNames).find((name) => Reflect.get(options, name) !== undefined);
  return [
    ...(named === undefined ? [] : [{ name: 'approval' as const, what: `The option ${named}` }]),
    ...(options.flow === undefined
      ? []
      : (['approval', 'flow'] as const).map((name) => ({ name, what: 'The option flow' }))),
    ...(options.search === undefined ? [] : [{ name: 'search' as const, what: 'The option search' }]),
    ...(options.taskStore === undefined ? [] : [{ name: 'durable' as const, what: 'The option taskStore' }]),
  ];
}

const keepOptions: CompleteOptions = (options) => options;

/** Returns the function that completes the options of calls. */
export function readCallOptionsHook(hook: ToolkitOptions['callOptions']): CompleteOptions {
  if (hook === undefined) return keepOptions;
  return (given) => {
    const options = hook(given);
    checkOptionNames(options, toolkitCallNames, 'callOptions of the toolkit');
    return options;
  };
}

/**
 * Throws a DefinitionError if a provider of `Toolkit.of()` is an object of options. Its functions would become tools, such as
 * an approver that models call.
 */
export function checkProvider(provider: unknown): void {
  if (!isPlainObject(provider)) return;
  const [name, ...others] = Object.keys(provider);
  if (name === undefined || ![name, ...others].every((one) => Object.hasOwn(toolkitOptionNames, one))) return;
  const isTool = (value: unknown): boolean => typeof value === 'function' || hasBrand(value, brands.spec);
  if (!('approver' in provider) && Object.values(provider).every(isTool)) return;
  throw new DefinitionError(
    `Toolkit.of() has providers and no options, such as '${name}'. Write new Toolkit<AllToolsOf<typeof tools>>({ ${name} }), ` +
      'with a tuple of the providers, and register the tuple.',
  );
}
