import type { DevError, DevMethod, DevRecord, ParamsOf, ResultOf } from '../../protocol.js';
import { FrameReader } from '../model/sse.js';

/** A request that the server or the process of the tools has refused. */
class RequestError extends Error {
  readonly code: string;

  constructor({ code, message }: DevError) {
    super(message);
    this.name = 'RequestError';
    this.code = code;
  }
}

/** The answer to a request for a method. */
type AnswerOf<Method extends DevMethod> =
  | { readonly result: ResultOf<Method>; readonly error?: undefined }
  | { readonly error: DevError };

/** What an `EventSource` of the server calls. */
export interface EventListeners {
  /** The number of the last event that is known. */
  since(): number;
  onRecords(records: readonly DevRecord[]): void;
  /** Called when the connection opens, is lost, or is refused because of the token. */
  onConnection(connection: 'open' | 'lost' | 'denied'): void;
}

const minDelayMs = 250;
const maxDelayMs = 5_000;

/** The requests of the page to its server. The token is in a header, never in a URL. */
export class Api {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  /** Calls a method of the process of the tools. */
  async request<Method extends DevMethod>(method: Method, params: ParamsOf<Method>): Promise<ResultOf<Method>> {
    const response = await fetch('rpc', {
      method: 'POST',
      headers: { ...this.#headers(), 'Content-Type': 'application/json' },
      body: JSON.stringify({ method, params }),
    });
    const answer: AnswerOf<Method> = await response.json().catch(() => ({}));
    // What is in front of the server, such as a body parser with a limit, refuses requests in another form.
    if (!response.ok && typeof answer.error !== 'object') throw new RequestError(refusalOf(response));
    if (answer.error !== undefined) throw new RequestError(answer.error);
    return answer.result;
  }

  /** Reads events until the token is refused, and connects again whenever the connection is lost. */
  async listen(listeners: EventListeners): Promise<void> {
    for (let delayMs = minDelayMs; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
      try {
        const response = await fetch(`events?since=${listeners.since()}`, { headers: this.#headers() });
        if (response.status === 401 || response.status === 403) return listeners.onConnection('denied');
        if (response.ok && response.body !== null) {
          listeners.onConnection('open');
          delayMs = minDelayMs;
          await readRecords(response.body, listeners);
        }
      } catch {
        // The server cannot be reached: that is what the page shows.
      }
      listeners.onConnection('lost');
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }

  #headers(): Readonly<Record<string, string>> {
    return { Authorization: `Bearer ${this.#token}` };
  }
}

function refusalOf({ status }: Response): DevError {
  const message = `The application has refused the request with the status ${status}.`;
  const reason = status === 413 ? ' Its body parser accepts no request of this size.' : '';
  return { code: 'refused', message: message + reason };
}

async function readRecords(body: ReadableStream<Uint8Array>, listeners: EventListeners): Promise<void> {
  const frames = new FrameReader();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const records = frames.add(decoder.decode(piece.value, { stream: true })).map(readRecord);
    if (records.length > 0) listeners.onRecords(records);
  }
}

function readRecord(data: string): DevRecord {
  const record: DevRecord = JSON.parse(data);
  return record;
}
