import { deepEqual, equal, ok } from 'node:assert/strict';
import { join } from 'node:path';
import {
  type CallHandler,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseFilters,
  UseInterceptors,
} from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { Ctx, Payload } from '@nestjs/microservices';
import { type McpContext, McpController, McpExceptionFilter, Tool } from '@rekog/mcp-nest';
import { concat, finalize, map, NEVER, type Observable, of, throwError } from 'rxjs';
import { z } from 'zod';
import { until } from '../../table/connection.js';
import { callWithProgress, cancelCall, connectMcp, type Era, eras } from '../../table/mcp-client.js';
import { connectProcess, type PeerClient, withClient } from './app.js';
import type { PeerRow } from './row.js';

let started = 0;
let stopped = 0;

@Injectable()
class Double implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((value) => Number(value) * 2));
  }
}

@Catch()
class LateFilter implements ExceptionFilter {
  catch(error: Error): unknown {
    return `filtered: ${error.message}`;
  }
}

@McpController()
class Orders {
  @Tool({ name: 'find', description: 'Find an order.', parameters: z.object({ id: z.number() }) })
  find(@Payload('id') id: number): string {
    if (id !== 41) throw new Error(`Order ${id} is not found.`);
    return 'found';
  }

  @Tool({ name: 'findStrictly', description: 'Find an order.', parameters: z.strictObject({ id: z.number() }) })
  findStrictly(@Payload('id') id: number): string {
    return this.find(id);
  }

  @Tool({ name: 'generate', description: 'Generate values.' })
  async *generate(): AsyncGenerator<number> {
    yield 1;
    yield 2;
  }

  @Tool({ name: 'observe', description: 'Emit values.' })
  observe(): Observable<number> {
    return of(1, 2);
  }

  @Tool({ name: 'doubleGenerated', description: 'Generate values.' })
  @UseInterceptors(Double)
  async *doubleGenerated(): AsyncGenerator<number> {
    yield 1;
    yield 2;
  }

  @Tool({ name: 'doubleObserved', description: 'Emit values.' })
  @UseInterceptors(Double)
  doubleObserved(): Observable<number> {
    return of(1, 2);
  }

  @Tool({ name: 'breakLate', description: 'Fail after a value.' })
  @UseFilters(LateFilter)
  breakLate(): Observable<number> {
    return concat(
      of(1),
      throwError(() => new Error('no ink')),
    );
  }

  @Tool({ name: 'watch', description: 'Emit nothing.' })
  watch(): Observable<number> {
    started += 1;
    return NEVER.pipe(finalize(() => (stopped += 1)));
  }

  @Tool({ name: 'wait', description: 'Wait.' })
  async wait(@Payload() _args: unknown, @Ctx() context: McpContext): Promise<string> {
    started += 1;
    const { signal } = context as { readonly signal?: AbortSignal };
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    stopped += 1;
    return 'stopped';
  }

  @Tool({ name: 'waitOfSdk', description: 'Wait.' })
  async waitOfSdk(@Payload() _args: unknown, @Ctx() context: McpContext): Promise<string> {
    started += 1;
    // Not documented: the context of the SDK is the last argument of the context.
    const signal = context.getArgByIndex(4)?.mcpReq.signal;
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    stopped += 1;
    return 'stopped';
  }

  @Tool({ name: 'build', description: 'Build.' })
  async build(@Payload() _args: unknown, @Ctx() context: McpContext): Promise<string> {
    await context.reportProgress({ progress: 1, total: 2 });
    await context.reportProgress({ progress: 2, total: 2 });
    return 'built';
  }
}

const controllers = [Orders];

/** A row that uses the endpoint as a client of an era. */
function clientRow(name: string, use: (client: PeerClient) => Promise<void>, row: Partial<PeerRow> = {}): PeerRow {
  const run: PeerRow['run'] = async ({ start }, era) =>
    withClient({ era, url: `${await start({ controllers })}/mcp` }, use);
  return { name, run, ...row };
}

function cancelRow(name: string, tool: string, row: Partial<PeerRow>): PeerRow {
  const run: PeerRow['run'] = async ({ start }, era) => {
    const client = await connectMcp(era, `${await start({ controllers, hasSessions: true })}/mcp`);
    try {
      [started, stopped] = [0, 0];
      await cancelCall(client, tool, () => started === 1);
      await until(() => stopped === 1);
    } finally {
      await client.close();
    }
  };
  return { name, run, ...row };
}

const createEraRows = (era: Era): readonly PeerRow[] => [
  {
    name: `progress for MCP clients of ${era} without a session`,
    eras: [era],
    run: async ({ start }) => {
      const client = await connectMcp(era, `${await start({ controllers })}/mcp`);
      try {
        const { progress } = await callWithProgress(client, 'build');
        deepEqual(progress, [
          [1, 2],
          [2, 2],
        ]);
      } finally {
        await client.close();
      }
    },
  },
  clientRow(
    `all values of a stream for MCP clients of ${era}`,
    async ({ call }) => {
      for (const name of ['generate', 'observe']) deepEqual((await call(name)).value, [1, 2]);
    },
    { eras: [era] },
  ),
  clientRow(
    `unknown arguments refused for MCP clients of ${era}`,
    async ({ call }) => {
      equal((await call('find', { id: 41 })).isError, false);
      equal((await call('find', { id: 41, limit: 1 })).isError, true);
    },
    { eras: [era] },
  ),
  clientRow(
    `message of an error for MCP clients of ${era}`,
    async ({ call }) => {
      const { isError, value } = await call('find', { id: 42 });
      ok(isError && String(value).includes('Order 42 is not found.'), String(value));
    },
    { eras: [era] },
  ),
  cancelRow(`cancellation of a method by MCP clients of ${era}`, 'wait', { eras: [era] }),
  cancelRow(`cancellation of an Observable by MCP clients of ${era}`, 'watch', { eras: [era] }),
  {
    name: `hidden tools over standard input for MCP clients of ${era}`,
    eras: [era],
    run: async () => {
      for (const [role, names] of [
        ['guest', ['read']],
        ['admin', ['purge', 'read']],
      ] as const) {
        // No option of the transport takes an identity, so that the program can do nothing with the role.
        const client = await connectProcess(era, [join(import.meta.dirname, 'stdio.js'), role]);
        try {
          deepEqual((await client.listTools()).tools.map(({ name }) => name).sort(), names);
        } finally {
          await client.close();
        }
      }
    },
  },
];

/** What MCP clients receive. The last rows are not in the table of toolwright: they use more than the defaults. */
export const mcpRows: readonly PeerRow[] = [
  clientRow('interceptor of each chunk of a generator', async ({ call }) => {
    deepEqual((await call('doubleGenerated')).value, [2, 4]);
  }),
  clientRow('interceptor of each value of an Observable', async ({ call }) => {
    deepEqual((await call('doubleObserved')).value, [2, 4]);
  }),
  clientRow('exception filter of an error within a stream', async ({ call }) => {
    equal((await call('breakLate')).value, 'filtered: no ink');
  }),
  ...eras.flatMap(createEraRows),
  {
    name: 'message of an error, with McpExceptionFilter',
    run: async ({ start }, era) => {
      const providers = [{ provide: APP_FILTER, useClass: McpExceptionFilter }];
      const url = `${await start({ controllers, providers })}/mcp`;
      const { value } = await withClient({ era, url }, ({ call }) => call('find', { id: 42 }));
      equal(value, 'Order 42 is not found.');
    },
  },
  clientRow('unknown arguments refused, with z.strictObject', async ({ call }) => {
    equal((await call('findStrictly', { id: 41 })).isError, false);
    equal((await call('findStrictly', { id: 41, limit: 1 })).isError, true);
  }),
  ...eras.map((era) =>
    cancelRow(`cancellation of a method by MCP clients of ${era}, with the context of the SDK`, 'waitOfSdk', {
      eras: [era],
    }),
  ),
];
