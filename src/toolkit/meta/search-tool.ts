import { NotFoundError, ValidationError } from '../../errors.js';
import { nearestName } from '../../nearest-name.js';
import { text } from '../../response/content.js';
import { respond, type ToolResponse } from '../../response/tool-response.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import type { ToolCatalog } from '../tool-catalog.js';
import type { ToolEntry } from '../tool-entry.js';
import { describeActive, optionalGroupsOf } from './meta-tool.js';
import { createScopeEntry, createScopeTool, type ScopeControl } from './scope-control.js';
import { ToolSearch } from './tool-search.js';

/** The name of the tool with which a model searches for tools. */
export const searchToolName = 'search_tools';

// A longer result would not help a model to choose.
const maxShownTools = 10;

/**
 * Returns the entry of `search_tools`, which is enabled if at least `fromGroups` groups, and at least one, exist in
 * addition to the basic group.
 */
export function searchToolEntry(catalog: Pick<ToolCatalog, 'groups'>, fromGroups: number): ToolEntry {
  const search = new ToolSearch();
  const [spec, fixedSpec] = [createSearchTool(search), createFixedSearchTool(search)];
  const enabled = (): boolean => catalog.groups.length > Math.max(1, fromGroups);
  const inFixedGroups = createScopeEntry(() => fixedSpec, { enabled });
  return createScopeEntry(() => spec, { enabled, inFixedGroups });
}

const purpose = 'Search the tools of all groups, including inactive ones, by words that describe what you want to do.';
const queryProperty = { type: 'string', description: 'What the tool should do, in a few words' } as const;
const annotations = { destructiveHint: false, idempotentHint: true, openWorldHint: false };

function createSearchTool(search: ToolSearch): ToolSpec {
  return createScopeTool({
    name: searchToolName,
    description: `${purpose} Pass the names of tools in 'activate' to activate their groups; the other groups do not change.`,
    properties: {
      query: queryProperty,
      activate: {
        type: 'array',
        items: { type: 'string' },
        description: 'Names of found tools whose groups should be activated',
      },
    },
    annotations,
    run: (scope, { query, activate = [] }, { auth }) => {
      const picked = activate as readonly string[];
      return searchTools({ scope, search, auth, query: query as string | undefined, picked, canActivate: true });
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
    run: (scope, { query }, { auth }) =>
      searchTools({ scope, search, auth, query: query as string, picked: [], canActivate: false }),
  });
}

interface SearchRequest {
  readonly scope: ScopeControl;
  readonly search: ToolSearch;
  readonly auth: unknown;
  readonly query: string | undefined;
  readonly picked: readonly string[];
  /** Whether the model can activate the groups of the tools that are found. */
  readonly canActivate: boolean;
}

interface FoundTool {
  readonly name: string;
  readonly group: string;
  readonly active: boolean;
  readonly description: string | undefined;
}

async function searchTools(request: SearchRequest): Promise<ToolResponse> {
  const { scope, search, auth, picked, canActivate } = request;
  const query = request.query?.trim() ?? '';
  if (query === '' && picked.length === 0) {
    const needed = canActivate ? "a 'query', or the tools to 'activate'" : "a 'query'";
    throw new ValidationError(`${searchToolName} needs ${needed}.`, { toolName: searchToolName });
  }
  const groupOf = new Map<ToolSpec, string>();
  for (const { name: group } of optionalGroupsOf(scope)) {
    for (const spec of scope.list({ group, auth })) groupOf.set(spec, group);
  }
  if (picked.length > 0) activate(scope, picked, groupOf);
  const specs = query === '' ? [] : await search.find(query, [...groupOf.keys()]);
  const isActive = new Map(scope.groups().map(({ name, active }) => [name, active]));
  const tools = specs.slice(0, maxShownTools).map((spec): FoundTool => {
    const group = groupOf.get(spec) ?? '';
    return { name: spec.name, group, active: isActive.get(group) === true, description: spec.description };
  });
  const parts = picked.length > 0 ? [describeActive(scope)] : [];
  if (query !== '') parts.push(describeFound({ query, tools, total: specs.length, scope, canActivate }));
  return respond({ content: [text(parts.join('\n\n'))], structuredContent: { tools } });
}

/** Activates the groups of tools. Throws a NotFoundError on an unknown name, before anything changes. */
function activate(scope: ScopeControl, picked: readonly string[], groupOf: ReadonlyMap<ToolSpec, string>): void {
  const groups = new Map([...groupOf].map(([{ name }, group]) => [name, group]));
  const wanted = picked.map((name) => {
    const group = groups.get(name);
    if (group !== undefined) return group;
    const near = nearestName(name, groups.keys());
    const hint = near === undefined ? '' : ` Did you mean '${near}'?`;
    throw new NotFoundError(`There is no tool named '${name}' in any group.${hint} No group was activated.`, {
      toolName: searchToolName,
    });
  });
  scope.updateGroups([...new Set(wanted)], true);
}

interface SearchResult {
  readonly query: string;
  readonly tools: readonly FoundTool[];
  readonly total: number;
  readonly scope: ScopeControl;
  readonly canActivate: boolean;
}

function describeFound({ query, tools, total, scope, canActivate }: SearchResult): string {
  if (tools.length === 0) {
    const groups = optionalGroupsOf(scope).map(({ name, description }) => {
      return description === undefined ? `- ${name}` : `- ${name}: ${description}`;
    });
    return [`No tool was found for '${query}'. Try other words. The groups are:`, ...groups].join('\n');
  }
  const lines = tools.map(({ name, group, active, description }) => {
    const [summary = ''] = (description ?? '').split('\n');
    return `- ${name} (group '${group}', ${active ? 'active' : 'not active'})${summary === '' ? '' : `: ${summary}`}`;
  });
  const more = total > tools.length ? [`And ${total - tools.length} more: use a more specific query.`] : [];
  const hint =
    !canActivate || tools.every(({ active }) => active)
      ? []
      : [`Call ${searchToolName} with 'activate' to activate the groups of the tools that you want.`];
  return [...lines, ...more, ...hint].join('\n');
}
