import type { Row } from './row.js';

/** All rows, in the order of the table. Each file is loaded only in the process that measures it. */
const loaders = {
  call: async () => (await import('./rows/call.js')).row,
  dto: async () => (await import('./rows/dto.js')).row,
  'dto-among-many': async () => (await import('./rows/dto-among-many.js')).row,
  exec: async () => (await import('./rows/exec.js')).row,
  text: async () => (await import('./rows/text.js')).row,
  'one-more': async () => (await import('./rows/one-more.js')).row,
  overhead: async () => (await import('./rows/overhead.js')).row,
  reject: async () => (await import('./rows/reject.js')).row,
  stream: async () => (await import('./rows/stream.js')).row,
  iterate: async () => (await import('./rows/iterate.js')).row,
  build: async () => (await import('./rows/build.js')).row,
  'build-dto': async () => (await import('./rows/build-dto.js')).row,
  'first-call': async () => (await import('./rows/first-call.js')).row,
  list: async () => (await import('./rows/list.js')).row,
  memory: async () => (await import('./rows/memory.js')).row,
  import: async () => (await import('./rows/import.js')).row,
  bundle: async () => (await import('./rows/bundle.js')).row,
  nest: async () => (await import('./rows/nest.js')).row,
  http: async () => (await import('./rows/http.js')).row,
  'mcp-fetch': async () => (await import('./rows/mcp-fetch.js')).row,
  stdio: async () => (await import('./rows/stdio.js')).row,
  parallel: async () => (await import('./rows/parallel.js')).row,
  flow: async () => (await import('./rows/flow.js')).row,
} as const satisfies Readonly<Record<string, () => Promise<Row>>>;

type RowName = keyof typeof loaders;

export const rowNames = Object.keys(loaders) as readonly RowName[];

/**
 * The row of that name.
 *
 * @throws TypeError if there is none.
 */
export async function loadRow(name: string): Promise<Row> {
  if (!Object.hasOwn(loaders, name)) {
    throw new TypeError(`There is no row '${name}'. The rows are ${rowNames.join(', ')}.`);
  }
  return await loaders[name as RowName]();
}
