import { ToolIndex } from '../../../features/search/tool-index.js';
import type { ToolSpec } from '../../../index.js';
import { createFinding, type Finding } from './finding.js';

/** Finds the requests among the examples of tools for which a search finds another tool first. */
export async function findLostExamples(specs: readonly ToolSpec[]): Promise<readonly Finding[]> {
  const withRequests = specs.filter(({ requests }) => requests.length > 0);
  if (withRequests.length === 0) return [];
  const tools = specs.map((spec) => ({ spec, group: 'basic', isActive: true }));
  const searched = await new ToolIndex('en', () => specs.length).read(tools, new Map(), undefined);
  return withRequests.flatMap((spec) =>
    spec.requests.flatMap((request): readonly Finding[] => {
      const [first] = searched.find(request);
      if (first === undefined || first.tool.spec === spec) return [];
      const other = first.tool.spec.name;
      const message = `Its example '${request}' finds '${other}' first. Say in both descriptions when to use which.`;
      return [createFinding('example-of-another', 'warning', { tool: spec.name, about: request, message })];
    }),
  );
}
