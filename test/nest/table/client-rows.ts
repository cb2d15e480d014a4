import { deepEqual, equal } from 'node:assert/strict';
import { Controller, type MessageEvent, Sse } from '@nestjs/common';
import { finalize, interval, map, type Observable, of } from 'rxjs';
import { Tool, ToolContext, type Toolkit, ToolRegistry } from 'toolwright';
import { InjectToolkit } from 'toolwright/nest';
import { disconnectAfterFirstChunk, until } from './connection.js';
import { callWithProgress, connectMcp, eras } from './mcp-client.js';
import type { Row } from './row.js';

let stopped = 0;

class Reports extends ToolRegistry {
  @Tool()
  async *count(): AsyncGenerator<number> {
    yield 1;
    yield 2;
  }

  @Tool()
  tick(): Observable<number> {
    return interval(1).pipe(finalize(() => (stopped += 1)));
  }

  @Tool()
  build(ctx: ToolContext): string {
    ctx.progress(1, 2);
    ctx.progress(2, 2);
    return 'built';
  }
}

@Controller('feeds')
class Feeds {
  constructor(@InjectToolkit() private readonly toolkit: Toolkit) {}

  @Sse('count')
  count(): Observable<MessageEvent> {
    return this.#stream('count');
  }

  @Sse('tick')
  tick(): Observable<MessageEvent> {
    return this.#stream('tick');
  }

  @Sse('letters')
  @Tool()
  letters(): Observable<MessageEvent> {
    return of({ data: 'a' }, { data: 'b' });
  }

  #stream(name: string): Observable<MessageEvent> {
    return this.toolkit
      .callTool({ name, input: {} })
      .pipe(map(({ isLast, content }) => ({ type: isLast ? 'end' : 'chunk', data: content })));
  }
}

const eventsOf = async (url: string): Promise<readonly string[]> => {
  const response = await fetch(url);
  equal(response.headers.get('content-type')?.split(';')[0], 'text/event-stream');
  return (await response.text()).match(/^(?:event|data): .*/gm) ?? [];
};

const textOf = (text: string): string => `data: ${JSON.stringify([{ type: 'text', text }])}`;

const parts = { providers: [Reports], controllers: [Feeds] };

/** Streams through controllers, and progress of MCP clients without a session. */
export const clientRows: readonly Row[] = [
  {
    name: '@Sse controller that streams a tool',
    run: async ({ start }) => {
      const { url } = await start(parts);
      const events = await eventsOf(`${url}/feeds/count`);
      deepEqual(events.slice(0, 4), ['event: chunk', textOf('1'), 'event: chunk', textOf('2')]);
      deepEqual([events.length, events[4]], [6, 'event: end']);
    },
  },
  {
    name: '@Sse method that is a tool',
    run: async ({ start }) => {
      const { url, toolkit } = await start(parts);
      deepEqual(await eventsOf(`${url}/feeds/letters`), ['data: a', 'data: b']);
      deepEqual((await toolkit.execute('letters')).data, [{ data: 'a' }, { data: 'b' }]);
    },
  },
  {
    name: 'abort of a tool whose @Sse client disconnects',
    run: async ({ start }) => {
      const { url } = await start(parts);
      stopped = 0;
      await disconnectAfterFirstChunk(`${url}/feeds/tick`, 'GET');
      await until(() => stopped === 1);
    },
  },
  ...eras.map((era) => ({
    name: `progress for MCP clients of ${era} without a session`,
    run: async ({ start }: Parameters<Row['run']>[0]) => {
      const mcp = { path: '/mcp', options: { sessions: false } };
      const { url } = await start({ ...parts, toolkit: { mcp } });
      const client = await connectMcp(era, `${url}/mcp`);
      try {
        const { content, progress } = await callWithProgress(client, 'build');
        deepEqual(content, [{ type: 'text', text: 'built' }]);
        deepEqual(progress, [
          [1, 2],
          [2, 2],
        ]);
      } finally {
        await client.close();
      }
    },
  })),
];
