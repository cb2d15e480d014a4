import { randomBytes, timingSafeEqual } from 'node:crypto';
import { LATE, settleWithin } from '../../../base/async/settle-within.js';
import { emitWarning } from '../../../base/errors/emit-warning.js';
import { isLoopbackAddress } from '../../../base/network/loopback.js';
import { sseHeaders, ToolError } from '../../../index.js';
import { isJsonType } from '../../shared/own-page.js';
import { PageGuard } from '../../shared/page-guard.js';
import { BodyError } from '../../shared/read-body-text.js';
import { RouteRefusal } from '../../shared/route-refusal.js';
import { jsonResponse, type RouteRequest, type RouteResponse } from '../../shared/route-request.js';
import type { DevError, DevEvent, DevPeer, RpcAnswer, RpcRequest } from '../protocol.js';
import { EventLog, type EventLogOptions } from './event-log.js';
import { streamEvents } from './event-stream.js';
import { PageFiles } from './page-files.js';
import { readRequest } from './read-request.js';
import { isWorkerRequest, workerRemoval } from './remove-worker.js';

/** The options of a DevServer. */
export interface DevServerOptions {
  /** The path of the page, without the slash at its end. Empty for the root of a server. */
  readonly path: string;
  /**
   * The host names that browsers use. If they are named, other machines may connect.
   *
   * @default the names of the loopback interface
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The size of the history. */
  readonly history?: EventLogOptions | undefined;
  /** The function that takes the options, for errors and warnings. */
  readonly where: string;
}

const maxBodyBytes = 4_194_304;
const requestTimeoutMs = 30_000;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data: blob:',
  'media-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of all responses: what a page of another site could do with them is refused by the browser. */
const protection: RouteResponse['headers'] = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

// Middleware that compresses responses would hold events back.
const eventHeaders = { ...sseHeaders, 'cache-control': 'no-store, no-transform' };

/**
 * Serves the developer page, answers its requests with a peer, and keeps the history of events. Anyone who has the token can call
 * all tools, so requests without it are refused, and it is never part of the URL of a request.
 */
export class DevServer {
  readonly token = randomBytes(32).toString('base64url');
  readonly #options: DevServerOptions;
  readonly #peer: DevPeer;
  readonly #guard: PageGuard;
  readonly #files = new PageFiles();
  readonly #log: EventLog;
  readonly #stopListening: () => void;

  constructor(peer: DevPeer, options: DevServerOptions) {
    this.#options = options;
    this.#peer = peer;
    this.#guard = new PageGuard({ allowedHosts: options.allowedHosts }, options.where);
    this.#log = new EventLog(options.history);
    this.#stopListening = peer.onEvent((event) => this.record(event));
  }

  /** Adds an event to the history. */
  record(event: DevEvent): void {
    this.#log.add(event);
  }

  /** Returns the URL that opens the page, with the token in its fragment, which browsers do not send. */
  urlAt(origin: string): string {
    return `${origin.replace(/\/$/, '')}${this.#options.path}/#token=${this.token}`;
  }

  /** Responds to a request of a browser. */
  async respond(request: RouteRequest): Promise<RouteResponse> {
    const { headers, ...response } = await this.#route(request).catch(toRefusal);
    return { ...response, headers: { 'cache-control': 'no-store', ...headers, ...protection } };
  }

  /** Ends the streams of events, and closes the peer. */
  async close(): Promise<void> {
    this.#stopListening();
    this.#log.close();
    await this.#peer.close();
  }

  async #route(request: RouteRequest): Promise<RouteResponse> {
    const { path } = this.#options;
    this.#guard.check(request);
    this.#checkConnection(request);
    if (isWorkerRequest(request)) return workerRemoval();
    if (request.path === path) return { status: 308, headers: { location: `${path}/` } };
    const name = request.path.startsWith(`${path}/`) ? request.path.slice(path.length + 1) : undefined;
    if (name === 'rpc') return this.#answer(request);
    if (name === 'events') return this.#stream(request);
    return this.#sendFile(request, name === '' ? 'index.html' : name);
  }

  #sendFile({ method }: RouteRequest, name = ''): RouteResponse {
    checkMethod(method, 'GET');
    const file = this.#files.find(name);
    if (file !== undefined) return { status: 200, headers: { 'content-type': file.type }, body: file.text };
    if (name === 'index.html') throw new RouteRefusal(503, 'The page has not been built. Run: npm run build');
    throw new RouteRefusal(404, 'There is no such file.');
  }

  #stream({ method, headers, url }: RouteRequest): RouteResponse {
    checkMethod(method, 'GET');
    this.#checkToken(headers);
    const since = Number(url.searchParams.get('since') ?? 0);
    if (!Number.isSafeInteger(since) || since < 0) throw new RouteRefusal(400, 'since must be the number of an event.');
    return { status: 200, headers: eventHeaders, body: streamEvents(this.#log, since) };
  }

  async #answer(request: RouteRequest): Promise<RouteResponse> {
    checkMethod(request.method, 'POST');
    this.#checkToken(request.headers);
    if (!isJsonType(request.headers.get('content-type') ?? undefined)) {
      throw new RouteRefusal(415, 'Send the content type application/json.');
    }
    const body = await readBody(request);
    return jsonResponse(200, await this.#run(body));
  }

  async #run(body: unknown): Promise<RpcAnswer> {
    try {
      const { method, params }: RpcRequest = readRequest(body);
      return { result: await this.#peer.request(method, params as never) };
    } catch (error) {
      return { error: toDevError(error) };
    }
  }

  #checkConnection({ address }: RouteRequest): void {
    // A web request has no address, and neither has a connection over a socket of Unix.
    if (this.#options.allowedHosts !== undefined || address === undefined || isLoopbackAddress(address)) return;
    throw new RouteRefusal(403, 'Another machine must not use this page, unless allowedHosts names the hosts.');
  }

  #checkToken(headers: Headers): void {
    const [, token = ''] = /^Bearer ([\w-]+)$/i.exec(headers.get('authorization') ?? '') ?? [];
    const [given, expected] = [Buffer.from(token), Buffer.from(this.token)];
    if (given.length === expected.length && timingSafeEqual(given, expected)) return;
    throw new RouteRefusal(401, 'The token is missing or wrong. Open the URL that the server has printed.', {
      'www-authenticate': 'Bearer',
    });
  }
}

function checkMethod(method: string, allowed: string): void {
  if (method !== allowed) throw new RouteRefusal(405, 'Method not allowed.', { allow: allowed });
}

async function readBody({ parsedBody, readText }: RouteRequest): Promise<unknown> {
  if (parsedBody !== undefined) return parsedBody;
  const text = await settleWithin(readText(maxBodyBytes), requestTimeoutMs);
  if (text === LATE) throw new RouteRefusal(408, 'The request took too long to arrive.', { connection: 'close' });
  try {
    return JSON.parse(text);
  } catch {
    throw new RouteRefusal(400, 'The body of the request is not valid JSON.');
  }
}

function toRefusal(error: unknown): RouteResponse {
  const { status, headers, message } = refusalOf(error);
  const answer: RpcAnswer = { error: { code: 'refused', message } };
  return jsonResponse(status, answer, headers);
}

function refusalOf(error: unknown): RouteRefusal {
  if (error instanceof RouteRefusal) return error;
  if (error instanceof BodyError) return bodyRefusalOf(error);
  emitWarning(`The developer page: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return new RouteRefusal(500, 'Internal error.');
}

function bodyRefusalOf({ reason }: BodyError): RouteRefusal {
  if (reason === 'aborted') return new RouteRefusal(400, 'The request was aborted.');
  if (reason === 'read') {
    return new RouteRefusal(
      500,
      'Middleware of the application has read the body of the request. Let it set the parsed body as the property body of the ' +
        'request, as express.json() does.',
    );
  }
  return new RouteRefusal(413, `The body of the request is longer than ${maxBodyBytes} bytes.`, {
    connection: 'close',
  });
}

function toDevError(error: unknown): DevError {
  const code = ToolError.is(error) ? error.code : 'error';
  return { code, message: error instanceof Error ? error.message : String(error) };
}
