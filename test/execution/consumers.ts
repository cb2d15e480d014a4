import { type CallOptions, ToolError, Toolkit, type ToolResponse, type ToolSpec } from 'toolwright';

/** How a call ended, whichever way it was consumed. */
export interface Ending {
  readonly success: boolean;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly text: string;
  readonly structuredContent: unknown;
  readonly isInterrupted: boolean;
  readonly callId: string;
}

/** What a consumer saw: every response in order, where it can see them, and how the call ended. */
export interface Seen {
  readonly responses: readonly ToolResponse[];
  readonly ending: Ending;
}

/** One way to consume a call. All of them receive the same responses. */
export interface Consumer {
  readonly name: string;
  /** Runs a call to its end. Rejects only under `throwOnError`. */
  consume(spec: ToolSpec, options?: CallOptions): Promise<Seen>;
}

/** A consumer that may go before the end. */
export interface CancellableConsumer extends Consumer {
  /** Cancels after `count` responses, and returns all responses after a while. 0 cancels immediately. */
  cancelAfter(count: number, spec: ToolSpec, options?: CallOptions): Promise<readonly ToolResponse[]>;
}

const observing: CancellableConsumer = {
  name: 'stream',
  consume: (spec, options) => observe(spec, Infinity, options).then(seen),
  cancelAfter: (count, spec, options) => observe(spec, count, options),
};

const iterating: CancellableConsumer = {
  name: 'iterate',
  consume: async (spec, options) => {
    const responses: ToolResponse[] = [];
    for await (const response of spec.iterate({}, options)) responses.push(response);
    return seen(responses);
  },
  cancelAfter: async (count, spec, options) => {
    const iterator = spec.iterate({}, options)[Symbol.asyncIterator]();
    const responses: ToolResponse[] = [];
    while (responses.length < count) {
      const { done, value } = await iterator.next();
      if (done === true) return responses;
      responses.push(value);
    }
    // The call does not run before the first pull, so cancelling immediately means cancelling during it.
    const pending = count === 0 ? iterator.next() : undefined;
    await iterator.return?.();
    const { done, value } = (await pending) ?? (await iterator.next());
    if (done !== true) responses.push(value);
    return responses;
  },
};

const byToolkit: CancellableConsumer = {
  name: 'toolkit.callTool',
  consume: (spec, options) => observing.consume(inToolkit(spec), options),
  cancelAfter: (count, spec, options) => observing.cancelAfter(count, inToolkit(spec), options),
};

const executing: Consumer = {
  name: 'exec',
  consume: async (spec, options) => {
    const result = await spec.exec({}, options);
    const { success, error, structuredContent, isInterrupted, callId } = result;
    const ending = { success, code: error?.code, message: error?.message, structuredContent, isInterrupted, callId };
    return { responses: [], ending: { ...ending, text: result.toText() } };
  },
};

/** Every consumer that receives responses and can cancel. */
export const cancellableConsumers: readonly CancellableConsumer[] = [observing, iterating, byToolkit];

/** Every consumer. `exec` sees only how the call ended. */
export const consumers: readonly Consumer[] = [...cancellableConsumers, executing];

/** The error that a call rejects with. */
export async function failureOf(call: Promise<unknown>): Promise<ToolError> {
  const thrown: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (ToolError.is(thrown)) return thrown;
  throw new TypeError(`The call did not fail with a ToolError but gave ${String(thrown)}.`);
}

/** A spec whose streams go through a toolkit. */
function inToolkit(spec: ToolSpec): ToolSpec {
  const toolkit = new Toolkit();
  toolkit.register(spec);
  const stream = (input: unknown, options: CallOptions): unknown =>
    toolkit.callTool({ name: spec.name, input }, options);
  return Object.assign(Object.create(spec), { stream }) as ToolSpec;
}

function observe(spec: ToolSpec, count: number, options?: CallOptions): Promise<readonly ToolResponse[]> {
  return new Promise((resolve, reject) => {
    const responses: ToolResponse[] = [];
    const leave = (): void => {
      subscription.unsubscribe();
      setTimeout(() => resolve(responses), 20);
    };
    const subscription = spec.stream({}, options).subscribe({
      next: (response) => {
        responses.push(response);
        if (responses.length === count) leave();
      },
      error: reject,
      complete: () => resolve(responses),
    });
    if (count === 0) leave();
  });
}

function seen(responses: readonly ToolResponse[]): Seen {
  const last = responses.at(-1);
  if (last?.isLast !== true) throw new TypeError('The call ended without a last response.');
  const text = last.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const { structuredContent, isInterrupted, callId, error } = last;
  const ending = { success: last.state === 'success', code: error?.code, message: error?.message };
  return { responses, ending: { ...ending, text, structuredContent, isInterrupted, callId } };
}
