import type { JsonSchema } from '../../base/json/json-schema.js';
import { text } from '../../call/response/content.js';
import { respond, type ToolResponse } from '../../call/response/tool-response.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ScopeControl } from '../../toolkit/entry/scope-control.js';
import { createScopeEntry, createScopeTool } from '../../toolkit/entry/scope-tool.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { basicGroup, type GroupDefinition, type GroupList } from '../../toolkit/entry/tool-group.js';

/** The name of the tool with which a model activates groups. */
export const metaToolName = 'activate_tool_groups';

/**
 * Returns the entry of `activate_tool_groups`, which is enabled if any group exists in addition to the basic one. Its
 * schema lists the current groups, and remains the same object until they change.
 */
export function metaToolEntry(catalog: GroupList): ToolEntry {
  let latest: { readonly groups: readonly GroupDefinition[]; readonly spec: ToolSpec } | undefined;
  const readSpec = (): ToolSpec => {
    const { groups } = catalog;
    const isSame =
      latest?.groups.length === groups.length && latest.groups.every((group, index) => group === groups[index]);
    if (latest === undefined || !isSame) latest = { groups, spec: createMetaTool(groups) };
    return latest.spec;
  };
  return createScopeEntry(readSpec, {
    enabled: () => catalog.groups.length > 1,
    switchesGroups: true,
    inFixedGroups: 'absent',
  });
}

/** Describes to a model which groups are active, and how to use them. */
export function describeActive(scope: ScopeControl): string {
  const names = optionalGroupsOf(scope)
    .filter(({ active }) => active)
    .map(({ name }) => `'${name}'`);
  const active =
    names.length === 0 ? 'No group of tools is active now.' : `Active groups of tools: ${names.join(', ')}.`;
  const instructions = scope.getGroupInstructions();
  return instructions === '' ? active : `${active}\n\nFollow these instructions when you use them:\n\n${instructions}`;
}

/** Returns all groups except the basic one, in the order of their creation. */
function optionalGroupsOf<Group extends { readonly name: string }>(scope: {
  groups(): readonly Group[];
}): readonly Group[] {
  return scope.groups().filter(({ name }) => name !== basicGroup);
}

function createMetaTool(groups: readonly GroupDefinition[]): ToolSpec {
  const properties = optionalGroupsOf({ groups: () => groups }).map(({ name, description }): [string, JsonSchema] => {
    return [name, { type: 'boolean', ...(description === undefined ? {} : { description }), default: false }];
  });
  return createScopeTool({
    name: metaToolName,
    description:
      'Choose which groups of tools are active. The choice is absolute: groups that are not set to true are ' +
      'deactivated. The result lists the active groups and explains how to use them.',
    properties: Object.fromEntries(properties),
    annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: resetGroups,
  });
}

function resetGroups(scope: ScopeControl, args: Readonly<Record<string, unknown>>): ToolResponse {
  const names = optionalGroupsOf(scope).map(({ name }) => name);
  const isWanted = (name: string): boolean => Object.hasOwn(args, name) && args[name] === true;
  scope.updateGroups(
    names.filter((name) => !isWanted(name)),
    false,
  );
  scope.updateGroups(names.filter(isWanted), true);
  return respond({
    content: [text(describeActive(scope))],
    structuredContent: { activeGroups: names.filter(isWanted) },
  });
}
