import type { Random } from './random.mjs';

/** A message as the protocol has it. */
export interface HostileMessage {
  readonly subject: string;
  readonly reply?: string;
  /** The block of headers, as it is sent. */
  readonly headers?: string;
  readonly data: string | Uint8Array;
}

/** A client of a NATS server without any checks. */
export class RawClient {
  static open(url: string): Promise<RawClient>;
  /** The subjects of the messages that were received, and of their replies. */
  readonly subjects: ReadonlySet<string>;
  subscribe(subject: string): void;
  publish(message: HostileMessage): void;
  /** Resolves when the server has read what was sent. */
  flush(): Promise<void>;
  close(): void;
}

/** Creates a message from random parts. `subjects` are those that are in use. */
export function hostileMessage(random: Random, subjects: readonly string[]): HostileMessage;
