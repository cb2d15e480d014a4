import type { JsonSchema } from '../../base/json/json-schema.js';
import { ToolState } from '../../call/state/tool-state.js';
import type { ToolContext } from '../../call/tool-context.js';
import type { ToolAnnotations } from '../../tool/metadata/tool-options.js';
import { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ScopeControl } from './scope-control.js';
import type { ToolEntry } from './tool-entry.js';
import { basicGroup } from './tool-group.js';

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
  /** The time limit of a call, in milliseconds. @default that of the toolkit */
  readonly timeoutMs?: number | undefined;
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
    ...others
  }: Partial<Pick<ToolEntry, 'enabled' | 'switchesGroups' | 'inFixedGroups' | 'describeIn'>> = {},
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
    ...others,
  };
}
