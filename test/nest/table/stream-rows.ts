import { deepEqual, equal, ok } from 'node:assert/strict';
import {
  type CallHandler,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  NotFoundException,
  UseFilters,
  UseInterceptors,
} from '@nestjs/common';
import { concat, finalize, interval, map, type Observable, of, throwError } from 'rxjs';
import { Tool, ToolContext, type Toolkit, ToolRegistry, type ToolResponse } from 'toolwright';
import type { Row } from './row.js';

@Injectable()
class Double implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((value) => Number(value) * 2));
  }
}

@Catch()
class LateFilter implements ExceptionFilter {
  catch(error: Error): never {
    throw new NotFoundException(`filtered: ${error.message}`);
  }
}

class Streams extends ToolRegistry {
  pulled = 0;
  closed = 0;

  @Tool()
  async *generate(): AsyncGenerator<number> {
    try {
      for (const value of [1, 2, 3]) {
        this.pulled += 1;
        yield value;
      }
    } finally {
      this.closed += 1;
    }
  }

  @Tool()
  @UseInterceptors(Double)
  async *double(): AsyncGenerator<number> {
    yield* this.generate();
  }

  @Tool()
  @UseInterceptors(Double)
  observe(): Observable<number> {
    return of(1, 2, 3);
  }

  @Tool()
  @UseFilters(LateFilter)
  async *breakLate(): AsyncGenerator<number> {
    yield 1;
    throw new Error('no paper');
  }

  @Tool()
  @UseFilters(LateFilter)
  @UseInterceptors(Double)
  breakObservable(): Observable<number> {
    return concat(
      of(1),
      throwError(() => new Error('no ink')),
    );
  }

  @Tool()
  tick(): Observable<number> {
    return interval(1).pipe(finalize(() => (this.closed += 1)));
  }

  @Tool()
  async wait(ctx: ToolContext): Promise<string> {
    await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
    this.closed += 1;
    return 'aborted';
  }
}

async function responsesOf(toolkit: Toolkit, name: string): Promise<readonly ToolResponse[]> {
  const responses: ToolResponse[] = [];
  for await (const response of toolkit.iterate({ name, input: {} })) responses.push(response);
  return responses;
}

const chunks = async (toolkit: Toolkit, name: string): Promise<readonly unknown[]> => {
  const responses = await responsesOf(toolkit, name);
  return responses
    .filter(({ isLast }) => !isLast)
    .map(({ content }) => Number((content[0] as { readonly text: string }).text));
};

/** Streams, cancellation and errors in the middle of a stream. */
export const streamRows: readonly Row[] = [
  {
    name: 'generator, chunk by chunk',
    run: async ({ start }) => {
      const { toolkit } = await start({ providers: [Streams] });
      deepEqual(await chunks(toolkit, 'generate'), [1, 2, 3]);
      deepEqual((await toolkit.execute('generate')).data, [1, 2, 3]);
    },
  },
  {
    name: 'interceptor of each chunk of a generator',
    run: async ({ start }) => {
      const { toolkit } = await start({ providers: [Streams] });
      deepEqual(await chunks(toolkit, 'double'), [2, 4, 6]);
    },
  },
  {
    name: 'interceptor of each value of an Observable',
    run: async ({ start }) => {
      const { toolkit } = await start({ providers: [Streams] });
      deepEqual(await chunks(toolkit, 'observe'), [2, 4, 6]);
      deepEqual((await toolkit.execute('observe')).data, [2, 4, 6]);
    },
  },
  {
    name: 'backpressure',
    run: async ({ start }) => {
      const { app, toolkit } = await start({ providers: [Streams] });
      const streams = app.get(Streams);
      for (const name of ['generate', 'double']) {
        streams.pulled = 0;
        streams.closed = 0;
        const responses = toolkit.iterate({ name, input: {} })[Symbol.asyncIterator]();
        await responses.next();
        await new Promise((resolve) => setTimeout(resolve, 20));
        ok(streams.pulled <= 2, `${name} ran ahead to chunk ${streams.pulled}`);
        await responses.return?.();
        equal(streams.closed, 1);
      }
    },
  },
  {
    name: 'exception filter of an error within a stream',
    run: async ({ start }) => {
      const { toolkit } = await start({ providers: [Streams] });
      for (const [name, message] of [
        ['breakLate', 'filtered: no paper'],
        ['breakObservable', 'filtered: no ink'],
      ] as const) {
        equal((await responsesOf(toolkit, name)).length, 2);
        const { error } = await toolkit.execute(name);
        deepEqual([error?.code, error?.message], ['not_found', message]);
      }
    },
  },
  {
    name: 'cancellation',
    run: async ({ start }) => {
      const { app, toolkit } = await start({ providers: [Streams] });
      const streams = app.get(Streams);
      for (const name of ['tick', 'wait']) {
        streams.closed = 0;
        const controller = new AbortController();
        const running = toolkit.execute(name, {}, { signal: controller.signal });
        await new Promise((resolve) => setTimeout(resolve, 20));
        controller.abort();
        equal((await running).error?.code, 'interrupted');
        await new Promise((resolve) => setTimeout(resolve, 20));
        equal(streams.closed, 1, name);
      }
    },
  },
];
