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

/** One way to consume a call. All of them are told the same things. */
export interface Consumer {
  readonly name: string;
  /** Runs a call to its end. Rejects only under `throwOnError`. */
  consume(spec: ToolSpec, options?: CallOptions): Promise<Seen>;
}

/** A consumer that may go before the end. */
export interface LeavingConsumer extends Consumer {
  /** Leaves after so many responses, and gives them and whatever still came, a while later. 0 leaves at once. */
  leaveAfter(count: number, spec: ToolSpec, options?: CallOptions): Promise<readonly ToolResponse[]>;
}

const observing: LeavingConsumer = {
  name: 'stream',
  consume: (spec, options) => observe(spec, Infinity, options).then(seen),
  leaveAfter: (count, spec, options) => observe(spec, count, options),
};

const iterating: LeavingConsumer = {
  name: 'iterate',
  consume: async (spec, options) => {
    const responses: ToolResponse[] = [];
    for await (const response of spec.iterate({}, options)) responses.push(response);
    return seen(responses);
  },
  leaveAfter: async (count, spec, options) => {
    const iterator = spec.iterate({}, options)[Symbol.asyncIterator]();
    const responses: ToolResponse[] = [];
    while (responses.length < count) {
      const { done, value } = await iterator.next();
      if (done === true) return responses;
      responses.push(value);
    }
    // Nothing runs before the first pull: leaving at once means leaving during it.
    const pending = count === 0 ? iterator.next() : undefined;
    await iterator.return?.();
    const { done, value } = (await pending) ?? (await iterator.next());
    if (done !== true) responses.push(value);
    return responses;
  },
};

const byToolkit: LeavingConsumer = {
  name: 'toolkit.callTool',
  consume: (spec, options) => observing.consume(inToolkit(spec), options),
  leaveAfter: (count, spec, options) => observing.leaveAfter(count, inToolkit(spec), options),
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

/** Every consumer that sees responses, and may leave. */
export const leavingConsumers: readonly LeavingConsumer[] = [observing, iterating, byToolkit];

/** Every consumer. `exec` sees only how the call ended. */
export const consumers: readonly Consumer[] = [...leavingConsumers, executing];

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
