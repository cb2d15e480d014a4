import type { JsonSchema } from '../../base/json/json-schema.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import type { ToolDescriptor } from '../../format/tool-descriptor.js';
import { isDirectlyCallable } from '../../tool/spec/is-directly-callable.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import { registeredSpecsOf } from '../../toolkit/registered-specs.js';
import { createSelector, type ExportFilter, type ToolFilter } from '../../toolkit/tool-filter.js';

/** A tool as an adapter passes it to its SDK. */
export interface AgentTool extends Pick<ToolDescriptor, 'name' | 'title' | 'description'> {
  readonly spec: ToolSpec;
  /** A copy of the input schema, which the SDK may change. */
  readonly schema: JsonSchema;
}

/**
 * Returns the tools of a toolkit or session that a model may call, as an SDK receives them, in the order of registration.
 */
export function listTools(scope: ToolScope, filter: ToolFilter): readonly AgentTool[] {
  return scope.list(filter).filter(isDirectlyCallable).map(toAgentTool);
}

/** Returns the tools of a toolkit or session for callers who are not known yet, so that none is omitted. */
export function listAllTools(scope: ToolScope, { versions, ...selection }: ToolFilter): readonly AgentTool[] {
  const names = [...new Set(registeredSpecsOf(scope).map(({ name }) => name))];
  const isSelected = createSelector(selection, names);
  const specs = names.flatMap((name) => scope.get(name, { versions }) ?? []);
  return specs.filter((spec) => isSelected(spec) && isDirectlyCallable(spec)).map(toAgentTool);
}

/**
 * Returns the names of the tools of active groups that a model may call, for SDKs that select the tools of each step.
 *
 * @throws DefinitionError on an unknown group, name or version in `filter`.
 */
export function listActiveNames(scope: ToolScope, filter: ExportFilter): readonly string[] {
  return scope
    .list({ ...filter, active: true })
    .filter(isDirectlyCallable)
    .map(({ name }) => name);
}

function toAgentTool(spec: ToolSpec): AgentTool {
  const { name, title, description, inputSchema } = spec.to((tool) => tool);
  return { spec, name, title, description, schema: structuredClone(inputSchema) };
}
