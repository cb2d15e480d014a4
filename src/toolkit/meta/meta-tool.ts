import type { JsonSchema } from '../../json-schema.js';
import { text } from '../../response/content.js';
import { respond, type ToolResponse } from '../../response/tool-response.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import type { ToolCatalog } from '../tool-catalog.js';
import type { ToolEntry } from '../tool-entry.js';
import { basicGroup, type GroupDefinition } from '../tool-group.js';
import { createScopeTool, type ScopeControl, scopeEntry } from './scope-control.js';

/** The name of the tool by which a model switches groups. */
export const metaToolName = 'activate_tool_groups';

/**
 * Returns the entry of `activate_tool_groups`, which is enabled while there is a group besides the basic one. The schema
 * follows the groups, and stays the same object while they do.
 */
export function metaToolEntry(catalog: Pick<ToolCatalog, 'groups'>): ToolEntry {
  let made: { readonly groups: readonly GroupDefinition[]; readonly spec: ToolSpec } | undefined;
  const readSpec = (): ToolSpec => {
    const { groups } = catalog;
    const isSame =
      made?.groups.length === groups.length && made.groups.every((group, index) => group === groups[index]);
    if (made === undefined || !isSame) made = { groups, spec: createMetaTool(groups) };
    return made.spec;
  };
  return scopeEntry(readSpec, () => catalog.groups.length > 1);
}

/** What a model is told once groups were switched: which are active, and how to use them. */
export function describeActive(scope: ScopeControl): string {
  const names = switchable(scope)
    .filter(({ active }) => active)
    .map(({ name }) => `'${name}'`);
  const active =
    names.length === 0 ? 'No group of tools is active now.' : `Active groups of tools: ${names.join(', ')}.`;
  const instructions = scope.getGroupInstructions();
  return instructions === '' ? active : `${active}\n\nFollow these instructions when you use them:\n\n${instructions}`;
}

/** The groups that can be switched, in the order of their creation. */
export function switchable<Group extends { readonly name: string }>(scope: {
  groups(): readonly Group[];
}): readonly Group[] {
  return scope.groups().filter(({ name }) => name !== basicGroup);
}

function createMetaTool(groups: readonly GroupDefinition[]): ToolSpec {
  const properties = switchable({ groups: () => groups }).map(({ name, description }): [string, JsonSchema] => {
    return [name, { type: 'boolean', ...(description === undefined ? {} : { description }), default: false }];
  });
  return createScopeTool({
    name: metaToolName,
    description:
      'Choose which groups of tools are active. The choice is absolute: groups that are not set to true are switched ' +
      'off. The answer says which groups are active, and how to use them.',
    properties: Object.fromEntries(properties),
    annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: resetGroups,
  });
}

function resetGroups(scope: ScopeControl, args: Readonly<Record<string, unknown>>): ToolResponse {
  const names = switchable(scope).map(({ name }) => name);
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
