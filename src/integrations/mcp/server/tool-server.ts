import { lastValueFrom, merge, type Observable, type Subscription, tap } from '../../../base/async/rxjs.js';
import { createValidationError, isSuspension } from '../../../base/errors/errors.js';
import { memoize } from '../../../base/values/memoize.js';
import { flowMetaKey } from '../../../call/call-labels.js';
import type { CallOptions } from '../../../call/call-options.js';
import { toToolError } from '../../../call/failure.js';
import { partOfHost } from '../../../call/host-call.js';
import { resultOfResponse } from '../../../call/response-outcome.js';
import { MissingCapabilityError, ToolResult, type ToolScope, type ToolSpec } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { isDirectlyCallable } from '../../../tool/spec/is-directly-callable.js';
import { isForAppsOnly } from '../../../tool/spec/is-for-apps-only.js';
import { shownSpec } from '../../../toolkit/entry/tool-entry.js';
import { flowPartKey } from '../../../toolkit/flow-part.js';
import { registeredSpecsOf } from '../../../toolkit/registered-specs.js';
import { appToolsOf, callAppTool } from '../apps/app-tools.js';
import {
  decide,
  decisionTool,
  hasDecidingView,
  isDecidedInViews,
  viewApprover,
  waitingMeta,
} from '../apps/view-decisions.js';
import { toCallRequest } from '../http/request-info.js';
import { supportsApps } from '../protocol/app-capability.js';
import { errorMeta } from '../protocol/error-meta.js';
import type { McpCallResult, McpLogLevel, McpToolList } from '../protocol/messages.js';
import { applicationMeta } from '../protocol/meta-keys.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import { sentLabel } from '../protocol/sent-labels.js';
import { tasksExtension } from '../protocol/task-capability.js';
import { exceedsBytes } from './argument-bytes.js';
import { toCallClient } from './call-client.js';
import { toCallResult } from './call-result.js';
import { type Page, pageOf } from './cursor.js';
import type { McpExchange } from './exchange.js';
import { type OutputForm, type OutputRule, outputFormOf, toListedTool } from './listed-tool.js';
import { isLogged, readLogLevel, toLogMessage } from './log-messages.js';
import { type OfferAnswer, type OfferMethod, type OfferRequest, OfferServer } from './offer-server.js';
import { OpenCalls } from './open-calls.js';
import { Outbox } from './outbox.js';
import { ProgressReporter } from './progress-reporter.js';
import { isRequestSessionId } from './request-session.js';
import type { RequestCaller } from './request-state.js';
import { linkToResult } from './result-resources.js';
import type { StoredCall, StoredMcpTasks, StoredTasksParts } from './stored-mcp-tasks.js';
import { toUndeclaredError } from './undeclared-capability.js';

// How many notifications of one call may be pending for a slow client: beyond that, a stream waits to send progress,
// and log messages are dropped.
const maxPendingProgress = 64;
const maxPendingLogs = 1_000;

type StoredTasksOwner = Pick<StoredTasksParts, 'owner' | 'toCallResult'>;

/** The settings of a tool server. */
export interface ToolServerParts {
  /** The session of the client, with its own groups and state. */
  readonly session: ToolScope;
  /**
   * Returns the session with the state of a request. Rejects with an McpProtocolError if that state cannot be read.
   *
   * @param id - The ID of the session. @default that of the client's session
   */
  readonly scopeOf: (caller: RequestCaller, id?: string) => Promise<ToolScope>;
  /** The number of tools on a page of the list. */
  readonly pageSize: number;
  /** The size limit of a call's arguments, in bytes of JSON text. */
  readonly maxArgumentBytes: number;
  readonly outputs: OutputRule;
  /** Returns the tasks of a client in the task store of the toolkit. Undefined without one. */
  readonly storedTasks?: ((parts: StoredTasksOwner) => StoredMcpTasks | undefined) | undefined;
  /** Whether the identity of the client decides which groups and state it has. */
  readonly isPersonal: boolean;
  /** Fires when the tools of another node have changed. */
  readonly announced$?: Observable<void> | undefined;
  /** Called when a call has ended, before its result is sent. */
  readonly onCallEnded?: (() => Promise<void>) | undefined;
}

/**
 * The handlers for the protocol requests of one client. They are independent of an SDK: a binder attaches them to an
 * SDK's server.
 */
export class ToolServer {
  /** What the server offers besides tools. */
  readonly offers: OfferServer;
  readonly #session: ToolScope;
  readonly #scopeOf: ToolServerParts['scopeOf'];
  readonly #pageSize: number;
  readonly #maxArgumentBytes: number;
  readonly #outputs: OutputRule;
  readonly #calls = new OpenCalls();
  readonly #outputFormOf: (spec: ToolSpec) => OutputForm;
  readonly #announced: ToolServerParts['announced$'];
  readonly #onCallEnded: ToolServerParts['onCallEnded'];
  readonly #isPersonal: boolean;
  readonly #storedTasks: ToolServerParts['storedTasks'];
  #leastLevel: McpLogLevel = 'debug';

  constructor(parts: ToolServerParts) {
    const { session, scopeOf, pageSize, maxArgumentBytes, outputs } = parts;
    this.#announced = parts.announced$;
    this.#onCallEnded = parts.onCallEnded;
    this.#isPersonal = parts.isPersonal;
    this.#storedTasks = parts.storedTasks;
    this.offers = new OfferServer({ session, pageSize });
    this.#session = session;
    this.#scopeOf = scopeOf;
    this.#outputs = outputs;
    this.#outputFormOf = memoize((spec) => outputFormOf(spec, outputs));
    this.#pageSize = pageSize;
    this.#maxArgumentBytes = maxArgumentBytes;
  }

  /** The groups, state and history of this client. */
  get session(): ToolScope {
    return this.#session;
  }

  /** Subscribes to changes of the list of tools. Changes that happen together are reported once. */
  onListChanged(listener: () => void): Subscription {
    const { changes$ } = this.#session;
    return (this.#announced === undefined ? changes$ : merge(changes$, this.#announced)).subscribe(listener);
  }

  /** Handles `tools/list`. Throws an McpProtocolError if the cursor is invalid. */
  async listTools(params: unknown, caller: ListCaller): Promise<McpToolList> {
    const { items, nextCursor } = await this.pageOfTools(params, caller);
    return {
      tools: items.map((spec) => toListedTool(spec, this.#outputs)),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    };
  }

  /** Returns the tools that `tools/list` lists. Throws an McpProtocolError if the cursor is invalid. */
  async pageOfTools(params: unknown, caller: ListCaller): Promise<Page<ToolSpec>> {
    const { cursor } = isRecord(params) ? params : {};
    // A server whose client has already closed its end waits for the list, too.
    const scope = await this.#calls.run({ signal: new AbortController().signal }, async () => this.#scopeOf(caller));
    const isListed = (spec: ToolSpec): boolean => isDirectlyCallable(spec) && !spec.runsOnClient;
    const specs = scope.list({ active: true, auth: caller.auth }).filter(isListed);
    return pageOf([...specs, ...this.#appTools(scope, caller)], { cursor, pageSize: this.#pageSize });
  }

  /** Returns the tools that only views call, for a client that keeps them from its model. */
  #appTools(scope: ToolScope, { auth, capabilities }: ListCaller): readonly ToolSpec[] {
    if (!supportsApps(capabilities)) return [];
    const own = this.#hasDecidingViews ? [decisionTool] : [];
    return [...appToolsOf(scope, auth).map(shownSpec), ...own];
  }

  get #hasDecidingViews(): boolean {
    return isDecidedInViews(this.#session) && registeredSpecsOf(this.#session).some(hasDecidingView);
  }

  /** Whether tools have views, or are called by views only. */
  get offersApps(): boolean {
    return registeredSpecsOf(this.#session).some(({ ui }) => ui !== undefined);
  }

  /** Whether every client sees the same list: neither its identity nor its state and capabilities decide what is listed. */
  get isForEveryone(): boolean {
    const specs = registeredSpecsOf(this.#session);
    return (
      !this.#isPersonal && !specs.some((spec) => spec.isRestricted || isForAppsOnly(spec) || hasDecidingView(spec))
    );
  }

  /** Returns the listed input schema of a tool; undefined for a tool that does not exist. */
  inputSchemaOf(name: string): Readonly<Record<string, unknown>> | undefined {
    const spec = this.#session.get(name);
    return spec && listedInputSchema(spec);
  }

  /**
   * Handles `tools/call`. Throws an McpProtocolError if the tool is unknown, or if `refusesUndeclared` is set and the
   * tool requires a capability that its client did not declare. Rejects with the reason of the signal if that suspends
   * the call. Any other failure is a result.
   */
  async callTool(params: unknown, exchange: McpExchange): Promise<McpCallResult> {
    const { name, args } = readCall(params);
    if (this.#calls.isClosing) throw new McpProtocolError(rpcErrorCodes.refused, 'The server is shutting down.');
    if (exceedsBytes(args, this.#maxArgumentBytes)) return refuseArguments(name, this.#maxArgumentBytes);
    const { scope, result } = await this.#calls.run(exchange, async (signal) => {
      const requested = await this.#scopeOf(exchange);
      const spec = requested.get(name, { auth: exchange.auth });
      if (spec?.task === 'required' && exchange.isTask !== true) throw createTaskRefusal(name);
      if (spec?.runsOnClient === true) {
        const message = `The tool '${name}' is run by the client of the toolkit, and not by this server.`;
        throw new McpProtocolError(rpcErrorCodes.invalidParams, message);
      }
      const ended = await this.#run({ scope: requested, name, args }, { ...exchange, signal });
      return { scope: requested, result: ended };
    });
    await this.#onCallEnded?.();
    const { reason } = exchange.signal;
    if (!result.success && result.error === undefined && isSuspension(reason)) throw reason;
    // A tool may throw a ToolNotFoundError itself: that is a result for the model.
    if (result.error?.code === 'tool_not_found' && result.attempts === 0) {
      throw new McpProtocolError(rpcErrorCodes.invalidParams, result.error.toText(), errorMeta(result.error));
    }
    if (exchange.refusesUndeclared && MissingCapabilityError.is(result.error)) throw toUndeclaredError(result.error);
    const spec = scope.get(name, { auth: exchange.auth });
    const converted = withLabel(this.#toCallResult(result, spec), scope, result);
    const link = exchange.readsResources ? linkToResult(result) : undefined;
    const linked = link === undefined ? converted : { ...converted, content: [...converted.content, link] };
    const waiting = decidesInView(scope, spec, exchange) ? waitingMeta(result, spec, scope) : undefined;
    return waiting === undefined ? linked : { ...linked, _meta: { ...linked._meta, ...waiting } };
  }

  /** Handles a method for what the server offers besides tools. Rejects with an McpProtocolError on every failure. */
  async handleOffer(method: OfferMethod, params: OfferRequest['params'], exchange: McpExchange): Promise<OfferAnswer> {
    if (this.#calls.isClosing) throw new McpProtocolError(rpcErrorCodes.refused, 'The server is shutting down.');
    if (exceedsBytes(params, this.#maxArgumentBytes)) {
      const message = `The params exceed ${this.#maxArgumentBytes} bytes of JSON. Send less at once.`;
      throw new McpProtocolError(rpcErrorCodes.invalidParams, message);
    }
    return this.#calls.run(exchange, async (signal) => {
      const scope = await this.#scopeOf(exchange);
      return this.offers.handle(method, { params, scope, options: this.#optionsOf({ ...exchange, signal }) }, exchange);
    });
  }

  /**
   * Reports changes of a resource until the returned function is called. Resolves to undefined for a resource that reports
   * none. Rejects with an McpProtocolError if there is no such resource.
   */
  async watchResource(uri: unknown, caller: RequestCaller, onChange: () => void): Promise<(() => void) | undefined> {
    return this.offers.watch(await this.#scopeOf(caller), { uri, auth: caller.auth }, onChange);
  }

  /** Whether calls of tools can become tasks. */
  get offersTasks(): boolean {
    return registeredSpecsOf(this.#session).some(({ task }) => task !== 'never');
  }

  /** Whether a call of a tool becomes a task for a client that supports tasks. */
  becomesTask(name: unknown, { auth }: Pick<RequestCaller, 'auth'>): boolean {
    const spec = typeof name === 'string' ? this.#session.get(name, { auth }) : undefined;
    return spec !== undefined && spec.task !== 'never';
  }

  /** Returns the tasks of a client in the task store of the toolkit. Returns undefined without one. */
  storedTasksOf(owner: string | undefined): StoredMcpTasks | undefined {
    const toResult = (result: ToolResult): McpCallResult =>
      this.#toCallResult(result, this.#session.get(result.toolName));
    return this.#storedTasks?.({ owner, toCallResult: toResult });
  }

  /**
   * Returns a call whose task can be stored. Returns undefined for a call that is refused, or whose tool runs in this
   * process only.
   */
  storableCall(params: unknown, { auth }: Pick<RequestCaller, 'auth'>): StoredCall | undefined {
    const { name, args } = readCall(params);
    const spec = this.#session.list({ active: true, auth }).find((one) => one.name === name);
    if (spec === undefined || spec.durable === false || this.#calls.isClosing) return undefined;
    return exceedsBytes(args, this.#maxArgumentBytes) ? undefined : { toolName: name, input: args, auth };
  }

  /** Handles `logging/setLevel`. Throws an McpProtocolError if the level is invalid. */
  setLevel(params: unknown): Record<string, never> {
    this.#leastLevel = readLogLevel(isRecord(params) ? params.level : undefined);
    return {};
  }

  /** Rejects new calls. Resolves when all calls have ended. Calls that take longer than `deadlineMs` are cancelled. */
  drain(deadlineMs: number): Promise<void> {
    return this.#calls.drain(deadlineMs);
  }

  async #run({ scope, name, args }: ScopedCall, exchange: McpExchange): Promise<ToolResult> {
    const { notify, progressToken } = exchange;
    const common = this.#optionsFor(scope, name, exchange);
    if (supportsApps(exchange.capabilities)) {
      if (name === decisionTool.name && this.#hasDecidingViews) {
        const scopeFor = async (id?: string) => (isRequestSessionId(id) ? this.#scopeOf(exchange, id) : scope);
        return decide({ scope, scopeFor }, args, common);
      }
      const appTool = appToolsOf(scope, exchange.auth).find(({ spec }) => spec.name === name);
      if (appTool !== undefined) return callAppTool(scope, appTool, { input: args, options: common });
    }
    // Without a progress token the chunks are not sent.
    if (progressToken === undefined) return scope.execute(name, args, common);
    const reporter = new ProgressReporter(progressToken, new Outbox(notify, maxPendingProgress));
    const responses = scope
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

  /** Returns the options of a call of a tool. The view of a tool may decide on it. */
  #optionsFor(scope: ToolScope, name: string, exchange: McpExchange): CallOptions {
    const options = this.#optionsOf(exchange);
    const spec = scope.get(name, { auth: exchange.auth });
    return decidesInView(scope, spec, exchange) ? { ...options, approver: viewApprover } : options;
  }

  /** Returns the options of the call that an exchange makes. */
  #optionsOf(exchange: McpExchange): CallOptions {
    const { callId, auth, http, signal, notify, onAttempt } = exchange;
    const logs = new Outbox(notify, maxPendingLogs);
    return {
      callId,
      auth: auth as CallOptions['auth'],
      meta: applicationMeta(exchange.meta),
      request: http && toCallRequest(http),
      signal,
      client: toCallClient(exchange),
      onAttempt,
      onLog: (entry) => {
        const message = toLogMessage(entry);
        if (isLogged(message, this.#leastLevel) && !logs.isFull) logs.send('notifications/message', { ...message });
      },
    };
  }

  #toCallResult(result: ToolResult, spec: ToolSpec | undefined): McpCallResult {
    try {
      return toCallResult(result, spec === undefined ? 'free' : this.#outputFormOf(spec));
    } catch (thrown) {
      const error = toToolError(thrown, { toolName: result.toolName, secretsIn: [] });
      return toCallResult(ToolResult.fail(error), 'free');
    }
  }
}

/** Adds what is known of a result, for a client that follows where data comes from. */
function withLabel(converted: McpCallResult, scope: ToolScope, { callId }: ToolResult): McpCallResult {
  const label = callId === undefined ? undefined : partOfHost(scope, flowPartKey)?.labelOfResult(callId);
  return label === undefined
    ? converted
    : { ...converted, _meta: { ...converted._meta, [flowMetaKey]: sentLabel(label) } };
}

/** Who lists tools. */
export interface ListCaller extends RequestCaller, Partial<Pick<McpExchange, 'capabilities'>> {}

function decidesInView(scope: ToolScope, spec: ToolSpec | undefined, { capabilities }: McpExchange): spec is ToolSpec {
  return spec !== undefined && hasDecidingView(spec) && isDecidedInViews(scope) && supportsApps(capabilities);
}

const listedInputSchema = memoize((spec: ToolSpec) => spec.toMcp().inputSchema);

interface ScopedCall extends ReadCall {
  readonly scope: ToolScope;
}

interface ReadCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

function readCall(params: unknown): ReadCall {
  const { name, arguments: args = {} } = isRecord(params) ? params : {};
  if (typeof name !== 'string') {
    throw new McpProtocolError(rpcErrorCodes.invalidParams, 'tools/call requires the name of a tool.');
  }
  if (isRecord(args)) return { name, args };
  throw new McpProtocolError(
    rpcErrorCodes.invalidParams,
    `tools/call requires the arguments of '${name}' to be an object.`,
  );
}

/** Creates the result of a call whose arguments are too large. */
function refuseArguments(toolName: string, maxBytes: number): McpCallResult {
  const message = `exceed ${maxBytes} bytes of JSON`;
  const error = createValidationError(
    `Invalid arguments for '${toolName}': the arguments ${message}. Send less at once.`,
    { toolName, issues: [{ path: '', message, rule: 'limit' }] },
  );
  return toCallResult(ToolResult.fail(error), 'free');
}

/** Creates the error of a call that cannot become the task that its tool requires. */
function createTaskRefusal(toolName: string): McpProtocolError {
  return new McpProtocolError(
    rpcErrorCodes.missingCapability,
    `The tool '${toolName}' runs only as a task. The client must support tasks: the extension ${tasksExtension} of protocol ` +
      'version 2026-07-28.',
    { requiredCapabilities: { extensions: { [tasksExtension]: {} } } },
  );
}
