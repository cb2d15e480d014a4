import type { Host, PartKey } from '../../call/host-call.js';
import type { Caller } from '../../tool/spec/access.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ToolGroup } from './tool-group.js';

/** A tool as a scope lists it. */
export interface ListedTool {
  readonly spec: ToolSpec;
  readonly group: string;
  /** Whether its group is active, so that it can be called. */
  readonly isActive: boolean;
}

/** A toolkit or session, as features and the tools that act on it see it. */
export interface ScopeControl extends Host {
  /** The ID of the session. Undefined for a toolkit. */
  readonly sessionId: string | undefined;
  /** The scope from which this one was created. Undefined for a toolkit. */
  readonly parent: ScopeControl | undefined;
  /** Whether a program makes the calls, so that no model receives the results. */
  readonly isProgram: boolean;
  /** Returns the part that a feature has in this scope. Undefined if the feature is not installed. */
  part<Part>(key: PartKey<Part>): Part | undefined;
  groups(): readonly ToolGroup[];
  updateGroups(names: readonly string[], active: boolean): void;
  getGroupInstructions(): string;
  /** How a model activates a group, as a sentence. */
  readonly activationHint: string;
  /** The name of the tool with which the model activates groups. Undefined if it cannot. */
  readonly groupSwitch: string | undefined;
  /** Checks whether exports defer the tool of a name. */
  isDeferred(name: string): boolean;
  /** The names of the deferred tools that exports contain. */
  readonly loadedTools: readonly string[];
  /** Adds deferred tools to exports. */
  loadTools(names: readonly string[]): void;
  list(filter: Caller & { readonly group?: string | undefined }): readonly ToolSpec[];
  /**
   * Returns the tools of all groups that a caller may use.
   *
   * @param isWanted - Checks a tool before the predicates of its author do.
   */
  tools(caller: Caller, isWanted: (tool: ListedTool) => boolean): readonly ListedTool[];
}
