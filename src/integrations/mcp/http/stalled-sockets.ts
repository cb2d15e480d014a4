import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { longestTimerMs } from '../../../base/async/longest-timer.js';

/** The progress of a client in reading what is sent to it. */
interface Progress {
  /** The number of bytes of the chunks that were sent completely. */
  readonly sent: number;
  /** The number of bytes that are left of the chunk that is being sent. */
  readonly left: number;
  readonly since: number;
}

/**
 * A guard that destroys the connections of clients that do not read. The time limits of Node.js apply to connections
 * without traffic, and a client that sends a byte now and then would never reach them.
 */
export class StalledSockets {
  readonly #progress = new Map<Socket, Progress>();
  readonly #limitMs: number;
  readonly #timer: NodeJS.Timeout;

  /** @param limitMs - How long a pending response may stay without progress, in milliseconds. */
  constructor(server: Server, limitMs: number) {
    this.#limitMs = limitMs;
    server.on('connection', (socket: Socket) => {
      this.#progress.set(socket, progressOf(socket));
      socket.once('close', () => this.#progress.delete(socket));
    });
    this.#timer = setInterval(() => this.#check(), Math.min(limitMs / 2, longestTimerMs));
    this.#timer.unref();
  }

  /** Stops the checks. */
  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    for (const [socket, before] of this.#progress) {
      const now = progressOf(socket);
      const isStalled = socket.writableLength > 0 && now.sent === before.sent && now.left === before.left;
      if (!isStalled) this.#progress.set(socket, now);
      else if (now.since - before.since >= this.#limitMs) socket.destroy();
    }
  }
}

function progressOf(socket: Socket): Progress {
  // Node.js has no public property for it. Without it, a large chunk that a slow client reads looks stalled.
  const { _handle: handle } = socket as { readonly _handle?: { readonly writeQueueSize?: number } | null };
  const sent = socket.bytesWritten - socket.writableLength;
  return { sent, left: handle?.writeQueueSize ?? 0, since: performance.now() };
}
