import { DefinitionError } from '../../../base/errors/errors.js';
import type { ToolContext } from '../../../call/tool-context.js';
import type { ToolArguments } from '../../../call/tool-executor.js';
import { show } from '../../../schema/json-schema/normalize-problem.js';
import type { RestAuth } from '../auth/rest-auth.js';
import { lowerNames } from '../http/header-text.js';
import { readHttpUrl } from '../http/read-http-url.js';
import { type AuthorNames, authorNamesOf, joinNames } from '../request-names.js';
import { RestClient } from '../rest-client.js';
import type { RestLimits } from '../rest-limits.js';
import { runOperation } from '../run-operation.js';
import type { PreparedExecutor, SentOperation } from './create-operation-spec.js';
import type { DescribedOperation } from './described-operation.js';
import type { OpenApiSourceOptions } from './source-options.js';

/** The parts of an operation's requests that its document does not describe. */
export interface SenderContext {
  /** The URL of the document, to which the URL of a server may be relative. */
  readonly documentUrl: URL | undefined;
  readonly auth: RestAuth | undefined;
}

/** The part of a source that sends the requests of its tools. Tools with the same credentials share their connections. */
export class OperationSender {
  readonly #options: OpenApiSourceOptions;
  readonly #where: string;
  readonly #baseUrl: URL | undefined;
  readonly #headers: Readonly<Record<string, unknown>>;
  readonly #clients = new Map<RestAuth | undefined, RestClient>();

  /** @throws DefinitionError that begins with `where` if an option is invalid. */
  constructor(options: OpenApiSourceOptions, where: string) {
    const { baseUrl, headers = {} } = options;
    this.#options = options;
    this.#where = where;
    this.#baseUrl = baseUrl === undefined ? undefined : readHttpUrl(baseUrl, `${where}: baseUrl`);
    this.#headers = lowerNames(headers);
    // The options are checked before a document is read.
    this.#clientFor(undefined);
  }

  /** The limits of a request and its response. */
  get limits(): RestLimits {
    return this.#clientFor(undefined).limits;
  }

  /**
   * Creates the executor of an operation.
   *
   * @throws DefinitionError if the server of the operation has no usable URL.
   */
  createExecutor(
    { operation, server, query, accept }: SentOperation,
    { documentUrl, auth }: SenderContext,
  ): PreparedExecutor {
    const baseUrl = this.#baseUrl ?? readServerUrl(server, documentUrl);
    const fixed = { baseUrl, headers: { accept, ...this.#headers }, query };
    const client = this.#clientFor(auth);
    const execute = (args: ToolArguments, ctx: ToolContext): Promise<unknown> =>
      runOperation({ operation, fixed, client, ctx }, args);
    // A document that is no other server's is the application's own.
    const isPinned = documentUrl === undefined;
    return { executor: Object.freeze({ kind: 'rest', isPinned, execute }), stateKeys: client.stateKeys, baseUrl };
  }

  /** Returns the names that the options set in the requests of an operation. */
  authorNames({ query }: Pick<DescribedOperation, 'query'>, auth: RestAuth | undefined): AuthorNames {
    const baseUrl = this.#baseUrl ?? new URL('http://localhost');
    return joinNames(authorNamesOf({ baseUrl, headers: this.#headers, query }), this.#clientFor(auth).names);
  }

  #clientFor(auth: RestAuth | undefined): RestClient {
    const known = this.#clients.get(auth);
    if (known !== undefined) return known;
    const { requestLimits: limits, outbound } = this.#options;
    // Only the URL of the author is allowed: a server that the document names may be that of someone else.
    const client = new RestClient({ auth, limits, outbound }, this.#baseUrl, this.#where);
    this.#clients.set(auth, client);
    return client;
  }
}

function readServerUrl(server: string, documentUrl: URL | undefined): URL {
  const url = URL.canParse(server, documentUrl?.href) ? new URL(server, documentUrl?.href) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new DefinitionError(`its server ${show(server)} is no http(s) URL. Set the option baseUrl`);
  }
  // A document contains neither credentials nor parameters of a server.
  const plain = new URL(url.origin);
  plain.pathname = url.pathname;
  return plain;
}
