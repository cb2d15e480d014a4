import type { RemoteProgress } from '../../protocol/remote-tool.js';
import type { WireMessage } from '../../protocol/wire-transport.js';

type ProgressListener = (progress: RemoteProgress) => void;

/**
 * Routes progress notifications to the requests that they belong to, by its own tokens. An SDK parses each notification
 * and waits a tick for it: a server that floods the client with progress would cause its requests to time out.
 */
export class ProgressRouter {
  readonly #listeners = new Map<string, ProgressListener>();
  #issued = 0;

  /** Adds a listener and returns the progress token of its request. */
  open(listener: ProgressListener): string {
    const token = `p${++this.#issued}`;
    this.#listeners.set(token, listener);
    return token;
  }

  close(token: string): void {
    this.#listeners.delete(token);
  }

  /** Handles a message if it is progress, and returns whether it is. Drops malformed progress and unknown tokens. */
  handle(message: WireMessage): boolean {
    if (message.method !== 'notifications/progress') return false;
    const { progressToken, progress, total, message: text } = (message.params ?? {}) as WireMessage;
    const listener = this.#listeners.get(String(progressToken));
    if (listener === undefined || typeof progress !== 'number') return true;
    listener({
      progress,
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof text === 'string' ? { message: text } : {}),
    });
    return true;
  }
}
