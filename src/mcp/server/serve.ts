import { checkPositive } from '../../execution/check-limits.js';
import { DefinitionError, type Toolkit } from '../../index.js';
import { previewValue } from '../../value-preview.js';
import { eventsOfSession, type McpEventStore } from '../http/event-store.js';
import { McpHttpServer } from '../http/http-server.js';
import type { SessionTableOptions } from '../http/session-table.js';
import { type ApplicationInfo, applicationInfo, ownInfo } from '../protocol/application-info.js';
import type { BoundClient, McpBinder } from './binder.js';
import { GuardedInput } from './guarded-input.js';
import { readRequestState } from './request-state.js';
import {
  type McpAttachment,
  type McpHttpOptions,
  type McpSdkServer,
  type McpServeOptions,
  type McpServerOptions,
  type McpServing,
  type McpSessionLimits,
  type McpStdioOptions,
  type McpToolOptions,
  serveDefaults,
} from './serve-options.js';
import { createToolServer, type McpClientIdentity, type McpServed, servedToolkit, warn } from './served-toolkit.js';
import { SubjectSessions } from './subject-sessions.js';

/** Serves tools with the servers of one SDK. */
export async function serveWith(binder: McpBinder, served: McpServed, options: McpServeOptions): Promise<McpServing> {
  const { closeTimeoutMs, maxArgumentBytes } = options;
  checkLimits({ closeTimeoutMs, maxArgumentBytes });
  // Reports a mistake now, and not when the first client connects.
  readRequestState(options.requestState);
  const toolkit = servedToolkit(served);
  // Read once, because each client gets its own server.
  const info = applicationInfo();
  const identity = { name: options.name ?? info.name, version: options.version ?? info.version };
  return options.transport === 'stdio'
    ? serveStdio(binder, toolkit, { ...options, ...identity })
    : serveHttp(binder, toolkit, { ...options, ...identity });
}

/** Attaches tools to a server of one SDK. */
export async function attachWith(
  binder: McpBinder,
  { served, server }: { readonly served: McpServed; readonly server: McpSdkServer },
  options: McpAttachOptions,
): Promise<McpAttachment> {
  const { auth, closeTimeoutMs = serveDefaults.closeTimeoutMs, onError = warn } = options;
  checkPositive(closeTimeoutMs, 'closeTimeoutMs');
  const tools = await createToolServer(servedToolkit(served), options, { auth, outputs: binder.outputs });
  const detach = binder.attach({ tools, server, auth, onError, identity: { ...ownInfo, ...unset } });
  const close = once(async () => {
    await tools.drain(closeTimeoutMs);
    detach();
    binder.close();
  });
  return { close };
}

/** The options of `attachMcp`. */
export interface McpAttachOptions extends McpToolOptions, Pick<McpServerOptions, 'closeTimeoutMs' | 'onError'> {
  /** The description of the client, which tools read as `ctx.auth`. @default `authInfo` of the SDK's transport */
  readonly auth?: unknown;
}

const unset = { title: undefined, instructions: undefined };

async function serveStdio(
  binder: McpBinder,
  toolkit: Toolkit,
  options: McpStdioOptions & ApplicationInfo,
): Promise<McpServing> {
  const { auth, stdin = process.stdin, stdout = process.stdout, onError = warn } = options;
  const { maxMessageValues = serveDefaults.maxMessageValues, maxMessageBytes = serveDefaults.maxMessageBytes } =
    options;
  checkLimits({ maxMessageValues, maxMessageBytes });
  const client = await bindClient(toolkit, options, { auth, outputs: binder.outputs });
  const { promise: closed, resolve: onClosed } = deferred();
  const input = new GuardedInput(stdin, stdout, { maxMessageValues, maxMessageBytes, onError });
  const hangUp = await binder.connectStdio(client, { stdin: input, stdout, onClosed: () => void close() });
  const close = once(async () => {
    await client.tools.drain(options.closeTimeoutMs ?? serveDefaults.closeTimeoutMs);
    await hangUp();
    input.detach();
    binder.close();
    onClosed();
  });
  return { url: undefined, closed, close };
}

async function serveHttp(
  binder: McpBinder,
  toolkit: Toolkit,
  options: McpHttpOptions & ApplicationInfo,
): Promise<McpServing> {
  const { host = '127.0.0.1', port = 3_000, path = '/mcp', authorization, eventStore, onError = warn } = options;
  // Sessions are ignored with an SDK that does not have them.
  const sessions = binder.hasSessions && (options.sessions ?? true);
  // They also limit the groups of subjects, which need no sessions.
  const sessionLimits = withSessionDefaults(typeof options.sessions === 'object' ? options.sessions : {});
  const limits = withLimitDefaults(options);
  checkLimits({ ...sessionLimits, ...limits });
  checkClientOf(options.clientOf);
  // Reports a range that no version matches now, and not when the first client connects.
  toolkit.session({ versions: options.versions });
  const subjects = new SubjectSessions(() => toolkit.session(), sessionLimits);
  const server = new McpHttpServer({
    ...{ host, port, path, authorization, onError, ...limits },
    allowedHosts: options.allowedHosts,
    allowedOrigins: options.allowedOrigins,
    sessions: sessions === false ? undefined : sessionLimits,
    clientOf: options.clientOf,
    isResumable: eventStore !== undefined && sessions !== false,
    open: async ({ sessionId, subject, auth, info, onOpened, onClosed }) => {
      const session = sessionId === undefined ? sessionOfRequest(subjects, subject) : undefined;
      const client = await bindClient(toolkit, options, { auth, request: info, outputs: binder.outputs, session });
      return binder.connectHttp(client, {
        sessionId,
        eventStore: scopeEventStore(eventStore, sessionId),
        onOpened,
        onClosed,
      });
    },
  });
  const url = await server.listen();
  const { promise: closed, resolve: onClosed } = deferred();
  const close = once(async () => {
    await server.close(options.closeTimeoutMs ?? serveDefaults.closeTimeoutMs);
    binder.close();
    onClosed();
  });
  return { url, closed, close };
}

function checkLimits(limits: Readonly<Record<string, number | undefined>>): void {
  for (const [name, limit] of Object.entries(limits)) checkPositive(limit, `serveMcp: ${name}`);
}

function withLimitDefaults(options: McpHttpOptions) {
  const { maxBodyBytes = 4_194_304, maxMessageValues = serveDefaults.maxMessageValues } = options;
  const {
    maxHeaderBytes = 16_384,
    requestTimeoutMs = 30_000,
    sendTimeoutMs = 60_000,
    maxConnections = 4_096,
  } = options;
  return { maxBodyBytes, maxMessageValues, maxHeaderBytes, requestTimeoutMs, sendTimeoutMs, maxConnections };
}

function withSessionDefaults(limits: McpSessionLimits): SessionTableOptions {
  const { maxSessions = 1_000, maxSessionsPerClient = 100, idleTimeoutMs = 1_800_000 } = limits;
  return { maxSessions, maxSessionsPerClient, idleTimeoutMs };
}

function checkClientOf(clientOf: unknown): void {
  if (clientOf === undefined || typeof clientOf === 'function') return;
  throw new DefinitionError(`serveMcp: clientOf must be a function, not ${previewValue(clientOf)}.`);
}

/** Returns the options of the session of a stateless request: groups that a model activates need a subject to last. */
function sessionOfRequest(subjects: SubjectSessions, subject: string | undefined): McpClientIdentity['session'] {
  return subject === undefined ? { fixedGroups: true } : { groups: subjects.of(subject) };
}

async function bindClient(
  toolkit: Toolkit,
  options: McpServerOptions & ApplicationInfo,
  client: McpClientIdentity,
): Promise<BoundClient> {
  const { name, version, title, onError = warn } = options;
  const tools = await createToolServer(toolkit, options, client);
  const instructions = options.instructions ?? (tools.session.getGroupInstructions() || undefined);
  const identity = { name, title, version, instructions };
  return { tools, identity, server: options.server?.(), auth: client.auth, onError };
}

function scopeEventStore(store: McpEventStore | undefined, sessionId: string | undefined): McpEventStore | undefined {
  return store === undefined || sessionId === undefined ? undefined : eventsOfSession(store, sessionId);
}

/** Creates a function that does its work once. Every call waits for the same end. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let settle: (() => void) | undefined;
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: () => settle?.() };
}
