import { IsInt, IsString, Min } from 'class-validator';
import 'toolwright/dto';
import { Param, pendingApprovalOf, Tool, Toolkit, ToolRegistry, ToolSpec } from 'toolwright';
import { z } from 'zod';

class NewOrder {
  @IsString()
  item!: string;

  @IsInt()
  @Min(1)
  quantity!: number;
}

class Orders extends ToolRegistry {
  @Tool({ description: 'Adds two numbers.' })
  add(@Param({ type: Number }) first: number, @Param({ type: Number }) second: number): number {
    return first + second;
  }

  @Tool({ description: 'Places an order.' })
  place(@Param({ type: NewOrder }) order: NewOrder): string {
    return `${order.quantity} ${order.item}, ${order instanceof NewOrder}`;
  }

  @Tool({ description: 'Counts.' })
  async *count(@Param({ type: Number }) to: number): AsyncGenerator<string> {
    for (let index = 1; index <= to; index++) yield `${index} `;
  }

  @Tool({ description: 'Sends money.', needsApproval: true })
  transfer(@Param({ type: Number }) amount: number): string {
    return `sent ${amount}`;
  }

  @Tool({ description: 'Returns bytes.' })
  bytes(): object {
    return { bytes: new Uint8Array([1, 2, 3]), when: new Date(0), byName: new Map([['a', 1]]) };
  }

  @Tool({ description: 'Fails.' })
  fail(): never {
    throw new TypeError('broken');
  }
}

const search = ToolSpec.fromFunction(({ query }: { query: string }) => `found ${query}`, {
  name: 'search',
  inputSchema: z.object({ query: z.string().min(2) }),
});

const lookup = ToolSpec.fromFunction(({ id }: { id: string }) => `looked up ${id}`, {
  name: 'lookup',
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'string', pattern: '^[a-z]+$', format: 'hostname' } },
    required: ['id'],
  },
});

/** Calls a tool of each kind, and returns what each call returned. */
async function callTools(): Promise<Readonly<Record<string, unknown>>> {
  const toolkit = new Toolkit({ approvalKey: 'k'.repeat(32), approver: () => 'later' });
  toolkit.register(new Orders());
  toolkit.register([search, lookup]);
  const call = async (name: string, args: object): Promise<unknown> => {
    const { success, structuredContent, data, error } = await toolkit.execute(name, args);
    return success ? (structuredContent ?? data) : error?.message;
  };
  const waiting = await toolkit.execute('transfer', { amount: 5 });
  const { token = '' } = pendingApprovalOf(waiting) ?? {};
  const resumed = await toolkit.resumeApproval(token, 'approve');
  const forged = await toolkit.resumeApproval(`${token}x`, 'approve');
  const chunks: string[] = [];
  for await (const { isLast, content } of new Orders().toolSpec('count').iterate({ to: 3 })) {
    if (!isLast) chunks.push(JSON.stringify(content[0]));
  }
  return {
    add: await call('add', { first: 1, second: '2' }),
    addRefused: await call('add', { first: 'one' }),
    place: await call('place', { item: 'pen', quantity: 2 }),
    placeRefused: await call('place', { item: 'pen', quantity: 0 }),
    search: await call('search', { query: 'tea' }),
    searchRefused: await call('search', { query: 't' }),
    lookup: await call('lookup', { id: 'abc' }),
    lookupRefused: await call('lookup', { id: 'A B' }),
    bytes: await call('bytes', {}),
    fail: await call('fail', {}),
    chunks,
    resumed: resumed.data,
    forged: forged.error?.code,
  };
}

function canGenerateCode(): boolean {
  try {
    return new Function('return true')() as boolean;
  } catch {
    return false;
  }
}

export default {
  async fetch(): Promise<Response> {
    const isNode = typeof process !== 'undefined';
    return Response.json({ canGenerateCode: canGenerateCode(), isNode, results: await callTools() });
  },
};
