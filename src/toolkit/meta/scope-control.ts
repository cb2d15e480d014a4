import type { ToolContext } from '../../execution/tool-context.js';
import type { JsonSchema } from '../../json-schema.js';
import type { ToolAnnotations } from '../../metadata/tool-options.js';
import { ToolSpec } from '../../spec/tool-spec.js';
import { ToolState } from '../../state/tool-state.js';
import type { BackgroundTasks } from '../background/background-tasks.js';
import type { ToolEntry } from '../tool-entry.js';
import { basicGroup, type ToolGroup } from '../tool-group.js';

/** What a tool about the toolkit itself may see and change: the toolkit, or the session that it is called through. */
export interface ScopeControl {
  readonly tasks: BackgroundTasks;
  groups(): readonly ToolGroup[];
  updateGroups(names: readonly string[], active: boolean): void;
  getGroupInstructions(): string;
  list(filter: { readonly group?: string | undefined; readonly auth?: unknown }): readonly ToolSpec[];
}

/** A tool about the toolkit itself. */
export interface ScopeToolOptions {
  readonly name: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[] | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  readonly run: (scope: ScopeControl, args: Readonly<Record<string, unknown>>, context: ToolContext) => unknown;
}

// The name of a hidden argument. No group is called so, whose names are arguments too.
const scopeKey = 'toolwright scope';

/** Makes a tool about the toolkit itself. All scopes share it: it is told of the one that it is called through. */
export function createScopeTool({ run, properties, required = [], ...options }: ScopeToolOptions): ToolSpec {
  return ToolSpec.create({
    ...options,
    inputSchema: { type: 'object', properties: { ...properties, [scopeKey]: {} }, required },
    bind: { [scopeKey]: scopeKey },
    executor: {
      kind: 'toolkit',
      execute: ({ [scopeKey]: scope, ...args }, context) => run(scope as ScopeControl, args, context),
    },
  });
}

/** The state through which a tool about the toolkit is told of a scope. */
export function scopeState(scope: ScopeControl): ToolState {
  return new ToolState({ [scopeKey]: scope });
}

/** The entry of a tool about the toolkit itself; its spec is read anew whenever it is needed. */
export function scopeEntry(readSpec: () => ToolSpec, enabled: ToolEntry['enabled'] = true): ToolEntry {
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
  };
}
