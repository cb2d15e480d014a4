/**
 * A model calls the 108 tools of twelve branches by a program. One call needs approval: the process ends, and another one
 * continues the program after the decision: `npm run sample code-mode`.
 */
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pendingApprovalsOf, type ToolResult } from 'toolwright';
import { FolderSnapshotStore, QuickJsEngine } from 'toolwright/sandbox';
import type { Order } from './branch.js';
import { createToolkit } from './create-toolkit.js';

const program = `
const stocks = { berlin: berlin.stock, oslo: oslo.stock, rome: rome.stock };
const counts: [string, number][] = await Promise.all(
  Object.entries(stocks).map(async ([city, stock]) => [city, await stock({ article: 'pot' })]),
);
console.log('in stock:', JSON.stringify(Object.fromEntries(counts)));
const order = await oslo.order({ article: 'pot', count: 6 });
({ order, open: (await oslo.orders()).length })`;

/** The calls that a model would make, one after another. */
const script = [
  { name: 'search_tools', input: { query: 'oslo pieces stock' } },
  { name: 'describe_tools', input: { names: ['oslo.stock', 'oslo.order'] } },
  { name: 'run_code', input: { code: program } },
];

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'toolwright-code-mode-'));
  try {
    const orders: Order[] = [];
    const token = await runUntilApproval(folder, orders);
    await continueElsewhere(token, folder, orders);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs the calls of the model, until its program waits for a decision. Returns the token of the approval. */
async function runUntilApproval(folder: string, orders: Order[]): Promise<string> {
  await using engine = new QuickJsEngine();
  const toolkit = createToolkit({ engine, snapshots: new FolderSnapshotStore(folder), orders });
  const tools = toolkit.getJsonSchemas();
  console.log(`The model sees ${tools.map(({ name }) => name).join(', ')}: ${toolkit.cost().tokens} tokens.`);
  console.log(`It can call ${toolkit.list().length - tools.length} tools.\n`);
  let last: ToolResult | undefined;
  for (const { name, input } of script) {
    last = await toolkit.execute(name, input);
    console.log(`${name}:\n${last.toText()}\n`);
  }
  const [approval] = last === undefined ? [] : pendingApprovalsOf(last);
  console.log(`Waits for: ${approval?.toolName} ${JSON.stringify(approval?.input)}`);
  console.log(`Orders so far: ${orders.length}\n`);
  return approval?.token ?? '';
}

/** Continues the program in a toolkit of its own, as another process does days later. */
async function continueElsewhere(token: string, folder: string, orders: Order[]): Promise<void> {
  await using engine = new QuickJsEngine();
  const toolkit = createToolkit({ engine, snapshots: new FolderSnapshotStore(folder), orders });
  const result = await toolkit.resumeApproval(token, 'approve');
  console.log(`After the approval:\n${result.toText()}`);
}

await main();
