import type { RemoteProgress } from '../protocol/remote-tool.js';
import type { WireMessage } from '../protocol/wire-transport.js';

type ProgressListener = (progress: RemoteProgress) => void;

/**
 * Brings progress to the requests that asked for it, by tokens of its own. An SDK would parse each notification, and wait
 * a turn for each: a server that sends very many would keep it busy for longer than its requests may take.
 */
export class ProgressRouter {
  readonly #listeners = new Map<string, ProgressListener>();
  #issued = 0;

  /** The token by which a server reports to `listener`. */
  open(listener: ProgressListener): string {
    const token = `p${++this.#issued}`;
    this.#listeners.set(token, listener);
    return token;
  }

  close(token: string): void {
    this.#listeners.delete(token);
  }

  /** Takes a message if it is progress. What belongs to no open request, or says nothing, is dropped. */
  take(message: WireMessage): boolean {
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
