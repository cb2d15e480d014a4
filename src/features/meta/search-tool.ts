import { NotFoundError, ValidationError } from '../../base/errors/errors.js';
import { nearestName } from '../../base/options/nearest-name.js';
import { text } from '../../call/response/content.js';
import { respond, type ToolResponse } from '../../call/response/tool-response.js';
import type { ToolContext } from '../../call/tool-context.js';
import type { Caller } from '../../tool/spec/access.js';
import { isDirectlyCallable } from '../../tool/spec/is-directly-callable.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import { describeHit } from '../../toolkit/describe-hit.js';
import type { ListedTool, ScopeControl } from '../../toolkit/entry/scope-control.js';
import { createScopeEntry, createScopeTool } from '../../toolkit/entry/scope-tool.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { basicGroup, type GroupList } from '../../toolkit/entry/tool-group.js';
import { searchToolName } from '../../toolkit/search-tool-name.js';
import { shortParameters } from '../../toolkit/short-signature.js';
import { type FoundTools, findTools } from '../../toolkit/tool-finder.js';
import { describeActive } from './meta-tool.js';

/**
 * Returns the entry of `search_tools`, which is enabled if at least `fromGroups` groups, and at least one, exist in
 * addition to the basic group.
 */
export function searchToolEntry(catalog: GroupList, fromGroups: number): ToolEntry {
  const spec = createSearchTool({ description: groupsDescription, reach: 'groups' });
  const fixedSpec = createFixedSearchTool();
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
  const purpose =
    'Search for more tools, by words that describe what you want to do. ' +
    "Pass the names of found tools in 'activate' to make them available";
  const options: SearchToolOptions = canSwitchGroups
    ? { description: `${purpose}; their groups become active.`, reach: 'groups' }
    : { description: `${purpose}.`, reach: 'deferred' };
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
  readonly description: string;
  readonly reach: Exclude<SearchReach, 'fixed-groups'>;
}

function createSearchTool({ description, reach }: SearchToolOptions): ToolSpec {
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
    run: (scope, { query, activate = [] }, context) => {
      const picked = activate as readonly string[];
      return searchTools({ scope, context, query: query as string | undefined, picked, reach });
    },
  });
}

/** Creates the search tool of a scope whose active groups a model cannot change. */
function createFixedSearchTool(): ToolSpec {
  return createScopeTool({
    name: searchToolName,
    description: `${purpose} Tools of inactive groups cannot be called.`,
    properties: { query: queryProperty },
    required: ['query'],
    annotations: { ...annotations, readOnlyHint: true },
    run: (scope, { query }, context) =>
      searchTools({ scope, context, query: query as string, picked: [], reach: 'fixed-groups' }),
  });
}

interface SearchRequest {
  readonly scope: ScopeControl;
  readonly context: ToolContext;
  readonly query: string | undefined;
  readonly picked: readonly string[];
  readonly reach: SearchReach;
}

interface ShownTool {
  readonly name: string;
  readonly group: string;
  readonly active: boolean;
  readonly description: string | undefined;
  /** The words of the query that were found in the tool. */
  readonly matched: readonly string[];
}

async function searchTools(request: SearchRequest): Promise<ToolResponse> {
  const { scope, context, picked, reach } = request;
  const query = request.query?.trim() ?? '';
  if (query === '' && picked.length === 0) {
    const needed = reach === 'fixed-groups' ? "a 'query'" : "a 'query', or the tools to 'activate'";
    throw new ValidationError(`${searchToolName} needs ${needed}.`, { toolName: searchToolName });
  }
  const searched = listSearched(scope, context, reach);
  const result = query === '' ? undefined : await findTools(scope, { query, tools: searched, context });
  const parts = picked.length > 0 ? [activate({ scope, picked, searched, reach })] : [];
  if (result === undefined) return respond({ content: [text(parts.join('\n\n'))], structuredContent: { tools: [] } });
  const isActive = new Map(scope.groups().map(({ name, active }) => [name, active]));
  const tools = result.found.map(({ tool: { spec, group }, matched }): ShownTool => {
    return { name: spec.name, group, active: isActive.get(group) === true, description: spec.description, matched };
  });
  parts.push(describeFound({ query, tools, result, scope, reach }));
  return respond({ content: [text(parts.join('\n\n'))], structuredContent: { tools } });
}

/** Returns the tools that a search finds for a caller. */
function listSearched(scope: ScopeControl, { auth, hostRequest }: Caller, reach: SearchReach): readonly ListedTool[] {
  const tools: ListedTool[] = [];
  for (const { name: group, active } of scope.groups()) {
    if (reach === 'deferred' && !active) continue;
    const isWhole = reach !== 'deferred' && group !== basicGroup;
    for (const spec of scope.list({ group, auth, hostRequest })) {
      if (isDirectlyCallable(spec) && (isWhole || scope.isDeferred(spec.name))) {
        tools.push({ spec, group, isActive: active });
      }
    }
  }
  return tools;
}

interface Activation {
  readonly scope: ScopeControl;
  readonly picked: readonly string[];
  readonly searched: readonly ListedTool[];
  readonly reach: SearchReach;
}

/**
 * Makes tools available: activates their groups, and loads those that are deferred. Returns a description for the model.
 * Throws a NotFoundError on an unknown name, before anything changes.
 */
function activate({ scope, picked, searched, reach }: Activation): string {
  const groups = new Map(searched.map(({ spec, group }) => [spec.name, group]));
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
  readonly tools: readonly ShownTool[];
  readonly result: FoundTools<ListedTool>;
  readonly scope: ScopeControl;
  readonly reach: SearchReach;
}

function describeFound({ query, tools, result, scope, reach }: SearchResult): string {
  const { found, total, nearestGroups } = result;
  if (tools.length === 0) return describeNothing(query, reach, describeGroups(scope, nearestGroups));
  const lines = found.map(({ tool: { spec }, matched }, index) => {
    const { group, active } = tools[index] ?? { group: '', active: false };
    const [summary = ''] = (spec.description ?? '').split('\n');
    const place = reach === 'deferred' ? undefined : `group '${group}', ${active ? 'active' : 'not active'}`;
    return describeHit({ signature: spec.name + shortParameters(spec), place, matched, summary });
  });
  const more = total > tools.length ? [`And ${total - tools.length} more: use a more specific query.`] : [];
  return [...lines, ...more, ...describeActivation(tools, scope, reach)].join('\n');
}

function describeNothing(query: string, reach: SearchReach, groups: readonly string[]): string {
  const nothing = `No tool was found for '${query}'. Try other words.`;
  if (reach === 'deferred' || groups.length === 0) return nothing;
  return [`${nothing} The nearest groups are:`, ...groups].join('\n');
}

function describeGroups(scope: ScopeControl, names: readonly string[]): readonly string[] {
  const descriptions = new Map(scope.groups().map(({ name, description }) => [name, description]));
  return names.map((name) => {
    const description = descriptions.get(name);
    return description === undefined ? `- ${name}` : `- ${name}: ${description}`;
  });
}

/** Describes how a model makes found tools available, unless all of them are. */
function describeActivation(tools: readonly ShownTool[], scope: ScopeControl, reach: SearchReach): readonly string[] {
  if (reach === 'fixed-groups') return [];
  const { loadedTools } = scope;
  const mustLoad = tools.some(({ name }) => scope.isDeferred(name) && !loadedTools.includes(name));
  if (mustLoad) return [`Call ${searchToolName} with 'activate' to make the tools available that you want.`];
  if (reach === 'deferred' || tools.every(({ active }) => active)) return [];
  return [`Call ${searchToolName} with 'activate' to activate the groups of the tools that you want.`];
}
