// A client of a server over standard input and output: lines of messages.
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { keys, version } from './protocol-values.mjs';

// A request that is not answered within this time, although a later one is, is never answered, in milliseconds.
const answerMs = 60;

/** The streams of a server, and what it has written. */
export class LineClient {
  stdin = new PassThrough();
  stdout = new PassThrough();
  #messages = [];
  #text = '';
  #sent = 0;
  #onMessage = () => {};

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
    if (id !== undefined && !staysOpen) await this.#until(isAnswered, answerMs);
    return { status: null, type: null, allow: null, isOpen: staysOpen && !isAnswered(), messages: [...this.#messages] };
  }

  /** Waits until the server has read everything so far. */
  async synchronise() {
    const id = `fuzz ${++this.#sent}`;
    const params = { _meta: { [keys.version]: version, [keys.capabilities]: {} } };
    this.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list', params })}\n`);
    const find = () => this.#messages.findIndex((message) => message.id === id);
    await this.#until(() => find() !== -1, 5_000);
    if (find() === -1) throw new Error('The server no longer answers.');
    this.#messages.splice(find(), 1);
  }

  async #until(isSo, limitMs) {
    const late = pause(limitMs, 'late', { ref: false });
    while (!isSo()) {
      const next = new Promise((resolve) => {
        this.#onMessage = resolve;
      });
      if ((await Promise.race([next, late])) === 'late') return;
    }
  }

  #read(chunk) {
    const lines = `${this.#text}${chunk}`.split('\n');
    this.#text = lines.pop();
    this.#messages.push(...lines.map((line) => JSON.parse(line)));
    this.#onMessage();
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
