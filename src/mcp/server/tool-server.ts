import { lastValueFrom, type Subscription, tap } from 'rxjs';
import { toToolError } from '../../execution/failure.js';
import { MissingCapabilityError, ToolResult, type ToolScope, type ToolSpec } from '../../index.js';
import { memoize } from '../../memoize.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import { resultOfResponse } from '../../toolkit/pipeline/response-outcome.js';
import { errorMeta } from '../protocol/error-meta.js';
import type { McpCallResult, McpLogLevel, McpToolList } from '../protocol/messages.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import { toCallClient } from './call-client.js';
import { toCallResult } from './call-result.js';
import { pageOf } from './cursor.js';
import type { McpExchange } from './exchange.js';
import { listedTool, type OutputForm, type OutputRule, outputFormOf } from './listed-tool.js';
import { isLogged, readLogLevel, toLogMessage } from './log-messages.js';
import { OpenCalls } from './open-calls.js';
import { Outbox } from './outbox.js';
import { ProgressReporter } from './progress-reporter.js';

// How much of one call may wait for a client that reads slowly: progress, for which the tool waits then, and log messages,
// of which it misses the rest.
const mostProgress = 64;
const mostLogs = 1_000;

/** What a tool server is made of. */
export interface ToolServerParts {
  /** The client's own groups and state over the toolkit. */
  readonly session: ToolScope;
  /** How many tools a page of the list has. */
  readonly pageSize: number;
  readonly outputs: OutputRule;
}

/**
 * The tools of one client, as the requests of the protocol ask for them: pure handlers, which a binder attaches to an
 * SDK's server.
 */
export class ToolServer {
  readonly #session: ToolScope;
  readonly #pageSize: number;
  readonly #outputs: OutputRule;
  readonly #calls = new OpenCalls();
  readonly #outputFormOf: (spec: ToolSpec) => OutputForm;
  #leastLevel: McpLogLevel = 'debug';

  constructor({ session, pageSize, outputs }: ToolServerParts) {
    this.#session = session;
    this.#outputs = outputs;
    this.#outputFormOf = memoize((spec) => outputFormOf(spec, outputs));
    this.#pageSize = pageSize;
  }

  /** The groups, state and history of this client. */
  get session(): ToolScope {
    return this.#session;
  }

  /** Calls back when the list of tools may have changed; changes that come together count as one. */
  onListChanged(listener: () => void): Subscription {
    return this.#session.changes$.subscribe(listener);
  }

  /** `tools/list`. Throws a McpProtocolError on a cursor that no earlier page gave. */
  listTools(params: unknown, { auth }: Pick<McpExchange, 'auth'>): McpToolList {
    const { cursor } = isRecord(params) ? params : {};
    const specs = this.#session.list({ active: true, auth });
    const { items, nextCursor } = pageOf(specs, { cursor, pageSize: this.#pageSize });
    return {
      tools: items.map((spec) => listedTool(spec, this.#outputs)),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    };
  }

  /** What the arguments of a tool must fit, as it is listed; undefined for a tool that is not there. */
  inputSchemaOf(name: string): Readonly<Record<string, unknown>> | undefined {
    return this.#session.get(name)?.toMcp().inputSchema;
  }

  /**
   * `tools/call`. Throws a McpProtocolError on an unknown tool, and on one that needs what its client did not declare if
   * the exchange says so; all else that goes wrong is a result.
   */
  async callTool(params: unknown, exchange: McpExchange): Promise<McpCallResult> {
    const { name, args } = readCall(params);
    if (this.#calls.isClosing) throw new McpProtocolError(rpcErrorCodes.refused, 'The server is shutting down.');
    const result = await this.#calls.run(exchange.signal, (signal) => this.#run(name, args, { ...exchange, signal }));
    // A tool may itself say that something was not found: that is for the model.
    if (result.error?.code === 'tool_not_found' && result.attempts === 0) {
      throw new McpProtocolError(rpcErrorCodes.invalidParams, result.error.toText(), errorMeta(result.error));
    }
    if (exchange.refusesUndeclared && result.error instanceof MissingCapabilityError) throw undeclared(result.error);
    return this.#answer(name, result);
  }

  /** `logging/setLevel`. Throws a McpProtocolError on a word that is no level. */
  setLevel(params: unknown): Record<string, never> {
    this.#leastLevel = readLogLevel(isRecord(params) ? params.level : undefined);
    return {};
  }

  /** Takes no more calls. Resolves when all have ended; those that take longer than `deadlineMs` are cancelled. */
  drain(deadlineMs: number): Promise<void> {
    return this.#calls.drain(deadlineMs);
  }

  async #run(name: string, args: unknown, exchange: McpExchange): Promise<ToolResult> {
    const { auth, signal, notify, progressToken } = exchange;
    const logs = new Outbox(notify, mostLogs);
    const common = {
      auth,
      signal,
      client: toCallClient(exchange),
      onLog: (entry: Parameters<typeof toLogMessage>[0]) => {
        const message = toLogMessage(entry);
        if (isLogged(message, this.#leastLevel) && !logs.isFull) logs.send('notifications/message', { ...message });
      },
    };
    // Nobody sees the chunks: the shorter way.
    if (progressToken === undefined) return this.#session.execute(name, args, common);
    const reporter = new ProgressReporter(progressToken, new Outbox(notify, mostProgress));
    const responses = this.#session
      .callTool(
        { name, input: args },
        { ...common, onProgress: (progress) => reporter.progress(progress), ready: reporter.ready },
      )
      .pipe(
        tap((response) => {
          if (!response.isLast) reporter.chunk(response);
        }),
      );
    const last = await lastValueFrom(responses);
    await reporter.end();
    return resultOfResponse(last);
  }

  #answer(name: string, result: ToolResult): McpCallResult {
    try {
      return toCallResult(result, this.#formOf(name));
    } catch (thrown) {
      const error = toToolError(thrown, { toolName: name, secretsIn: [] });
      return toCallResult(ToolResult.fail(error), 'free');
    }
  }

  #formOf(name: string): OutputForm {
    const spec = this.#session.get(name);
    if (spec === undefined) return 'free';
    return this.#outputFormOf(spec);
  }
}

interface ReadCall {
  readonly name: string;
  readonly args: unknown;
}

function readCall(params: unknown): ReadCall {
  const { name, arguments: args = {} } = isRecord(params) ? params : {};
  if (typeof name !== 'string') {
    throw new McpProtocolError(rpcErrorCodes.invalidParams, 'tools/call needs the name of a tool.');
  }
  if (isRecord(args)) return { name, args };
  throw new McpProtocolError(rpcErrorCodes.invalidParams, `tools/call needs arguments as an object ('${name}').`);
}

const capabilities = { ask: 'elicitation', sample: 'sampling', roots: 'roots' } as const;

/** Specification 2026-07-28, basic, missing client capabilities. */
function undeclared(error: MissingCapabilityError): McpProtocolError {
  const requiredCapabilities = { [capabilities[error.capability]]: {} };
  return new McpProtocolError(rpcErrorCodes.missingCapability, error.toText(), { requiredCapabilities });
}
