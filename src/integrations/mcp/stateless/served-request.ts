import type { BoundClient } from '../server/binder.js';
import type { Notify } from '../server/outbox.js';
import type { RequestCaller } from '../server/request-state.js';
import type { ReadHeader } from './admit-message.js';
import type { RequestEnvelope } from './envelope.js';
import type { WireRequest } from './message.js';

/** A request whose version is served, with its sender. */
export interface ServedRequest {
  readonly request: WireRequest;
  readonly envelope: RequestEnvelope;
  readonly client: BoundClient;
  readonly caller: RequestCaller;
  /** The client that calls belong to; undefined if it is not known. */
  readonly owner: string | undefined;
  /** The client that limits are counted for. */
  readonly limitedAs: string;
  /** The headers of the HTTP request; undefined for other transports. */
  readonly header: ReadHeader | undefined;
  /** A signal that fires when the client cancels the request or disconnects. */
  readonly signal: AbortSignal;
  /** Sends a notification that belongs to the request. */
  readonly notify: Notify;
  /** Whether the client can read large results as resources of the server. */
  readonly readsResources: boolean;
}
