import { Ajv2020 } from 'ajv/dist/2020.js';
import { order, orderSchema } from './orders.js';
import type { TimedContender } from './row.js';
import {
  find,
  type flatArguments,
  flatSchema,
  goodArguments,
  isFound,
  type SearchArguments,
  search,
  searchSchema,
  wide,
  wideSchema,
} from './tools.js';

const isSearch = new Ajv2020().compile<SearchArguments>(searchSchema);
const isFlat = new Ajv2020().compile<typeof flatArguments>(flatSchema);
const isWide = new Ajv2020().compile<Readonly<Record<string, string>>>(wideSchema);
const isOrder = new Ajv2020().compile<Parameters<typeof order>[0]>(orderSchema);

/** The least that a checked call can be: a compiled validator and the method. What everything else is measured by. */
export async function floor(args: unknown): Promise<unknown> {
  if (!isSearch(args)) throw new TypeError('bad arguments');
  return await search(args);
}

/** The same for the tool of one parameter. */
export async function flatFloor(args: unknown): Promise<unknown> {
  if (!isFlat(args)) throw new TypeError('bad arguments');
  return await find(args);
}

/** The same for the tool of twenty parameters. */
export async function wideFloor(args: unknown): Promise<unknown> {
  if (!isWide(args)) throw new TypeError('bad arguments');
  return await wide(args);
}

/** The same for the tool that takes an order. */
export async function orderFloor(args: unknown): Promise<unknown> {
  if (!isOrder(args)) throw new TypeError('bad arguments');
  return await order(args);
}

/** The floor as a contender, for each process that needs it. */
export const floorContender = {
  name: 'floor: ajv, then the method',
  run: () => floor(goodArguments),
  works: isFound,
} as const satisfies TimedContender;
