import { Toolkit, type ToolkitSession, ToolSpec } from 'toolwright';
import type { FlowOptions } from 'toolwright/flow';
import { isOrdered, OrderService, orderArguments } from '../orders.js';
import type { Contender, Row } from '../row.js';
import { isRecord } from '../tools.js';

const results = 100;
const bytesOfResult = 10_000;

/** A call in a session that has read much: what it costs to follow where arguments come from. */
export const row: Row = {
  title: `toolkit.execute, nested DTOs, after ${results} results of ${bytesOfResult / 1_000} kB`,
  parts: [{ name: 'flow', create: createContenders }],
};

async function createContenders(): Promise<readonly Contender[]> {
  const plain = 'session.execute';
  const trusted: FlowOptions = { onViolation: 'deny', tools: { read: { trust: 'trusted' } } };
  const untrusted: FlowOptions = {
    onViolation: 'deny',
    tools: {
      read: { trust: 'untrusted', fields: { '/*/id': { trust: 'trusted', kind: 'record' } } },
      order: { params: { customer: { decides: true } }, trust: 'untrusted' },
    },
  };
  return [
    { ...(await order(plain, undefined)) },
    { ...(await order('with flow, all of it trusted', trusted)), base: plain, maxRatio: 1.5 },
    { ...(await order('with flow, all of it untrusted', untrusted)), base: plain, maxRatio: 1.5 },
  ];
}

async function order(name: string, flow: FlowOptions | undefined): Promise<Contender> {
  const session = await createSession(flow);
  return {
    name,
    run: () => session.execute('order', orderArguments),
    works: (result) => isRecord(result) && isOrdered(result.data),
  };
}

async function createSession(flow: FlowOptions | undefined): Promise<ToolkitSession> {
  const toolkit = new Toolkit({ flow });
  const read = ToolSpec.fromFunction((page: number) => createResult(page), {
    name: 'read',
    params: { page: { type: Number } },
    annotations: { readOnlyHint: true },
  });
  toolkit.register(read);
  toolkit.register(new OrderService());
  const session = toolkit.session();
  if (flow !== undefined) session.said('Please order a pot, two pans and three lids for Ann in Leeds.');
  for (let page = 0; page < results; page++) await session.execute('read', { page });
  return session;
}

/** A list of records with an ID, a name and a text each. */
function createResult(page: number): readonly object[] {
  const text = 'What somebody has written about it, in a few sentences that nobody has to read. '.repeat(2);
  const count = Math.floor(bytesOfResult / (text.length + 60));
  return Array.from({ length: count }, (_, at) => ({ id: `record-${page}-${at}`, name: `Record ${at}`, text }));
}
