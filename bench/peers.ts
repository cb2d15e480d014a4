import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Contender, MissingPeerError, type Part, type TimedContender } from './row.js';
import {
  badArguments,
  chunkCount,
  goodArguments,
  isFound,
  isRecord,
  type SearchArguments,
  search,
  watch,
} from './tools.js';

/** Toolkits that this one stands beside. Each is a file in `bench/peers`. */
export type PeerName = 'zod' | 'typia' | 'ai' | 'langchain' | 'openai-agents' | 'mcp' | 'mastra';

/** What peers can be measured at. */
export type PeerWork = 'call' | 'text' | 'reject' | 'stream' | 'parallel';

/** The same work that this toolkit does. */
const work = {
  search,
  watch,
  wait,
  goodArguments,
  badArguments,
  goodText: JSON.stringify(goodArguments),
  chunkCount,
  isFound,
};

/** How one peer does one kind of work. */
type PeerContender = Pick<TimedContender, 'name' | 'run' | 'works' | 'units'>;

interface PeerModule {
  /** What contains a kind of work gives the ways to do it. */
  readonly peer: Readonly<Partial<Record<PeerWork, (what: typeof work) => Promise<readonly PeerContender[]>>>>;
}

/** The tool of the row with parallel calls: it waits a millisecond. */
export async function wait(args: SearchArguments): Promise<object> {
  await new Promise((done) => setTimeout(done, 1));
  return { query: args.query, limit: args.limit };
}

/** Peers at one kind of work, each in processes of its own, beside what everything is measured by. */
export function peerParts(kind: PeerWork, base: Contender, names: readonly PeerName[]): readonly Part[] {
  return names.map((name) => ({
    name,
    isPeer: true,
    rounds: 6,
    warmupRounds: 1,
    create: async () => {
      const { peer } = await importPeer(name);
      const contenders = (await peer[kind]?.(work)) ?? [];
      return [{ ...base, isHidden: true }, ...contenders.map((contender) => ({ ...contender, base: base.name }))];
    },
  }));
}

// Plain JavaScript, beside packages of its own: checking types must not need what is not installed.
async function importPeer(name: PeerName): Promise<PeerModule> {
  try {
    return (await import(pathToFileURL(resolve(`bench/peers/${name}.mjs`)).href)) as PeerModule;
  } catch (error) {
    if (isRecord(error) && error.code === 'ERR_MODULE_NOT_FOUND') {
      const folder = name === 'mastra' ? 'bench/peers/mastra' : 'bench/peers';
      throw new MissingPeerError(`${name} is not installed: npm --prefix ${folder} ci`);
    }
    throw error;
  }
}
