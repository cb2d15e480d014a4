import { Toolkit, type ToolkitOptions, type ToolOptions, ToolSpec } from 'toolwright';

/** A tool of a test, in the group `all` unless it names another one. */
export type TestTool = Pick<
  ToolOptions,
  'title' | 'description' | 'tags' | 'keywords' | 'examples' | 'inputSchema' | 'canAccess' | 'group'
> & { readonly name: string };

/** Creates a toolkit that models search. */
export function withTools(tools: readonly TestTool[], options: ToolkitOptions = {}): Toolkit {
  const toolkit = new Toolkit(options);
  for (const group of new Set(['all', ...tools.flatMap(({ group: name }) => name ?? [])])) toolkit.createGroup(group);
  for (const { group = 'all', ...tool } of tools) {
    toolkit.register(ToolSpec.create({ ...tool, executor: { kind: 'test', execute: () => tool.name } }), { group });
  }
  toolkit.enableMetaTool({ search: true });
  return toolkit;
}

/** A tool as a search returns it. */
export interface Found {
  readonly name: string;
  readonly group: string;
  readonly matched: readonly string[];
}

/** Returns what a search finds. */
export async function find(
  scope: Pick<Toolkit, 'execute'>,
  query: string,
  options: { readonly auth?: unknown; readonly signal?: AbortSignal } = {},
): Promise<readonly Found[]> {
  const result = await scope.execute('search_tools', { query }, { ...options, throwOnError: true });
  return (result.structuredContent as { tools: Found[] }).tools;
}

/** Returns the names of the tools that a search finds. */
export async function namesFor(...search: Parameters<typeof find>): Promise<readonly string[]> {
  return (await find(...search)).map(({ name }) => name);
}
