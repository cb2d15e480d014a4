import type { ToolContext } from '../../../call/tool-context.js';
import { RemoteCall } from './http/remote-call.js';
import type { LinkRequest } from './link/remote-link.js';
import { type RequestSender, traceMeta } from './remote-executor.js';

/** A request that a call makes, and the names for errors. */
export interface OfferRequest extends Pick<LinkRequest, 'method' | 'params' | 'onUpdate'> {
  /** The name of the spec. */
  readonly toolName: string;
  /** The server's name of what is requested. */
  readonly remoteName: string;
  /** Cancels the request. @default the signal of the call */
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request as the identity of a call. Rejects with the error for the error response. */
export async function sendRequest(
  sender: RequestSender,
  { toolName, remoteName, signal, ...request }: OfferRequest,
  context: ToolContext,
): Promise<unknown> {
  const call = new RemoteCall({ toolName, remoteName }, context);
  try {
    const params = { ...request.params, ...traceMeta(context) };
    return await sender.request({ ...request, params, signal: signal ?? context.signal }, call);
  } catch (error) {
    throw call.redactError(error);
  }
}
