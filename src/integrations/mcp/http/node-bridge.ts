import type { IncomingMessage, ServerResponse } from 'node:http';
import { readNodeBody } from '../../shared/read-body-text.js';
import { requestUrl } from '../../shared/request-url.js';
import { isOver } from '../../shared/response-over.js';
import { whenDrained } from '../../shared/when-drained.js';
import { callerIn, type McpRequestOptions } from './caller.js';
import type { EndpointRequest } from './endpoint-request.js';
import type { EndpointResponse } from './endpoint-response.js';
import type { EventSink } from './event-stream.js';
import { refuseBody } from './refusal.js';

/** Converts a request of Node.js. A framework may have parsed its body, as `request.body`. */
export function fromNodeRequest(
  request: IncomingMessage & { readonly body?: unknown },
  response: ServerResponse,
  options: McpRequestOptions = {},
): EndpointRequest {
  const { method = 'GET', headers, url = '/', socket } = request;
  const disconnected = disconnectOf(response);
  return {
    method,
    headers,
    host: headers.host ?? '',
    url: requestUrl(url, headers.host),
    address: socket.remoteAddress,
    connection: socket,
    caller: callerIn(options),
    isAddressChecked: options.isAddressChecked === true,
    parsedBody: options.body ?? request.body,
    signal: disconnected.signal,
    cancel: () => disconnected.abort(),
    readText: (maxBytes) => readNodeBody(request, maxBytes).catch((error) => refuseBody(error, maxBytes)),
  };
}

/** Sends a response with Node.js. */
export function sendNodeResponse(response: ServerResponse, { status, headers, body }: EndpointResponse): void {
  if (isOver(response)) {
    if (typeof body === 'object') body.close();
    return;
  }
  if (typeof body !== 'object') {
    response.writeHead(
      status,
      body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
    );
    response.end(body);
    return;
  }
  response.writeHead(status, headers);
  response.flushHeaders();
  response.once('close', () => body.close());
  body.open(new ResponseSink(response));
}

class ResponseSink implements EventSink {
  readonly #response: ServerResponse;
  #isFull = false;
  #draining: Promise<void> | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  write(text: string): void {
    this.#isFull = !this.#response.write(text);
  }

  end(): void {
    this.#response.end();
  }

  async whenWritable(): Promise<void> {
    if (!this.#isFull) return;
    this.#draining ??= this.#waitForDrain();
    await this.#draining;
  }

  async #waitForDrain(): Promise<void> {
    await whenDrained(this.#response);
    this.#isFull = false;
    this.#draining = undefined;
  }
}

/** Returns a controller that aborts when the connection closes before the response has been sent. */
function disconnectOf(response: ServerResponse): AbortController {
  const disconnected = new AbortController();
  const onClose = (): void => {
    if (!response.writableFinished) disconnected.abort();
  };
  // What runs before the endpoint, such as a guard, may have outlasted the connection.
  if (isOver(response)) onClose();
  else response.once('close', onClose);
  return disconnected;
}
