import { createPublicKey, type JsonWebKey, type KeyObject, randomUUID, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { type Exchange, RawHttpServer } from './raw-http-server.js';

/** A request for a token. */
export interface TokenRequest {
  readonly headers: IncomingHttpHeaders;
  readonly form: URLSearchParams;
}

/** A decoded JWT. */
export interface Jwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Verifies the signature of a JWT (ES256) and returns its parts. Without a key, it is that in the header (DPoP). */
export function verifyJwt(jwt: string, key?: KeyObject): Jwt {
  const [head = '', body = '', signature = ''] = jwt.split('.');
  const header = decode(head);
  const used = key ?? createPublicKey({ key: header.jwk as JsonWebKey, format: 'jwk' });
  const data = Buffer.from(`${head}.${body}`);
  const isValid = verify('sha256', data, { key: used, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  if (!isValid) throw new TypeError('The signature of the JWT is not valid.');
  return { header, payload: decode(body) };
}

function decode(part: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Readonly<Record<string, unknown>>;
}

/** An authorisation server, which issues tokens for an MCP server (RFC 8414); or an identity provider. */
export class AuthorizationServer {
  /** The requests for tokens. */
  readonly requests: TokenRequest[] = [];
  /** The tokens that are valid. */
  readonly tokens = new Set<string>();
  /** The ways in which clients may authenticate themselves. */
  methods: readonly string[] = ['client_secret_basic'];
  /** The token endpoint that the metadata names. */
  tokenUrl = '';
  /** Answers a request for a token: by default with a new one. */
  grant: (request: TokenRequest) => readonly [body: object, status?: number, headers?: Record<string, string>] = () => [
    this.issue(),
  ];
  readonly #server = new RawHttpServer();

  async start(): Promise<this> {
    this.#server.first = (exchange) => this.#answer(exchange);
    await this.#server.start();
    this.tokenUrl = `${this.issuer}/token`;
    return this;
  }

  get issuer(): string {
    return new URL(this.#server.url).origin;
  }

  /** Issues a token. */
  issue(fields: object = {}): object {
    const token = `token-${randomUUID()}`;
    this.tokens.add(token);
    return { access_token: token, token_type: 'Bearer', expires_in: 3_600, ...fields };
  }

  kill(): Promise<void> {
    return this.#server.kill();
  }

  async #answer({ request, response }: Exchange): Promise<boolean> {
    const { pathname } = new URL(String(request.url), this.issuer);
    const send = (body: object, status = 200, headers: Record<string, string> = {}): true => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
      return true;
    };
    if (pathname.startsWith('/.well-known/')) {
      return send({
        issuer: this.issuer,
        authorization_endpoint: `${this.issuer}/authorize`,
        token_endpoint: this.tokenUrl,
        response_types_supported: ['code'],
        token_endpoint_auth_methods_supported: this.methods,
      });
    }
    if (pathname !== '/token') return send({}, 404);
    const received = { headers: request.headers, form: new URLSearchParams(await readText(request)) };
    this.requests.push(received);
    return send(...this.grant(received));
  }
}

/** An MCP server that accepts the tokens of an authorisation server (RFC 9728). */
export class ProtectedServer extends RawHttpServer {
  /** The authorisation server that the metadata names. */
  authorization: AuthorizationServer;
  /** The `authorization` headers of the requests, without those that had none. */
  readonly presented: string[] = [];
  /** Returns the headers of a refusal, if a request with a valid token is refused nevertheless. */
  check: (exchange: Exchange, token: string) => Record<string, string> | undefined = () => undefined;

  constructor(authorization: AuthorizationServer) {
    super();
    this.authorization = authorization;
    this.first = (exchange) => this.#guard(exchange);
  }

  #guard(exchange: Exchange): boolean {
    const { request, response } = exchange;
    const { pathname, origin } = new URL(String(request.url), this.url);
    if (pathname.startsWith('/.well-known/oauth-protected-resource')) {
      const metadata = { resource: this.url, authorization_servers: [this.authorization.issuer] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
      return true;
    }
    const { authorization = '' } = request.headers;
    if (authorization !== '') this.presented.push(authorization);
    const [, token = ''] = authorization.split(' ');
    const isValid = this.authorization.tokens.has(token);
    const refusal = isValid ? this.check(exchange, token) : {};
    if (refusal === undefined) return false;
    const challenge = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
    response.writeHead(401, { 'www-authenticate': challenge, ...refusal }).end();
    return true;
  }
}
