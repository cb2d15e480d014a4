import { DefinitionError } from '../base/errors/errors.js';
import type { OptionNames } from '../base/options/check-options.js';
import { anyValue, callback, flag, flagOrCallback, secretObject } from '../base/options/option-rules.js';
import { brandClass, brands, hasBrand } from '../base/values/brand.js';
import { previewValue } from '../base/values/value-preview.js';
import type { Approver } from '../call/client/approver.js';
import type { ToolState } from '../call/state/tool-state.js';
import type { RememberedApprovals } from '../features/approval/remembered-approvals.js';
import type { FlowExplanation } from '../features/flow/explain.js';
import type { SeenData } from '../features/flow/flow-session.js';
import type { AppAuth } from '../tool/metadata/app-types.js';
import { CallRunner, type RunnerParts } from '../toolkit/call-runner.js';
import type { MaskErrors } from '../toolkit/pipeline/mask-errors.js';
import { checkSessionId } from '../toolkit/scope-state.js';
import type { ToolVersions } from '../toolkit/tool-versions.js';
import { versionRanges } from '../toolkit/tool-versions.js';
import { featureOf } from './features.js';
import type { ScopeState } from './scope-state.js';
import { ToolScope } from './tool-scope.js';

/** The options of `toolkit.session()`. */
export interface SessionOptions {
  /**
   * The ID of the session. A deferred call can be resumed only through a session of the same ID. The ID is readable in
   * the tokens of deferred calls, so it must not be a secret.
   *
   * @default a random ID
   */
  readonly id?: string | undefined;
  /** The state values of the session. Bindings look here before the toolkit's state. A plain object is copied. */
  readonly state?: ToolState | Readonly<Record<string, unknown>> | undefined;
  /**
   * The initially active groups, in addition to the basic one; or another session, with which the session shares its
   * active groups, its large results and what its model has seen from now on.
   *
   * @default the toolkit's active groups at this time
   */
  readonly groups?: readonly string[] | ToolkitSession | undefined;
  /**
   * Whether a model cannot change the active groups: `activate_tool_groups` and the argument `activate` of
   * `search_tools` do not exist in the session. Suitable for a session that lasts for one request only.
   *
   * @default false
   */
  readonly fixedGroups?: boolean | undefined;
  /**
   * The versions to list and call, by tool name: `'1.2.3'`, `'1.2.x'`, `'1.x'` or `'*'`.
   *
   * @default the highest version of each tool
   */
  readonly versions?: ToolVersions | undefined;
  /** Whether the session has the tools that its client runs. @default true */
  readonly clientTools?: boolean | undefined;
  /** The approver that decides on the session's calls that need approval. @default the toolkit's */
  readonly approver?: Approver | undefined;
  /** Whether the words of errors that are not ToolErrors are masked. @default the toolkit's */
  readonly maskErrors?: MaskErrors | undefined;
  /** The identity of the caller, for each listing and call that does not pass its own `auth`. @default none */
  readonly auth?: AppAuth | undefined;
  /** The request object of a framework, for each call that does not pass its own `hostRequest`. @default none */
  readonly hostRequest?: unknown;
}

/** The names of the options of a session. */
export const sessionOptionNames: OptionNames<SessionOptions> = {
  id: true,
  state: secretObject,
  groups: true,
  fixedGroups: flag,
  versions: versionRanges,
  clientTools: flag,
  approver: callback,
  maskErrors: flagOrCallback,
  auth: anyValue,
  hostRequest: anyValue,
};

/**
 * A conversation over a toolkit's tools, with its own active groups, state and history. Created by `toolkit.session()`.
 */
// biome-ignore lint/suspicious/noExplicitAny: a session whose tools are not known accepts any, and fits any other one.
export class ToolkitSession<Tools = any> extends ToolScope<Tools> {
  readonly #runner: CallRunner;
  readonly #isOwnId: boolean;
  #id: string;

  /** @internal */
  constructor(id: string | undefined, parts: RunnerParts) {
    const runner = new CallRunner(parts, () => this.#id);
    super(runner);
    this.#runner = runner;
    this.#isOwnId = id !== undefined;
    this.#id = id === undefined ? crypto.randomUUID() : checkSessionId(id, 'session: id');
  }

  /** Checks whether `value` is a ToolkitSession, including one from another copy of this package. */
  static is(value: unknown): value is ToolkitSession {
    return hasBrand(value, brands.session);
  }

  /** The ID of the session: the option `id`, else that of the restored snapshot, else a random one. */
  get id(): string {
    return this.#id;
  }

  /** The approvals that approvers of this session have remembered with `remember`. */
  get approvals(): RememberedApprovals {
    return featureOf(this.#runner, 'approval').rememberedIn(this.#runner);
  }

  /**
   * Adds what the user has written. In a toolkit with the option `flow`, whole values of it may decide what tools do.
   *
   * @throws DefinitionError if the words are no string, or if the toolkit does not have the option `flow`.
   */
  said(text: string): void {
    const feature = featureOf(this.#runner, 'flow');
    if (typeof text !== 'string')
      throw new DefinitionError(`said: the words must be a string, not ${previewValue(text)}.`);
    feature?.said(this.#runner, text);
  }

  /**
   * Adds what the model has seen in another way than by a call of this session, such as a page in its prompt. Unless it says
   * otherwise, the data is untrusted.
   *
   * @throws DefinitionError if the toolkit does not have the option `flow`.
   */
  saw(seen: SeenData = {}): void {
    featureOf(this.#runner, 'flow')?.saw(this.#runner, seen);
  }

  /**
   * Explains where the arguments of a call come from, and what was decided about it. Returns undefined if the session has not
   * made the call, or has forgotten it: it knows the last 1,000.
   *
   * @throws DefinitionError if the toolkit does not have the option `flow`.
   */
  explain(callId: string): FlowExplanation | undefined {
    return featureOf(this.#runner, 'flow')?.explain(this.#runner, callId);
  }

  /**
   * Returns the value of a handle, such as `@c7/0/from`, for the application. A model that receives it has read it: say so with
   * `saw`.
   *
   * @throws DefinitionError if the session keeps no such value, or if the toolkit does not have the option `flow`.
   */
  reveal(handle: string): unknown {
    return featureOf(this.#runner, 'flow')?.reveal(this.#runner, handle);
  }

  /**
   * Returns the ID, the active groups, the state and the remembered approvals as JSON, for `restore()`, with a fingerprint
   * of each tool and group. Values marked as secret are omitted.
   */
  override snapshot(): ScopeState {
    return { id: this.#id, ...super.snapshot() };
  }

  /**
   * Activates exactly the groups of a snapshot, and sets the state to its values. Other values are removed, except
   * those marked as secret and live objects. The session remembers exactly the approvals of the snapshot, and takes the ID of the snapshot, unless it was created with the
   * option `id`. A process warning names the tools and groups that are missing or have changed since the snapshot; a
   * group that was removed since then is skipped.
   *
   * @throws DefinitionError on another shape or an unknown group, before anything changes.
   */
  override restore(saved: unknown): void {
    const id = this.#runner.restore(saved);
    if (id !== undefined && !this.#isOwnId) this.#id = id;
  }
}
brandClass(ToolkitSession, brands.session);
