import { ValidationError } from '../../base/errors/errors.js';
import { text } from '../../call/response/content.js';
import { respond } from '../../call/response/tool-response.js';
import { describeHit } from '../../toolkit/describe-hit.js';
import { createScopeEntry, createScopeTool } from '../../toolkit/entry/scope-tool.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { searchToolName } from '../../toolkit/search-tool-name.js';
import { shortParameters } from '../../toolkit/short-signature.js';
import { type FoundTool, findTools } from '../../toolkit/tool-finder.js';
import { codeToolsOf } from './code-callers.js';
import { type NamedCodeTool, nameCodeTools } from './code-names.js';
import { summaryOf } from './declarations.js';

// Words could not help.
const noFunctions = 'No function can be called now: no tool is in an active group.';

/** Creates the entry of the tool with which a model searches for the functions that its programs may call. */
export function searchCodeTools(): ToolEntry {
  const spec = createScopeTool({
    name: searchToolName,
    description: 'Search the functions that run_code can call, by words that describe what you want to do.',
    properties: { query: { type: 'string', description: 'What the function should do, in a few words' } },
    required: ['query'],
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    run: async (scope, { query }, context) => {
      const words = (query as string).trim();
      if (words === '') throw new ValidationError(`${searchToolName} needs a 'query'.`, { toolName: searchToolName });
      const tools = nameCodeTools(codeToolsOf(scope, context));
      if (tools.length === 0) return respond({ content: [text(noFunctions)], structuredContent: { functions: [] } });
      const { found, total, nearestGroups } = await findTools(scope, { query: words, tools, context });
      const more = total > found.length ? `\nAnd ${total - found.length} more: use a more specific query.` : '';
      const lines =
        found.length === 0
          ? describeNothing(words, tools, nearestGroups)
          : found.map((one) => lineOf(one, scope.groupSwitch)).join('\n');
      const functions = found.map(({ tool, matched }) => ({ name: tool.path, description: summaryOf(tool), matched }));
      return respond({ content: [text(`${lines}${more}`)], structuredContent: { functions } });
    },
  });
  return createScopeEntry(() => spec);
}

/** Returns the line with which a model reads of a function. */
function lineOf({ tool, matched }: FoundTool<NamedCodeTool>, groupSwitch: string | undefined): string {
  const isReady = tool.isActive || groupSwitch === undefined;
  const place = isReady ? undefined : `activate the group '${tool.group}' with ${groupSwitch} first`;
  return describeHit({ signature: tool.path + shortParameters(tool.spec), place, matched, summary: summaryOf(tool) });
}

function describeNothing(words: string, tools: readonly NamedCodeTool[], nearestGroups: readonly string[]): string {
  const nothing = `No function was found for '${words}'. Try other words.`;
  const near = tools.filter(({ group }) => nearestGroups.includes(group)).map(({ namespace }) => namespace);
  return near.length === 0 ? nothing : `${nothing} The nearest namespaces are ${[...new Set(near)].join(', ')}.`;
}
