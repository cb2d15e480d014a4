import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Toolkit, type ToolkitOptions, ToolSpec } from 'toolwright';
import { createBuiltinToolkit } from 'toolwright/builtin';
import { openApiSource } from 'toolwright/rest';

/** The tools that requests are made of, by the name of the set. `unseen` and `plain` have those of `github`. */
export type SetName = 'github' | 'discord' | 'openai' | 'office' | 'builtin' | 'unseen' | 'plain';

/** The names of the sets. */
export const setNames: readonly SetName[] = ['github', 'discord', 'openai', 'office', 'builtin', 'unseen', 'plain'];

/** The sets for which nothing was chosen: they were written after the search, or without knowledge of it. */
export const laterSets: ReadonlySet<SetName> = new Set(['unseen', 'plain']);

/** Creates a toolkit with the tools of a set, and a search over all of them. */
export async function createSet(set: SetName, data: string, options: ToolkitOptions = {}): Promise<Toolkit> {
  if (!['builtin', 'office'].includes(set)) {
    const document = await createDocument(laterSets.has(set) ? 'github' : set, data, options);
    document.enableMetaTool({ search: true });
    return document;
  }
  const toolkit = new Toolkit(options);
  if (set === 'builtin') {
    toolkit.createGroup('all');
    for (const spec of createBuiltinToolkit().list()) toolkit.register(spec, { group: 'all' });
  } else {
    for (const suite of ['workspace', 'slack']) {
      toolkit.createGroup(suite);
      for (const spec of readSuite(join(data, 'agentdojo', `${suite}.json`))) toolkit.register(spec, { group: suite });
    }
  }
  toolkit.enableMetaTool({ search: true });
  return toolkit;
}

/** Creates a toolkit with the tools of a document in `openapi`. */
export async function createDocument(name: string, data: string, options: ToolkitOptions = {}): Promise<Toolkit> {
  const file = join(data, 'openapi', `${name}.json.gz`);
  const document: object = JSON.parse(gunzipSync(readFileSync(file)).toString());
  const toolkit = new Toolkit(options);
  const source = openApiSource(document, {
    names: ({ id }) => nameOf(id),
    baseUrl: 'https://localhost',
    onWarning: () => undefined,
  });
  await toolkit.registerSource(source);
  return toolkit;
}

/** Returns the name of the tool of an operation, as it is in these sets whatever the default is. */
export function nameOf(operation: string): string {
  return operation.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').slice(-64);
}

interface SuiteTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
}

function readSuite(file: string): readonly ToolSpec[] {
  const { tools }: { readonly tools: readonly SuiteTool[] } = JSON.parse(readFileSync(file, 'utf8'));
  return tools.map(({ name, description, parameters }) =>
    ToolSpec.create({
      name,
      description,
      inputSchema: { ...parameters },
      executor: { kind: 'bench', execute: () => undefined },
    }),
  );
}
