import { type ToolContext, Toolkit, ToolSpec } from 'toolwright';

/** The tools of the contract of executors, and the number of calls that were aborted. */
export interface WorkbenchToolkit {
  readonly toolkit: Toolkit;
  readonly stopped: () => number;
}

const inputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const;

/** Creates a toolkit with the tools of the contract of executors. */
export function createWorkbenchToolkit(): WorkbenchToolkit {
  let stopped = 0;
  const define = (name: string, run: (text: string, ctx: ToolContext) => unknown): ToolSpec =>
    ToolSpec.create({
      name,
      inputSchema,
      executor: { kind: 'native', execute: ({ text }, ctx) => run(String(text), ctx) },
    });
  const toolkit = new Toolkit();
  toolkit.register([
    define('echo', (text) => text),
    define('steps', async function* (text) {
      yield* text.split(' ');
      return text;
    }),
    define('fail', () => {
      throw new RangeError('out of tea');
    }),
    define('failLater', async function* () {
      yield 'one cup';
      throw new RangeError('out of tea');
    }),
    define('linger', async function* (_, { signal }) {
      yield 'one cup';
      await new Promise<void>((resolve) => {
        const stop = (): void => {
          stopped++;
          resolve();
        };
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop, { once: true });
      });
      yield 'too late';
    }),
  ]);
  return { toolkit, stopped: () => stopped };
}
