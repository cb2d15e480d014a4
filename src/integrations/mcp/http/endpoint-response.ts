import { eventStreamType, unbufferedHeaders } from '../../../base/network/server-sent-events.js';
import { EventStream } from './event-stream.js';

/** The response to one HTTP request, independent of the runtime that sends it. */
export interface EndpointResponse {
  readonly status: number;
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | EventStream | undefined;
}

/** Creates a response with a JSON body. */
export function jsonResponse(
  status: number,
  value: unknown,
  headers: EndpointResponse['headers'] = {},
): EndpointResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** Creates a response without a body. */
export function emptyResponse(status: number, headers: EndpointResponse['headers'] = {}): EndpointResponse {
  return { status, headers, body: undefined };
}

/** Creates a response that is a stream of server-sent events. */
export function eventResponse(body: EventStream, headers: EndpointResponse['headers'] = {}): EndpointResponse {
  return {
    status: 200,
    headers: { 'content-type': eventStreamType, ...unbufferedHeaders, ...headers },
    body,
  };
}

/** Calls a listener when a response is over. A response that is not a stream is over at once. */
export function onResponseEnd({ body }: EndpointResponse, listener: () => void): void {
  if (body instanceof EventStream) body.onClose(listener);
  else listener();
}
