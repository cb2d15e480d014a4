import type { ToolState } from '../../../call/state/tool-state.js';
import { askedCallsOf } from '../../../features/approval/scope-approval.js';
import type { Binding, ToolSpec } from '../../../index.js';
import type { Caller } from '../../../tool/spec/access.js';
import { basicGroup } from '../../../toolkit/entry/tool-group.js';
import type { DevGroup, DevTool, DevToolSummary, HiddenParameter } from '../protocol.js';
import type { DevScopeTools } from './dev-scopes.js';
import { readStateValue, showValue } from './state-values.js';

/** A tool with its place in a toolkit or session. */
export interface PlacedTool {
  readonly spec: ToolSpec;
  readonly group: string;
  readonly active: boolean;
}

/** Lists the tools of all groups that a caller may use. */
export function listTools(scope: DevScopeTools, caller: Caller): readonly PlacedTool[] {
  return scope
    .groups()
    .flatMap(({ name: group, active }) => scope.list({ group, ...caller }).map((spec) => ({ spec, group, active })));
}

/** The groups and the tools of a toolkit or session, with their tokens. */
export interface DescribedTools {
  readonly groups: readonly DevGroup[];
  readonly tools: readonly DevToolSummary[];
  readonly tokens: number;
}

export function describeTools(scope: DevScopeTools, caller: Caller): DescribedTools {
  const cost = scope.cost(caller);
  const tokensOf = new Map(cost.tools.map(({ name, tokens }) => [name, tokens]));
  const costOf = new Map(cost.groups.map((group) => [group.name, group]));
  const tools = listTools(scope, caller);
  const groups = scope.groups().map(({ name, description, active }): DevGroup => {
    const size = tools.filter(({ group }) => group === name).length;
    const words = description === undefined ? {} : { description };
    return { name, ...words, active, fixed: name === basicGroup, tools: size, tokens: costOf.get(name)?.tokens ?? 0 };
  });
  const summaries = tools.map((tool) => summarize(tool, scope, tokensOf.get(tool.spec.name) ?? 0));
  return { groups, tools: summaries, tokens: cost.tokens };
}

/** Describes a tool as its form needs it. */
export function describeTool(tool: PlacedTool, scope: DevScopeTools, caller: Caller): DevTool {
  const { spec } = tool;
  const cost = scope.cost(caller).tools.find(({ name }) => name === spec.name);
  const { outputSchema, annotations } = spec;
  const state = spec.layerState(scope.state);
  return {
    ...summarize(tool, scope, cost?.tokens ?? 0),
    inputSchema: { ...spec.inputSchema },
    ...(outputSchema === undefined ? {} : { outputSchema: { ...outputSchema } }),
    ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
    hidden: Object.values(spec.bindings).map((binding) => describeHidden(binding, state)),
    examples: spec.to(({ examples = [] }) => examples.map(({ input }) => input)),
  };
}

function summarize({ spec, group, active }: PlacedTool, scope: DevScopeTools, tokens: number): DevToolSummary {
  const { name, title, description = '', kind } = spec;
  const named = title === undefined ? { name } : { name, title };
  return { ...named, description, group, active, kind, tokens, approval: askedCallsOf(scope, spec) };
}

function describeHidden(
  { parameter, stateKey, optional, fallback, preset }: Binding,
  state: ToolState,
): HiddenParameter {
  const place = { name: parameter, key: stateKey, optional: optional || fallback !== undefined };
  if (preset === undefined) return { ...place, value: readStateValue(state, stateKey) };
  return { ...place, fixed: true, value: showValue(stateKey, preset.value) };
}
