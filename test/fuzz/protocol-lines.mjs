// A client of a server over standard input and output: lines of messages.
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { keys, version } from './protocol-values.mjs';

// A request that is not answered within so many turns of the event loop after a later one is never answered. A time would
// pass sooner on a busy machine.
const maxTurns = 200;

/** The streams of a server, and what it has written. */
export class LineClient {
  stdin = new PassThrough();
  stdout = new PassThrough();
  #messages = [];
  #text = '';
  #sent = 0;

  constructor() {
    this.stdout.on('data', (chunk) => this.#read(chunk));
  }

  /** Sends a line, and returns its answer when the server has handled it. */
  async send(line, { staysOpen }) {
    this.#messages.length = 0;
    this.stdin.write(`${line}\n`);
    const id = requestIdIn(line);
    const isAnswered = () => this.#messages.some((message) => message.id === id && message.method === undefined);
    await this.synchronise();
    for (let turn = 0; turn < maxTurns && id !== undefined && !staysOpen && !isAnswered(); turn++) await nextTurn();
    return { status: null, type: null, allow: null, isOpen: staysOpen && !isAnswered(), messages: [...this.#messages] };
  }

  /** Waits until the server has read everything so far. */
  async synchronise() {
    const id = `fuzz ${++this.#sent}`;
    const params = { _meta: { [keys.version]: version, [keys.capabilities]: {} } };
    this.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list', params })}\n`);
    const find = () => this.#messages.findIndex((message) => message.id === id);
    while (find() === -1) await nextTurn();
    this.#messages.splice(find(), 1);
  }

  #read(chunk) {
    const lines = `${this.#text}${chunk}`.split('\n');
    this.#text = lines.pop();
    this.#messages.push(...lines.map((line) => JSON.parse(line)));
  }
}

/** Returns the ID of a line that is a request; undefined for any other line. */
function requestIdIn(line) {
  try {
    const { id, method } = JSON.parse(line);
    return method === undefined ? undefined : id;
  } catch {
    return undefined;
  }
}
