import type { ToolCall } from '../../call/call-options.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { ToolState } from '../../call/state/tool-state.js';
import type { ToolExtension } from '../../tool/arguments/tool-extension.js';
import type { Caller } from '../../tool/spec/access.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { Middleware } from './middleware.js';
import type { ScopeControl } from './scope-control.js';

/** The argument of a predicate that decides whether a tool is enabled, whenever tools are listed or called. */
export interface EnabledQuery {
  readonly spec: ToolSpec;
  /** The identity of the caller, from the `auth` option. Undefined if it was not passed. */
  readonly auth: unknown;
  readonly state: ToolState;
}

/** A function that receives each response of a tool. A response that it returns replaces the tool's. */
export type Postprocess = (
  call: Readonly<Required<ToolCall>>,
  response: ToolResponse,
) => ToolResponse | undefined | Promise<ToolResponse | undefined>;

/** A registered tool. */
export interface ToolEntry {
  /** The spec that models see, with the changes of the `register` options applied. */
  readonly spec: ToolSpec;
  /** The spec that was registered. */
  readonly origin?: ToolSpec | undefined;
  readonly group: string;
  /** The name of the source of the tool, if any. */
  readonly source: string | undefined;
  readonly enabled: boolean | ((query: EnabledQuery) => boolean);
  /** The middleware around each call of this tool. The first is the outermost. */
  readonly middleware: readonly Middleware[];
  readonly postprocess: Postprocess | undefined;
  /** Whether the tool acts on the toolkit itself. It needs no concurrency slot, and never runs in the background. */
  readonly actsOnScope?: true | undefined;
  /** Whether a model activates groups with the tool. */
  readonly switchesGroups?: true | undefined;
  /**
   * The entry in a scope whose active groups a model cannot change. Undefined for a tool that is the same there, and
   * 'absent' for one that does not exist there.
   */
  readonly inFixedGroups?: ToolEntry | 'absent' | undefined;
  /** Returns the description of the tool in a scope for a caller. @default that of the spec */
  readonly describeIn?: ((scope: ScopeControl, caller: Caller) => string) | undefined;
  /** The tool with the fields that a scope adds to it. */
  readonly extension?: ToolExtension | undefined;
}

/** Returns the spec that models and middleware see. */
export function shownSpec({ spec, extension }: ToolEntry): ToolSpec {
  return extension?.shown ?? spec;
}
