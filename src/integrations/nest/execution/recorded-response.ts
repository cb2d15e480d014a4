import { createStatusError, readMessages } from './map-exception.js';

/**
 * The response that guards, interceptors and filters see. It has the methods of Express and Fastify that they call most,
 * and records what they send: a filter that sends a body with a status ends the tool call with it.
 */
export class RecordedResponse {
  statusCode = 200;
  readonly #headers = new Map<string, unknown>();
  #body: unknown;
  #isSent = false;

  /** Whether a body was sent. */
  get isSent(): boolean {
    return this.#isSent;
  }

  /** Whether a body was sent, as Express names it. */
  get headersSent(): boolean {
    return this.#isSent;
  }

  /** Whether a body was sent, as Fastify names it. */
  get sent(): boolean {
    return this.#isSent;
  }

  /** Sets the status. */
  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  /** Sets the status, as Fastify names it. */
  code(code: number): this {
    return this.status(code);
  }

  /** Sets a header, which is not sent anywhere. */
  setHeader(name: string, value: unknown): this {
    this.#headers.set(name.toLowerCase(), value);
    return this;
  }

  /** Sets a header, as Fastify names it. */
  header(name: string, value: unknown): this {
    return this.setHeader(name, value);
  }

  /** Sets a header, as Express names it. */
  set(name: string, value: unknown): this {
    return this.setHeader(name, value);
  }

  /** Sets the type of the body. */
  type(value: string): this {
    return this.setHeader('content-type', value);
  }

  /** Returns a header that was set. */
  getHeader(name: string): unknown {
    return this.#headers.get(name.toLowerCase());
  }

  /** Removes a header. */
  removeHeader(name: string): void {
    this.#headers.delete(name.toLowerCase());
  }

  /** Sends a body. */
  send(body?: unknown): this {
    this.#isSent = true;
    this.#body = body;
    return this;
  }

  /** Sends a body, as Express names it. */
  json(body: unknown): this {
    return this.send(body);
  }

  /** Sends a body, as Node.js names it. */
  end(body?: unknown): this {
    return this.send(body);
  }

  /** Returns the body that was sent. Throws the ToolError of a status from 400. */
  toValue(toolName: string): unknown {
    if (this.statusCode < 400) return this.#body;
    const messages = readMessages(this.#body, `The tool failed with status ${this.statusCode}.`);
    throw createStatusError({ status: this.statusCode, messages }, { toolName, step: 'method' });
  }
}
