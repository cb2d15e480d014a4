import type { DevHandler } from 'toolwright/dev';
import type {
  DevEvent,
  DevMethod,
  DevRecord,
  ParamsOf,
  ResultOf,
  RpcAnswer,
} from '../../src/integrations/dev/protocol.js';
import { until } from '../execution/waiting.js';

export type EventOf<Type extends DevEvent['type']> = OfType<DevEvent, Type>;
type OfType<Event extends DevEvent, Type extends DevEvent['type']> = Event extends DevEvent
  ? Type extends Event['type']
    ? Event
    : never
  : never;

/** Sends a request to the server of the page. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** What the page does: it sends requests with the token, and reads the events. */
export class DevClient {
  readonly records: DevRecord[] = [];
  readonly #send: Send;
  readonly #token: string;
  readonly #reading = new AbortController();
  #ended: Promise<void> | undefined;

  constructor(send: Send, token: string) {
    this.#send = send;
    this.#token = token;
  }

  /** Creates a client of a handler, without a server in between. */
  static of(handler: DevHandler, path = '/dev'): DevClient {
    const send: Send = (name, init) => handler.fetch(new Request(`http://localhost${path}/${name}`, init));
    return new DevClient(send, handler.token);
  }

  get events(): readonly DevEvent[] {
    return this.records.map(({ event }) => event);
  }

  async answer(method: string, params: unknown): Promise<RpcAnswer> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
    const response = await this.#send('rpc', { method: 'POST', headers, body: JSON.stringify({ method, params }) });
    return (await response.json()) as RpcAnswer;
  }

  async request<Method extends DevMethod>(method: Method, params: ParamsOf<Method>): Promise<ResultOf<Method>> {
    const answer = await this.answer(method, params);
    if ('error' in answer) throw new Error(answer.error.message);
    return answer.result as ResultOf<Method>;
  }

  /** Begins to read the events after the one with a number. */
  async listen(since = 0): Promise<this> {
    const headers = { authorization: `Bearer ${this.#token}` };
    const response = await this.#send(`events?since=${since}`, { headers, signal: this.#reading.signal });
    if (response.body === null) throw new Error('The stream of events has no body.');
    this.#ended = this.#read(response.body.getReader());
    return this;
  }

  /** Waits for an event, and returns the first one. */
  async find<Type extends DevEvent['type']>(
    type: Type,
    accepts: (event: EventOf<Type>) => boolean = () => true,
  ): Promise<EventOf<Type>> {
    const isFound = (event: DevEvent): event is EventOf<Type> => event.type === type && accepts(event as EventOf<Type>);
    await until(() => this.events.some(isFound));
    const found = this.events.find(isFound);
    if (found === undefined)
      throw new Error(`There is no event '${type}': ${JSON.stringify(this.events).slice(0, 2000)}`);
    return found;
  }

  /** Makes a call, and returns the events of the call. */
  async call(name: string, input: unknown, scope = 'toolkit'): Promise<readonly DevEvent[]> {
    const callId = crypto.randomUUID();
    await this.request('call', { scope, name, input, callId });
    const ends = ['completed', 'failed', 'interrupted', 'denied'];
    const ofCall = (): readonly DevEvent[] =>
      this.events.filter((event) => 'callId' in event && event.callId === callId);
    await until(() => ofCall().some(({ type }) => ends.includes(type)));
    return ofCall();
  }

  /** Resolves when the server has ended the stream of events. */
  get ended(): Promise<void> {
    return this.#ended ?? Promise.resolve();
  }

  close(): void {
    this.#reading.abort();
  }

  async #read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    this.#reading.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined));
    let text = '';
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }) as const);
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data !== undefined) this.records.push(JSON.parse(data) as DevRecord);
      }
    }
  }
}
