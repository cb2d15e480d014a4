import type { DevEvent, DevPeer, ParamsOf } from '../../integrations/dev/protocol.js';
import { type FromTools, isToTools, type ToTools } from './dev-messages.js';
import type { DevPlace } from './dev-place.js';
import { messageOf } from './shared/message-of.js';

// Events that are not sent yet. More of them would fill the memory if tools emit them faster than they can be sent.
const maxUnsent = 5_000;

/** The connection of the process of the tools to the one that has started it. */
export class DevChannel {
  /** The place of the tools, which is the first message. */
  readonly place: Promise<DevPlace>;
  #peer: DevPeer | undefined;
  #unsent = 0;

  constructor() {
    this.place = new Promise((resolve) => {
      process.on('message', (message) => {
        if (!isToTools(message)) return;
        if (message.toolwright === 'start') resolve(message.place);
        else void this.#answer(message);
      });
    });
  }

  send(message: FromTools): void {
    this.#unsent += 1;
    process.send?.(message, undefined, undefined, () => {
      this.#unsent -= 1;
    });
  }

  /** Answers requests with a peer, and sends its events. */
  serve(peer: DevPeer): void {
    this.#peer = peer;
    peer.onEvent((event) => {
      // The final response of a call contains all its chunks.
      if (this.#unsent < maxUnsent || !isPassing(event)) this.send({ toolwright: 'event', event });
    });
  }

  async #answer(request: Exclude<ToTools, { readonly toolwright: 'start' }>): Promise<void> {
    const { id } = request;
    try {
      const result = request.toolwright === 'ping' ? null : await this.#run(request);
      this.send({ toolwright: 'answer', id, result });
    } catch (error) {
      this.send({ toolwright: 'refusal', id, message: messageOf(error) });
    }
  }

  async #run({ method, params }: Extract<ToTools, { readonly toolwright: 'request' }>): Promise<unknown> {
    return this.#peer?.request(method, params as ParamsOf<typeof method>);
  }
}

function isPassing({ type }: DevEvent): boolean {
  return type === 'chunk' || type === 'progress';
}
