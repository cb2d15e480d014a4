import { NotFoundError, ValidationError } from '../../base/errors/errors.js';
import { nearestName } from '../../base/options/nearest-name.js';
import { text } from '../../call/response/content.js';
import { respond, type ToolResponse } from '../../call/response/tool-response.js';
import type { Caller } from '../../tool/spec/access.js';
import { isDirectlyCallable } from '../../tool/spec/is-directly-callable.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ScopeControl } from '../../toolkit/entry/scope-control.js';
import { createScopeEntry, createScopeTool } from '../../toolkit/entry/scope-tool.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { basicGroup, type GroupList } from '../../toolkit/entry/tool-group.js';
import { searchToolName } from '../../toolkit/search-tool-name.js';
import { ToolSearch } from '../../toolkit/tool-search.js';
import { describeActive, optionalGroupsOf } from './meta-tool.js';

// A longer result would not help a model to choose.
const maxShownTools = 10;

/**
 * Returns the entry of `search_tools`, which is enabled if at least `fromGroups` groups, and at least one, exist in
 * addition to the basic group.
 */
export function searchToolEntry(catalog: GroupList, fromGroups: number): ToolEntry {
  const search = new ToolSearch();
  const spec = createSearchTool({ search, description: groupsDescription, reach: 'groups' });
  const fixedSpec = createFixedSearchTool(search);
  const enabled = (): boolean => catalog.groups.length > Math.max(1, fromGroups);
  const inFixedGroups = createScopeEntry(() => fixedSpec, { enabled });
  return createScopeEntry(() => spec, { enabled, inFixedGroups });
}

/**
 * Returns the entry of `search_tools` for tools that exports defer.
 *
 * @param canSwitchGroups - Whether it also finds the tools of inactive groups, and activates these groups.
 */
export function deferredSearchEntry(canSwitchGroups: boolean): ToolEntry {
  const search = new ToolSearch();
  const purpose =
    'Search for more tools, by words that describe what you want to do. ' +
    "Pass the names of found tools in 'activate' to make them available";
  const options: SearchToolOptions = canSwitchGroups
    ? { search, description: `${purpose}; their groups become active.`, reach: 'groups' }
    : { search, description: `${purpose}.`, reach: 'deferred' };
  const spec = createSearchTool(options);
  return createScopeEntry(() => spec);
}

const purpose = 'Search the tools of all groups, including inactive ones, by words that describe what you want to do.';
const groupsDescription = `${purpose} Pass the names of tools in 'activate' to activate their groups; the other groups do not change.`;
const queryProperty = { type: 'string', description: 'What the tool should do, in a few words' } as const;
const annotations = { destructiveHint: false, idempotentHint: true, openWorldHint: false };

/**
 * The tools that a search finds: those of all groups, which it can activate; those of all groups, which it cannot
 * activate; or the deferred tools of the active groups.
 */
type SearchReach = 'groups' | 'fixed-groups' | 'deferred';

interface SearchToolOptions {
  readonly search: ToolSearch;
  readonly description: string;
  readonly reach: Exclude<SearchReach, 'fixed-groups'>;
}

function createSearchTool({ search, description, reach }: SearchToolOptions): ToolSpec {
  return createScopeTool({
    name: searchToolName,
    description,
    properties: {
      query: queryProperty,
      activate: {
        type: 'array',
        items: { type: 'string' },
        description:
          reach === 'groups'
            ? 'Names of found tools whose groups should be activated'
            : 'Names of found tools that should be available',
      },
    },
    annotations,
    run: (scope, { query, activate = [] }, caller) => {
      const picked = activate as readonly string[];
      return searchTools({ scope, search, caller, query: query as string | undefined, picked, reach });
    },
  });
}

/** Creates the search tool of a scope whose active groups a model cannot change. */
function createFixedSearchTool(search: ToolSearch): ToolSpec {
  return createScopeTool({
    name: searchToolName,
    description: `${purpose} Tools of inactive groups cannot be called.`,
    properties: { query: queryProperty },
    required: ['query'],
    annotations: { ...annotations, readOnlyHint: true },
    run: (scope, { query }, caller) =>
      searchTools({ scope, search, caller, query: query as string, picked: [], reach: 'fixed-groups' }),
  });
}

interface SearchRequest {
  readonly scope: ScopeControl;
  readonly search: ToolSearch;
  readonly caller: Caller;
  readonly query: string | undefined;
  readonly picked: readonly string[];
  readonly reach: SearchReach;
}

interface FoundTool {
  readonly name: string;
  readonly group: string;
  readonly active: boolean;
  readonly description: string | undefined;
}

async function searchTools(request: SearchRequest): Promise<ToolResponse> {
  const { scope, search, caller, picked, reach } = request;
  const query = request.query?.trim() ?? '';
  if (query === '' && picked.length === 0) {
    const needed = reach === 'fixed-groups' ? "a 'query'" : "a 'query', or the tools to 'activate'";
    throw new ValidationError(`${searchToolName} needs ${needed}.`, { toolName: searchToolName });
  }
  const groupOf = listSearched(scope, caller, reach);
  const specs = query === '' ? [] : await search.find(query, [...groupOf.keys()]);
  const parts = picked.length > 0 ? [activate({ scope, picked, groupOf, reach })] : [];
  const isActive = new Map(scope.groups().map(({ name, active }) => [name, active]));
  const tools = specs.slice(0, maxShownTools).map((spec): FoundTool => {
    const group = groupOf.get(spec) ?? '';
    return { name: spec.name, group, active: isActive.get(group) === true, description: spec.description };
  });
  if (query !== '') parts.push(describeFound({ query, tools, total: specs.length, scope, reach }));
  return respond({ content: [text(parts.join('\n\n'))], structuredContent: { tools } });
}

/** Returns the tools that a search finds for a caller, with their groups. */
function listSearched(
  scope: ScopeControl,
  { auth, hostRequest }: Caller,
  reach: SearchReach,
): ReadonlyMap<ToolSpec, string> {
  const groupOf = new Map<ToolSpec, string>();
  for (const { name: group, active } of scope.groups()) {
    if (reach === 'deferred' && !active) continue;
    const isWhole = reach !== 'deferred' && group !== basicGroup;
    for (const spec of scope.list({ group, auth, hostRequest })) {
      if (isDirectlyCallable(spec) && (isWhole || scope.isDeferred(spec.name))) groupOf.set(spec, group);
    }
  }
  return groupOf;
}

interface Activation {
  readonly scope: ScopeControl;
  readonly picked: readonly string[];
  readonly groupOf: ReadonlyMap<ToolSpec, string>;
  readonly reach: SearchReach;
}

/**
 * Makes tools available: activates their groups, and loads those that are deferred. Returns a description for the model.
 * Throws a NotFoundError on an unknown name, before anything changes.
 */
function activate({ scope, picked, groupOf, reach }: Activation): string {
  const groups = new Map([...groupOf].map(([{ name }, group]) => [name, group]));
  const wanted = picked.map((name) => {
    const group = groups.get(name);
    if (group !== undefined) return group;
    const near = nearestName(name, groups.keys());
    const hint = near === undefined ? '' : ` Did you mean '${near}'?`;
    const outcome = reach === 'deferred' ? 'No tool was made available.' : 'No group was activated.';
    throw new NotFoundError(`There is no tool named '${name}' ${placeOf(reach)}.${hint} ${outcome}`, {
      toolName: searchToolName,
    });
  });
  const loaded = picked.filter((name) => scope.isDeferred(name));
  if (reach !== 'deferred') scope.updateGroups([...new Set(wanted)].filter(isOptional), true);
  if (loaded.length > 0) scope.loadTools(loaded);
  const available = `Available tools: ${loaded.map((name) => `'${name}'`).join(', ')}.`;
  if (reach === 'deferred') return available;
  return loaded.length === 0 ? describeActive(scope) : `${available}\n\n${describeActive(scope)}`;
}

function placeOf(reach: SearchReach): string {
  return reach === 'deferred' ? 'to make available' : 'in any group';
}

function isOptional(group: string): boolean {
  return group !== basicGroup;
}

interface SearchResult {
  readonly query: string;
  readonly tools: readonly FoundTool[];
  readonly total: number;
  readonly scope: ScopeControl;
  readonly reach: SearchReach;
}

function describeFound({ query, tools, total, scope, reach }: SearchResult): string {
  if (tools.length === 0) return describeNothing(query, scope, reach);
  const lines = tools.map(({ name, group, active, description }) => {
    const [summary = ''] = (description ?? '').split('\n');
    const place = reach === 'deferred' ? '' : ` (group '${group}', ${active ? 'active' : 'not active'})`;
    return `- ${name}${place}${summary === '' ? '' : `: ${summary}`}`;
  });
  const more = total > tools.length ? [`And ${total - tools.length} more: use a more specific query.`] : [];
  return [...lines, ...more, ...describeActivation(tools, scope, reach)].join('\n');
}

function describeNothing(query: string, scope: ScopeControl, reach: SearchReach): string {
  const nothing = `No tool was found for '${query}'. Try other words.`;
  if (reach === 'deferred') return nothing;
  const groups = optionalGroupsOf(scope).map(({ name, description }) => {
    return description === undefined ? `- ${name}` : `- ${name}: ${description}`;
  });
  return [`${nothing} The groups are:`, ...groups].join('\n');
}

/** Describes how a model makes found tools available, unless all of them are. */
function describeActivation(tools: readonly FoundTool[], scope: ScopeControl, reach: SearchReach): readonly string[] {
  if (reach === 'fixed-groups') return [];
  const { loadedTools } = scope;
  const mustLoad = tools.some(({ name }) => scope.isDeferred(name) && !loadedTools.includes(name));
  if (mustLoad) return [`Call ${searchToolName} with 'activate' to make the tools available that you want.`];
  if (reach === 'deferred' || tools.every(({ active }) => active)) return [];
  return [`Call ${searchToolName} with 'activate' to activate the groups of the tools that you want.`];
}
