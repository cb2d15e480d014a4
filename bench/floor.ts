import { Ajv2020 } from 'ajv/dist/2020.js';
import { type SearchArguments, search, searchSchema, wide, wideSchema } from './tools.js';

const isSearch = new Ajv2020().compile<SearchArguments>(searchSchema);
const isWide = new Ajv2020().compile<Readonly<Record<string, string>>>(wideSchema);

/** The least that a checked call can be: a compiled validator and the method. What everything else is measured by. */
export async function floor(args: unknown): Promise<unknown> {
  if (!isSearch(args)) throw new TypeError('bad arguments');
  return await search(args);
}

/** The same for the tool of twenty parameters. */
export async function wideFloor(args: unknown): Promise<unknown> {
  if (!isWide(args)) throw new TypeError('bad arguments');
  return await wide(args);
}
