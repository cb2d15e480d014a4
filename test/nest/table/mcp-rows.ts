import { deepEqual, equal, ok } from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { finalize, NEVER, type Observable, of } from 'rxjs';
import { Tool, ToolContext, ToolRegistry } from 'toolwright';
import { serveMcp } from 'toolwright/mcp';
import { HideUnauthorized } from 'toolwright/nest';
import type { RowApp } from './app.js';
import { until } from './connection.js';
import { cancelCall, connectMcp, connectStdio, type Era, eras, type McpClient } from './mcp-client.js';
import type { Row } from './row.js';

const revisions = { '2025': '2025-11-25', '2026': '2026-07-28' } as const;

let started = 0;
let stopped = 0;

@Injectable()
class AdminGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest().user?.role === 'admin';
  }
}

class Orders extends ToolRegistry {
  @Tool()
  find(id: number): string {
    if (id !== 41) throw new Error(`Order ${id} is not found.`);
    return 'found';
  }

  @Tool()
  async *generate(): AsyncGenerator<number> {
    yield 1;
    yield 2;
  }

  @Tool()
  observe(): Observable<number> {
    return of(1, 2);
  }

  @Tool()
  async wait(ctx: ToolContext): Promise<string> {
    started += 1;
    await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
    stopped += 1;
    return 'stopped';
  }

  @Tool()
  watch(): Observable<number> {
    started += 1;
    return NEVER.pipe(finalize(() => (stopped += 1)));
  }

  @Tool()
  @HideUnauthorized(AdminGuard)
  purge(): string {
    return 'purged';
  }
}

type StartApp = RowApp['start'];

/** Calls the tools of an application as a client of an era. */
async function withClient(start: StartApp, era: Era, use: (client: McpClient) => Promise<void>): Promise<void> {
  const { url } = await start({ toolkit: { mcp: { path: '/mcp' } }, providers: [Orders] });
  const client = await connectMcp(era, `${url}/mcp`);
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

/** Returns the text of a call, and whether the call failed. */
async function callTool(client: McpClient, name: string, args: Readonly<Record<string, unknown>> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: { ...args } });
  return { text: (content as readonly { readonly text: string }[]).map(({ text }) => text), isError };
}

const createRows = (era: Era): readonly Row[] => [
  {
    name: `all values of a stream for MCP clients of ${era}`,
    run: ({ start }) =>
      withClient(start, era, async (client) => {
        for (const name of ['generate', 'observe'])
          deepEqual(JSON.parse(String((await callTool(client, name)).text)), [1, 2]);
      }),
  },
  {
    name: `unknown arguments refused for MCP clients of ${era}`,
    run: ({ start }) =>
      withClient(start, era, async (client) => {
        equal((await callTool(client, 'find', { id: 41 })).isError, false);
        equal((await callTool(client, 'find', { id: 41, limit: 1 })).isError, true);
      }),
  },
  {
    name: `message of an error for MCP clients of ${era}`,
    run: ({ start }) =>
      withClient(start, era, async (client) => {
        const { text, isError } = await callTool(client, 'find', { id: 42 });
        ok(isError && text.join().includes('Order 42 is not found.'), text.join());
      }),
  },
  {
    name: `cancellation of a method by MCP clients of ${era}`,
    run: ({ start }) => withClient(start, era, (client) => cancel(client, 'wait')),
  },
  {
    name: `cancellation of an Observable by MCP clients of ${era}`,
    run: ({ start }) => withClient(start, era, (client) => cancel(client, 'watch')),
  },
  {
    name: `hidden tools over standard input for MCP clients of ${era}`,
    run: async ({ start }) => {
      const { toolkit } = await start({ providers: [Orders] });
      for (const [role, isVisible] of [
        ['guest', false],
        ['admin', true],
      ] as const) {
        const [stdin, stdout] = [new PassThrough(), new PassThrough()];
        const serving = await serveMcp(toolkit, {
          transport: 'stdio',
          stdin,
          stdout,
          era: revisions[era],
          auth: { role },
        });
        const client = await connectStdio(era, { stdin, stdout });
        try {
          equal(
            (await client.listTools()).tools.some(({ name }) => name === 'purge'),
            isVisible,
          );
        } finally {
          await client.close();
          await serving.close();
        }
      }
    },
  },
];

async function cancel(client: McpClient, name: string): Promise<void> {
  [started, stopped] = [0, 0];
  await cancelCall(client, name, () => started === 1);
  await until(() => stopped === 1);
}

/** What MCP clients of both protocol versions receive. */
export const mcpRows: readonly Row[] = eras.flatMap(createRows);
