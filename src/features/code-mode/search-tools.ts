import { ValidationError } from '../../base/errors/errors.js';
import { text } from '../../call/response/content.js';
import { respond } from '../../call/response/tool-response.js';
import { createScopeEntry, createScopeTool } from '../../toolkit/entry/scope-tool.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { searchToolName } from '../../toolkit/search-tool-name.js';
import { ToolSearch } from '../../toolkit/tool-search.js';
import { codeToolsOf } from './code-callers.js';
import { type NamedCodeTool, nameCodeTools } from './code-names.js';
import { summaryOf } from './declarations.js';

// A longer result would not help a model to choose.
const maxShown = 12;

// Words could not help.
const noFunctions = 'No function can be called now: no tool is in an active group.';

/** Creates the entry of the tool with which a model searches for the functions that its programs may call. */
export function searchCodeTools(): ToolEntry {
  const search = new ToolSearch();
  const spec = createScopeTool({
    name: searchToolName,
    description: 'Search the functions that run_code can call, by words that describe what you want to do.',
    properties: { query: { type: 'string', description: 'What the function should do, in a few words' } },
    required: ['query'],
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    run: async (scope, { query }, caller) => {
      const words = (query as string).trim();
      if (words === '') throw new ValidationError(`${searchToolName} needs a 'query'.`, { toolName: searchToolName });
      const tools = nameCodeTools(codeToolsOf(scope, caller));
      if (tools.length === 0) return respond({ content: [text(noFunctions)], structuredContent: { functions: [] } });
      const bySpec = new Map(tools.map((tool) => [tool.spec, tool]));
      const found = (await search.find(words, [...bySpec.keys()])).flatMap((spec) => bySpec.get(spec) ?? []);
      const shown = found.slice(0, maxShown);
      const more =
        found.length > shown.length ? `\nAnd ${found.length - shown.length} more: use a more specific query.` : '';
      const lines =
        shown.length === 0
          ? `No function was found for '${words}'. Try other words.`
          : shown.map((tool) => lineOf(tool, scope.groupSwitch)).join('\n');
      const functions = shown.map((tool) => ({ name: tool.path, description: summaryOf(tool) }));
      return respond({ content: [text(`${lines}${more}`)], structuredContent: { functions } });
    },
  });
  return createScopeEntry(() => spec);
}

/** Returns the line with which a model reads of a function. */
function lineOf(tool: NamedCodeTool, groupSwitch: string | undefined): string {
  const summary = summaryOf(tool);
  const place =
    tool.isActive || groupSwitch === undefined ? '' : ` (activate the group '${tool.group}' with ${groupSwitch} first)`;
  return `- ${tool.path}${place}${summary === '' ? '' : `: ${summary}`}`;
}
