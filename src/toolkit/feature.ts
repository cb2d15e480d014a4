import { DefinitionError } from '../base/errors/errors.js';
import type { ChunkSink, RunnableCall } from '../call/consumers.js';
import type { ToolState } from '../call/state/tool-state.js';
import type { ToolSpec } from '../tool/spec/tool-spec.js';
import type { Companion } from './entry/companion.js';
import type { ScopeControl } from './entry/scope-control.js';
import type { ToolEntry } from './entry/tool-entry.js';
import type { CallEnvironment, FollowRequest, PipelineSteps } from './pipeline/pipeline.js';
import type { ToolkitCallRequest } from './pipeline/toolkit-call.js';
import type { ToolkitCallOptions } from './pipeline/toolkit-call-options.js';
import type { DuplicatePolicy } from './resolve-duplicates.js';

/** The features that a tool, an option or a snapshot may name. */
export type FeatureName =
  | 'approval'
  | 'background'
  | 'client-tools'
  | 'code-mode'
  | 'durable'
  | 'extended'
  | 'flow'
  | 'meta'
  | 'middleware'
  | 'offers'
  | 'offload'
  | 'search'
  | 'skills'
  | 'sources';

/** A call that a feature may run in its own way. */
export interface OpenRequest extends ToolkitCallRequest {
  readonly options: ToolkitCallOptions;
}

/**
 * What a feature adds to a toolkit and its sessions. A feature imports the toolkit, never the reverse: the toolkit calls
 * these hooks. The name of a feature is also that of the key of its part.
 */
export interface Feature {
  readonly name: FeatureName;
  /** Creates the part of the feature in a toolkit or session, when it is first needed. */
  createPart?(scope: ScopeControl): unknown;
  /** The steps of calls. Each position has one feature. */
  readonly steps?: PipelineSteps | undefined;
  /** Creates the call of a request, if the feature runs it in its own way. Returns undefined otherwise. */
  open?(environment: CallEnvironment, request: OpenRequest, sink: ChunkSink | undefined): RunnableCall | undefined;
  /** Returns the part of the feature for calls that a scope receives now, whether they run at once or later. */
  receive?(scope: ScopeControl): unknown;
  /** Returns the state of a call as the feature follows it. */
  followState?(state: ToolState, request: FollowRequest): ToolState;
  /** Notes the tools that a scope lists, searches or exports. */
  onListed?(scope: ScopeControl, entries: readonly ToolEntry[]): void;
  /** Notes a call that a scope is asked to make, before its tool is looked up. */
  onCall?(scope: ScopeControl, name: string): void;
  /** Checks whether no scope lists or calls a tool. */
  hides?(tool: Pick<ToolSpec, 'name' | 'tags'>): boolean;
  /**
   * Prepares to add what is registered and is not a tool. Returns a function that adds it.
   *
   * @param entries - With the tools that have a view.
   * @param isReplaced - Whether an entry is removed at the same time. @default none is
   * @throws DefinitionError if one cannot be added.
   */
  prepareOffers?(
    entries: readonly ToolEntry[],
    policy: DuplicatePolicy,
    isReplaced?: (entry: ToolEntry) => boolean,
  ): () => void;
  /** Removes what is not a tool. Returns whether there was any. */
  removeOffers?(isRemoved: (entry: ToolEntry) => boolean): boolean;
  /** The tools that the feature brings: when it is installed, and after all tools were removed. */
  readonly entries?: readonly ToolEntry[] | undefined;
  /** Throws a DefinitionError on a tool that must not be registered. */
  checkTool?(spec: ToolSpec): void;
  /** Returns the entry of a tool in a scope. */
  extend?(entry: ToolEntry, scope: ScopeControl): ToolEntry;
  /** Returns the spec that models see. */
  show?(entry: ToolEntry, shown: ToolSpec): ToolSpec;
  /** Whether programs of models call the tools, so that exports defer none. */
  readonly callsByProgram?: boolean | undefined;
  /**
   * Returns the tool with which a model searches for deferred tools.
   *
   * @param canSwitchGroups - Whether the model can activate the groups of the tools that it finds.
   */
  searchEntry?(canSwitchGroups: boolean): ToolEntry;
  /** Returns what a model must know of a group while it is active. */
  instructionsOf?(group: string): string | undefined;
  /** Takes over what middleware of the feature has brought. */
  accept?(companion: Companion): void;
  /** Removes what belongs to groups that were removed. */
  onGroupsRemoved?(names: readonly string[]): void;
  /** Removes what belongs to the tools of the toolkit, all of which were removed. */
  onClear?(): void;
  /** The part of a snapshot. */
  readonly saved?: SavedPart | undefined;
}

/** The part that a feature has in the snapshots of toolkits and sessions. */
export interface SavedPart {
  /** The key of the snapshot. */
  readonly key: SavedKey;
  /** Throws a DefinitionError if a value is not what `save` returns. */
  readonly check: (saved: unknown) => void;
  /**
   * Returns the part of a scope as JSON. Returns undefined if it is empty.
   *
   * @param others - What precedes the part in the snapshot.
   */
  readonly save: (scope: ScopeControl, others: SavedParts) => unknown;
  /**
   * Replaces the part of a scope by a checked one.
   *
   * @param saved - Undefined if the snapshot has none.
   * @param others - What precedes the part in the snapshot.
   */
  readonly restore: (scope: ScopeControl, saved: unknown, others: SavedParts) => void;
}

/** The parts of a snapshot, by key. */
export type SavedParts = Readonly<Record<string, unknown>>;

/** Returns the feature of a name, to be installed. Returns undefined if a toolkit does not have it. */
export type FeatureSource = (name: FeatureName) => Feature | undefined;

/** The keys of snapshots that belong to features, in their order. */
const savedKeys = { pendingCalls: 'client-tools', approvals: 'approval', flow: 'flow' } as const satisfies Readonly<
  Record<string, FeatureName>
>;

/** A key of snapshots that belongs to a feature. */
export type SavedKey = keyof typeof savedKeys;

/** Returns the feature to which a key of a snapshot belongs. Returns undefined for any other key. */
export function featureOfKey(key: string): FeatureName | undefined {
  return Object.hasOwn(savedKeys, key) ? savedKeys[key as SavedKey] : undefined;
}

/** A feature that something needs. */
export interface FeatureNeed {
  readonly name: FeatureName;
  /** What needs the feature, at the beginning of a sentence. */
  readonly what: string;
}

/** Returns the features without which a tool would run otherwise than its definition and its registration say. */
export function needsOfEntry({ spec, middleware, postprocess }: ToolEntry): readonly FeatureNeed[] {
  const { name, needsApproval, runsOnClient, durable, deferLoading, paths, offer, ui, use = [] } = spec;
  const needs: FeatureNeed[] = [];
  const add = (feature: FeatureName, option: string): void => {
    needs.push({ name: feature, what: `The option ${option} of '${name}'` });
  };
  if (needsApproval !== undefined && needsApproval !== false) add('approval', 'needsApproval');
  if (paths !== undefined) add('approval', 'paths');
  if (durable === true) add('durable', 'durable');
  if (postprocess !== undefined) add('middleware', 'postprocess');
  if (middleware.length + use.length > 0) needs.push({ name: 'middleware', what: `The middleware of '${name}'` });
  if (deferLoading === true) add('meta', 'deferLoading');
  if (ui?.view !== undefined) add('offers', 'ui');
  if (offer !== undefined) needs.push({ name: 'offers', what: `'${name}', which is not a tool,` });
  if (runsOnClient) needs.push({ name: 'client-tools', what: `The tool '${name}', which the client runs,` });
  return needs;
}

/** Returns the features without which a call would run otherwise than its options say. */
export function needsOfCall({ background, backgroundAfterMs, durable }: ToolkitCallOptions): readonly FeatureNeed[] {
  if (background === undefined && backgroundAfterMs === undefined && durable === undefined) return none;
  const needs: FeatureNeed[] = [];
  if (background === true) needs.push({ name: 'background', what: 'The option background' });
  if (backgroundAfterMs !== undefined) needs.push({ name: 'background', what: 'The option backgroundAfterMs' });
  // Any other value is refused where it is read.
  if (durable !== undefined && durable !== false) needs.push({ name: 'durable', what: 'The option durable' });
  return needs;
}

const none: readonly FeatureNeed[] = Object.freeze([]);

/** The features of a toolkit. They are installed when a tool, an option or a snapshot first needs them. */
export class FeatureSet {
  readonly #provide: FeatureSource;
  readonly #onInstall: (feature: Feature) => void;
  #installed: readonly Feature[] = [];
  #steps: PipelineSteps = {};

  /** @param onInstall - Called after a feature was installed. */
  constructor(provide: FeatureSource, onInstall: (feature: Feature) => void) {
    this.#provide = provide;
    this.#onInstall = onInstall;
  }

  /** The installed features, in the order of their installation. */
  get installed(): readonly Feature[] {
    return this.#installed;
  }

  /** The steps that the installed features add to calls. */
  get steps(): PipelineSteps {
    return this.#steps;
  }

  /** Whether programs of models call the tools. */
  get callsByProgram(): boolean {
    return this.#installed.some(({ callsByProgram }) => callsByProgram === true);
  }

  /** The parts of snapshots that the installed features have, in the order of their keys. */
  get savedParts(): readonly SavedPart[] {
    const saved = this.#installed.flatMap((feature) => feature.saved ?? []);
    return Object.keys(savedKeys).flatMap((key) => saved.filter((part) => part.key === key));
  }

  /** Returns the installed feature of a name. Returns undefined if it is not installed. */
  find(name: string): Feature | undefined {
    return this.#installed.find((feature) => feature.name === name);
  }

  /**
   * Returns a feature, and installs it first if it is not.
   *
   * @throws DefinitionError if the toolkit does not have it.
   */
  require({ name, what }: FeatureNeed): Feature {
    const known = this.find(name);
    if (known !== undefined) return known;
    const feature = this.#provide(name);
    if (feature === undefined) {
      throw new DefinitionError(`${what} requires the feature '${name}', which this toolkit does not have.`);
    }
    this.#installed = [...this.#installed, feature];
    this.#steps = { ...this.#steps, ...feature.steps };
    this.#onInstall(feature);
    return feature;
  }
}
