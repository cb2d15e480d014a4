import { parseArgs } from 'node:util';
import { Toolkit, ToolSpec } from 'toolwright';
import { describeMachine } from '../table.js';
import { formatShare, rank, recallAt } from './recall.js';
import { readRequests } from './requests.js';
import { createSet, laterSets, setNames } from './tool-sets.js';

/** `npm run bench search <folder>`: how often the search finds the right tool, and what a search costs. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { smoke: { type: 'boolean', default: false }, misses: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [data] = positionals;
  console.log(describeMachine());
  await printRecall(data, values);
  await printCosts(values.smoke ? [100] : [100, 1_223, 10_000]);
}

interface Printing {
  readonly smoke: boolean;
  /** Whether each request is printed whose tool is not among the first five. */
  readonly misses: boolean;
}

async function printRecall(data: string | undefined, { smoke, misses }: Printing): Promise<void> {
  const sets = smoke || data === undefined ? (['builtin'] as const) : setNames;
  const requests = readRequests();
  const all: number[] = [];
  console.log('\nrequests whose tool is among the first, % (95 % interval by Wilson)');
  console.log('| set | tools | requests | 1 | 5 | 10 |\n|---|--:|--:|--:|--:|--:|');
  const print = (name: string, tools: string, ranks: readonly number[]): void => {
    const shares = [1, 5, 10].map((k) => formatShare(recallAt(k, ranks)));
    console.log(`| ${[name, tools, ranks.length, ...shares].join(' | ')} |`);
  };
  for (const set of sets) {
    const toolkit = await createSet(set, data ?? '');
    const cases = requests[set];
    const ranks = await rank(toolkit, cases);
    if (!laterSets.has(set)) all.push(...ranks);
    print(set, String(toolkit.list().length), ranks);
    const missed = cases.filter((_, index) => (ranks[index] ?? 0) >= 5);
    if (misses) for (const { request, tool } of missed) console.log(`    ${tool}: ${request}`);
    await toolkit.clear();
  }
  print('all', '', all);
}

/** Prints the time of the first search, which reads the tools, and of the others, and the memory of what was read. */
async function printCosts(counts: readonly number[]): Promise<void> {
  console.log('\n| tools | first search, ms | a search, ms | memory, MB |\n|--:|--:|--:|--:|');
  for (const count of counts) {
    const toolkit = createMany(count);
    const search = (query: string) => toolkit.execute('search_tools', { query });
    const before = heapUsed();
    const start = performance.now();
    await search('close the account of a customer');
    const firstMs = performance.now() - start;
    const memory = (heapUsed() - before) / 1e6;
    const queries = 50;
    const next = performance.now();
    for (let query = 0; query < queries; query++)
      await search(`${verbs[query % verbs.length]} ${things[query % 7]} please`);
    const eachMs = (performance.now() - next) / queries;
    console.log(`| ${count} | ${firstMs.toFixed(0)} | ${eachMs.toFixed(2)} | ${memory.toFixed(1)} |`);
    await toolkit.clear();
  }
}

const verbs = [
  'create',
  'read',
  'update',
  'delete',
  'list',
  'search',
  'export',
  'import',
  'approve',
  'assign',
  'close',
];
const things = [
  'invoices',
  'customer',
  'order',
  'shipment',
  'account',
  'ticket',
  'report',
  'contract',
  'employee',
  'device',
];
const places = ['warehouse', 'branch', 'team', 'region', 'project', 'store', 'plant', 'office', 'fleet', 'campaign'];

/** A toolkit with tools of different names, each with four parameters. */
function createMany(count: number): Toolkit {
  const toolkit = new Toolkit();
  toolkit.createGroup('all');
  const specs = Array.from({ length: count }, (_, index) => {
    const [verb, thing, place] = [
      verbs[index % 11],
      things[Math.floor(index / 11) % 10],
      places[Math.floor(index / 110) % 10],
    ];
    const property = (description: string) => ({ type: 'string', description }) as const;
    return ToolSpec.create({
      name: `${verb}_${thing}_of_${place}_${index}`,
      description: `${verb} the ${thing} that belongs to a ${place}, and report what has happened in revision ${index}.`,
      inputSchema: {
        type: 'object',
        properties: {
          id: property(`The ID of the ${thing}`),
          [`${place}Id`]: property(`The ID of the ${place}`),
          reason: property('Why it happens, in a sentence that people read'),
          state: { enum: ['open', 'pending', 'closed'], description: 'The state afterwards' },
        },
        required: ['id'],
      },
      executor: { kind: 'bench', execute: () => undefined },
    });
  });
  toolkit.register(specs, { group: 'all' });
  toolkit.enableMetaTool({ search: true });
  return toolkit;
}

function heapUsed(): number {
  if (globalThis.gc === undefined) throw new TypeError('Run node with --expose-gc.');
  for (let time = 0; time < 3; time++) globalThis.gc();
  return process.memoryUsage().heapUsed;
}

await main();
