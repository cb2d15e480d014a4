import { type Readable, Transform, type TransformCallback, type Writable } from 'node:stream';
import { type LineReader, LineSplitter, type LongLine } from '../protocol/line-splitter.js';
import { type MessageScan, scanMessage, scanTail } from '../protocol/message-scan.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';

/** The settings of a guarded input. */
export interface GuardedInputOptions {
  /** The size limit of a line, in bytes. */
  readonly maxMessageBytes: number;
  /** The largest number of values in a message, on all levels. */
  readonly maxMessageValues: number;
  readonly onError: (error: unknown) => void;
}

/**
 * The lines of an input that an SDK may parse. A line that exceeds a limit is answered on the output, and is not passed
 * on. While the client does not read the answers, no further lines are read.
 */
export class GuardedInput extends Transform implements LineReader {
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #options: GuardedInputOptions;
  readonly #lines: LineSplitter;
  #needsDrain = false;

  constructor(input: Readable, output: Writable, options: GuardedInputOptions) {
    super();
    this.#input = input;
    this.#output = output;
    this.#options = options;
    this.#lines = new LineSplitter(options.maxMessageBytes, this);
    input.once('close', this.#finish).once('error', this.#fail);
    input.pipe(this);
    // A stream that has ended does not report its end again.
    if (input.readableEnded || input.destroyed) this.#finish();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#lines.push(chunk);
    if (!this.#needsDrain) {
      done();
      return;
    }
    this.#needsDrain = false;
    this.#output.once('drain', () => done());
  }

  onLine(text: string): void {
    const { maxMessageValues } = this.#options;
    const { values, id } = scanMessage(text);
    if (values <= maxMessageValues) this.push(`${text}\n`);
    else this.#refuse(id, `The message has more than ${maxMessageValues} values (maxMessageValues).`);
  }

  onTooLong({ head, tail }: LongLine): void {
    const id = scanMessage(head).id ?? scanTail(tail);
    this.#refuse(id, `The message is longer than ${this.#options.maxMessageBytes} bytes (maxMessageBytes).`);
  }

  /** Stops reading the input. */
  detach(): void {
    this.#input.off('close', this.#finish).off('error', this.#fail);
    this.#input.unpipe(this);
    this.destroy();
  }

  readonly #finish = (): void => {
    if (!this.writableEnded) this.end();
  };

  readonly #fail = (error: Error): void => {
    this.destroy(error);
  };

  #refuse(id: MessageScan['id'], message: string): void {
    if (id === undefined) this.#options.onError(new McpProtocolError(rpcErrorCodes.invalidRequest, message));
    const error = { code: rpcErrorCodes.invalidRequest, message };
    this.#needsDrain = !this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
  }
}
