import { parseArgs } from 'node:util';
import { Toolkit, type ToolkitSession, ToolSpec } from 'toolwright';
import { describeMachine } from './table.js';

interface Sizes {
  readonly tools: number;
  readonly sessions: number;
}

/** `npm run bench sessions`: what a session costs in memory, over few tools and over many. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { smoke: { type: 'boolean', default: false } } });
  const sessions = values.smoke ? 100 : 10_000;
  console.log(describeMachine());
  console.log(`\nbytes of heap per session, ${sessions} sessions`);
  console.log('tools  new session  after a call each');
  for (const tools of values.smoke ? [1, 10] : [10, 1_000]) {
    const { fresh, used } = await measure({ tools, sessions });
    const row = [String(tools).padStart(5), fresh.toFixed(0).padStart(11), used.toFixed(0).padStart(17)];
    console.log(row.join('  '));
  }
}

/** Bytes of heap per session. */
async function measure({ tools, sessions }: Sizes): Promise<{ readonly fresh: number; readonly used: number }> {
  const toolkit = createToolkit(tools);
  // What the first session and the first call make once is not what each of them costs.
  await use(toolkit.session());
  const before = heapUsed();
  const all = Array.from({ length: sessions }, (_, index) => toolkit.session({ state: { user: index } }));
  const fresh = (heapUsed() - before) / sessions;
  for (const session of all) await use(session);
  const used = (heapUsed() - before) / sessions;
  if (all.some((session) => session.activeGroups().length !== 2)) throw new TypeError('A session lost its groups.');
  return { fresh, used };
}

function createToolkit(tools: number): Toolkit {
  const toolkit = new Toolkit();
  for (const group of ['one', 'two']) toolkit.createGroup(group);
  for (let tool = 0; tool < tools; tool++) {
    const run = (user: number, query: string): string => `${user} ${query}`;
    const params = { user: { type: Number }, query: { type: String } };
    const spec = ToolSpec.fromFunction(run, { name: `tool_${tool}`, params, bind: { user: 'user' } });
    toolkit.register(spec, { group: tool % 2 === 0 ? 'one' : 'two' });
  }
  return toolkit;
}

/** What a conversation does: it switches a group on, and calls a tool of it. */
async function use(session: ToolkitSession): Promise<void> {
  session.updateGroups(['one'], true);
  const { success } = await session.execute('tool_0', { query: 'x' }, { state: { user: 1 } });
  if (!success) throw new TypeError('A session does not do its work.');
}

function heapUsed(): number {
  if (globalThis.gc === undefined) throw new TypeError('Run node with --expose-gc.');
  for (let time = 0; time < 3; time++) globalThis.gc();
  return process.memoryUsage().heapUsed;
}

void main();
