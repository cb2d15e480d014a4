import type { ToolCall } from '../execution/call-options.js';
import type { ToolResponse } from '../response/tool-response.js';
import type { ToolSpec } from '../spec/tool-spec.js';
import type { ToolState } from '../state/tool-state.js';
import type { ExtendedTool } from './extended/extended-tool.js';
import type { Middleware } from './middleware/middleware.js';

/** The query that decides whether a tool is enabled. It is asked whenever tools are listed or called. */
export interface EnabledQuery {
  readonly spec: ToolSpec;
  /** The caller, if known. */
  readonly auth: unknown;
  readonly state: ToolState;
}

/** Reads each response of a tool first. A response that it returns replaces the tool's own. */
export type Postprocess = (
  call: Readonly<Required<ToolCall>>,
  response: ToolResponse,
) => ToolResponse | undefined | Promise<ToolResponse | undefined>;

/** One tool as a toolkit holds it. */
export interface ToolEntry {
  /** The spec as the model sees it: renamed, described, its presets hidden. */
  readonly spec: ToolSpec;
  /** The spec that was registered. */
  readonly origin?: ToolSpec | undefined;
  readonly group: string;
  /** The source that it came from, if any. */
  readonly source: string | undefined;
  readonly enabled: boolean | ((query: EnabledQuery) => boolean);
  /** Around each call of this tool. The first is outermost. */
  readonly middleware: readonly Middleware[];
  readonly postprocess: Postprocess | undefined;
  /** Whether it is about the toolkit itself. It waits for no turn, and never goes to the background. */
  readonly actsOnScope?: true | undefined;
  /** The tool with the fields that a scope adds to it. */
  readonly extension?: ExtendedTool | undefined;
}

/** The tool as models and middleware see it. */
export function shownSpec({ spec, extension }: ToolEntry): ToolSpec {
  return extension?.shown ?? spec;
}
