import type { JsonSchema } from '../../base/json/json-schema.js';
import type { Host } from '../../execution/host-call.js';
import type { ToolContext } from '../../execution/tool-context.js';
import type { ToolAnnotations } from '../../metadata/tool-options.js';
import type { Caller } from '../../spec/access.js';
import { ToolSpec } from '../../spec/tool-spec.js';
import { ToolState } from '../../state/tool-state.js';
import type { BackgroundTasks } from '../background/background-tasks.js';
import type { CodeTool } from '../code-mode/code-names.js';
import type { OffloadedResults } from '../offload/offloaded-results.js';
import type { ToolEntry } from '../tool-entry.js';
import { basicGroup, type ToolGroup } from '../tool-group.js';

/** The part of a toolkit or session that a tool acting on the toolkit can read and change. */
export interface ScopeControl extends Host {
  readonly tasks: BackgroundTasks;
  groups(): readonly ToolGroup[];
  updateGroups(names: readonly string[], active: boolean): void;
  getGroupInstructions(): string;
  /** Checks whether exports defer the tool of a name. */
  isDeferred(name: string): boolean;
  /** The names of the deferred tools that exports contain. */
  readonly loadedTools: readonly string[];
  /** Adds deferred tools to exports. */
  loadTools(names: readonly string[]): void;
  list(filter: Caller & { readonly group?: string | undefined }): readonly ToolSpec[];
  /** The tools that programs of code mode may call. */
  codeTools(caller: Caller): readonly CodeTool[];
  /** The large results of the session. */
  readonly results: OffloadedResults;
  /** Returns the text of a large result. Rejects with a NotFoundError if there is none. */
  readResult(id: string): Promise<string>;
  /** Whether a program reads the results, which has no context that they could fill. */
  readonly readsWholeResults: boolean;
}

/** The options of a tool that acts on the toolkit itself. */
export interface ScopeToolOptions {
  readonly name: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[] | undefined;
  readonly outputSchema?: JsonSchema | undefined;
  /** The kind of its executor. @default 'toolkit' */
  readonly kind?: string | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  readonly run: (scope: ScopeControl, args: Readonly<Record<string, unknown>>, context: ToolContext) => unknown;
}

// The name of a hidden argument. Group names are arguments too, but cannot contain a space.
const scopeKey = 'toolwright scope';

/**
 * Creates a tool that acts on the toolkit itself. All scopes share it, and each call receives the scope that it acts
 * on.
 */
export function createScopeTool({
  run,
  properties,
  required = [],
  kind = 'toolkit',
  ...options
}: ScopeToolOptions): ToolSpec {
  return ToolSpec.create({
    ...options,
    inputSchema: { type: 'object', properties: { ...properties, [scopeKey]: {} }, required },
    bind: { [scopeKey]: scopeKey },
    executor: {
      kind,
      execute: ({ [scopeKey]: scope, ...args }, context) => run(scope as ScopeControl, args, context),
    },
  });
}

/** Creates the state that passes a scope to a tool that acts on the toolkit. */
export function createScopeState(scope: ScopeControl): ToolState {
  return new ToolState({ [scopeKey]: scope });
}

/** Creates the entry of a tool that acts on the toolkit itself. Its spec is read again whenever it is needed. */
export function createScopeEntry(
  readSpec: () => ToolSpec,
  {
    enabled = true,
    inFixedGroups,
    describeIn,
  }: Partial<Pick<ToolEntry, 'enabled' | 'inFixedGroups' | 'describeIn'>> = {},
): ToolEntry {
  return {
    get spec() {
      return readSpec();
    },
    group: basicGroup,
    source: undefined,
    enabled,
    middleware: Object.freeze([]),
    postprocess: undefined,
    actsOnScope: true,
    inFixedGroups,
    describeIn,
  };
}
