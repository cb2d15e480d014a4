import type { Agent } from 'undici';
import { DefinitionError } from '../../errors.js';
import type { ToolContext } from '../../execution/tool-context.js';
import type { ToolArguments, ToolExecutor } from '../../execution/tool-executor.js';
import { mergeLimits } from '../../merge-limits.js';
import { OutboundRules } from '../../outbound-rules.js';
import { show } from '../../schema/json-schema/normalize-problem.js';
import { createGuardedAgent } from '../guarded-agent.js';
import { defaultLimits, lowerNames, type RestLimits, readBaseUrl, runOperation } from '../rest-tool.js';
import type { SentOperation } from './create-operation-spec.js';
import type { OpenApiSourceOptions } from './source-options.js';

/** The part of a source that sends the requests of its tools. All of them share its connections. */
export class OperationSender {
  readonly limits: RestLimits;
  readonly #baseUrl: URL | undefined;
  readonly #headers: Readonly<Record<string, unknown>>;
  readonly #rules: OutboundRules;
  readonly #agent: Agent;

  /** @throws DefinitionError that begins with `where` if an option is invalid. */
  constructor({ baseUrl, headers = {}, requestLimits, outbound }: OpenApiSourceOptions, where: string) {
    this.limits = mergeLimits(defaultLimits, requestLimits, `${where}: requestLimits`);
    this.#baseUrl = baseUrl === undefined ? undefined : readBaseUrl(baseUrl, where);
    this.#headers = lowerNames(headers);
    const rules = OutboundRules.read(outbound, `${where}: outbound`);
    // A server that only the document names is not allowed: its author may be someone else.
    this.#rules = this.#baseUrl === undefined ? rules : rules.allowUrl(this.#baseUrl);
    this.#agent = createGuardedAgent({ rules: this.#rules, connectTimeoutMs: this.limits.connectTimeoutMs });
  }

  /**
   * Creates the executor of an operation.
   *
   * @param documentUrl - The URL of the document, to which the URL of a server may be relative.
   * @throws DefinitionError if the server of the operation has no usable URL.
   */
  createExecutor({ operation, server, query, accept }: SentOperation, documentUrl: URL | undefined): ToolExecutor {
    const fixed = {
      baseUrl: this.#baseUrl ?? readServerUrl(server, documentUrl),
      headers: { accept, ...this.#headers },
      query,
    };
    const settings = { ...this.limits, dispatcher: this.#agent, rules: this.#rules };
    const execute = (args: ToolArguments, { signal }: ToolContext): Promise<unknown> =>
      runOperation({ operation, fixed, maxBytes: this.limits.maxBytes, settings: { ...settings, signal } }, args);
    return Object.freeze({ kind: 'rest', execute });
  }

  /** Closes all connections. Calls that run fail. */
  close(): Promise<void> {
    return this.#agent.destroy();
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
