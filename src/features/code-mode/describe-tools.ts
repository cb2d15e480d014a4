import { NotFoundError } from '../../base/errors/errors.js';
import { createScopeEntry, createScopeTool } from '../../toolkit/entry/scope-tool.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { codeToolsOf } from './code-callers.js';
import { type NamedCodeTool, nameCodeTools } from './code-names.js';
import { declareTools } from './declarations.js';
import { describeMissing } from './missing-function.js';

const describeToolsName = 'describe_tools';

/** Creates the entry of the tool with which a model reads the declarations of functions. */
export function describeCodeTools(): ToolEntry {
  const spec = createScopeTool({
    name: describeToolsName,
    description: 'Read the TypeScript declarations of functions that run_code can call.',
    properties: {
      names: {
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
        maxItems: 20,
        description: 'Names of functions, with their namespaces',
      },
    },
    required: ['names'],
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    run: (scope, { names }, caller) => {
      const tools = nameCodeTools(codeToolsOf(scope, caller));
      return declareTools([...new Set((names as readonly string[]).map((name) => findTool(tools, name)))]);
    },
  });
  return createScopeEntry(() => spec);
}

function findTool(tools: readonly NamedCodeTool[], name: string): NamedCodeTool {
  const found = tools.find(({ path }) => path === name) ?? tools.find(({ spec }) => spec.name === name);
  if (found !== undefined) return found;
  throw new NotFoundError(describeMissing(name, tools), { toolName: describeToolsName });
}
