import { lastValueFrom, toArray } from 'rxjs';
import {
  clientTool,
  image,
  NetworkError,
  respond,
  secret,
  Tool,
  ToolContext,
  Toolkit,
  type ToolkitSession,
  ToolRegistry,
  text,
} from 'toolwright';
import { type AgUiEvent, type AgUiRunOptions, toAgUi } from 'toolwright/ag-ui';
import { deferred } from '../execution/waiting.js';

/** The secret that the tools of a run read. */
export const apiKey = 'sk-live-5f1e2d3c4b5a';

/** The image that `chart` returns. */
export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';

/** Tools that end in every way in which a call can end. */
export class Services extends ToolRegistry {
  readonly started = deferred<void>();
  #attempts = 0;
  #present = 0;
  readonly #bothPresent = deferred<void>();

  @Tool({ params: { a: { type: Number }, b: { type: Number } } })
  add(a: number, b: number): number {
    return a + b;
  }

  @Tool()
  async *count(ctx: ToolContext): AsyncGenerator<string> {
    ctx.progress(1, 2, 'half');
    yield 'one ';
    yield 'two';
  }

  @Tool({ bind: { key: 'apiKey' } })
  leak(key: string): never {
    throw new TypeError(`The key ${key} was refused`);
  }

  @Tool({ retry: { maxRetries: 1, delayMs: 1, jitter: false } })
  recover(): string {
    if (++this.#attempts === 1) throw new NetworkError('not yet');
    return 'recovered';
  }

  @Tool()
  chart(): unknown {
    return respond({ content: [text('a dot'), image(png, 'image/png')] });
  }

  @Tool()
  async wait(ctx: ToolContext): Promise<void> {
    this.started.resolve();
    await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve(), { once: true }));
  }

  @Tool({ needsApproval: true, params: { cents: { type: Number } } })
  pay(cents: number): string {
    return `paid ${cents}`;
  }

  @Tool({ params: { name: { type: String } } })
  async meet(name: string): Promise<string> {
    if (++this.#present === 2) this.#bothPresent.resolve();
    await this.#bothPresent.promise;
    return `${name} met`;
  }
}

/** Creates a toolkit of the services, and a tool that the client runs. */
export function createToolkit(services = new Services()): Toolkit {
  const toolkit = new Toolkit({ state: { apiKey: secret(apiKey) }, approvalKey: 'k'.repeat(32) });
  toolkit.register(services);
  toolkit.register(clientTool({ name: 'locate', inputSchema: { type: 'object', properties: {} } }));
  return toolkit;
}

/** The IDs of a run. */
export const ids = { threadId: 'thread', runId: 'run' } as const;

/** Records the events of a run. */
export function record(
  session: Toolkit | ToolkitSession,
  run: AgUiRunOptions['run'],
  options: Partial<AgUiRunOptions> = {},
): Promise<readonly AgUiEvent[]> {
  return lastValueFrom(toAgUi(session.events$, { ...ids, ...options, run }).pipe(toArray()));
}
