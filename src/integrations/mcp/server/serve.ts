import { once } from '../../../base/async/once.js';
import { scheduleNextTurn } from '../../../base/async/schedule.js';
import { checkOptionNames, type OptionNames } from '../../../base/options/check-options.js';
import { anyValue, callback, positive } from '../../../base/options/option-rules.js';
import { type Toolkit, ToolkitSession } from '../../../index.js';
import { fromNodeRequest, sendNodeResponse } from '../http/node-bridge.js';
import { type ApplicationInfo, applicationInfo } from '../protocol/application-info.js';
import { bindClient } from './bind-client.js';
import type { McpAttacher } from './binder.js';
import { type EraLoaders, loadFirst } from './load-eras.js';
import { McpEndpoint } from './mcp-endpoint.js';
import { reportHeldTools } from './replayed-rounds.js';
import { httpNames, stdioNames, toolNames } from './serve-option-names.js';
import {
  type McpAttachment,
  type McpHttpOptions,
  type McpSdkServer,
  type McpServeOptions,
  type McpServerOptions,
  type McpServing,
  type McpStdioOptions,
  type McpToolOptions,
  serveDefaults,
} from './serve-options.js';
import { createSessionServer, type McpAttached } from './served-session.js';
import { createToolServer, type McpServed, servedToolkit, warnOfError } from './served-toolkit.js';

/** Serves tools with the SDKs of the eras that can be loaded. */
export async function serveWith(loaders: EraLoaders, served: McpServed, options: McpServeOptions): Promise<McpServing> {
  checkOptionNames(options, options.transport === 'stdio' ? stdioNames : httpNames, 'serveMcp');
  const toolkit = servedToolkit(served);
  // Read once, because each client gets its own server.
  const info = applicationInfo();
  const identity = { name: options.name ?? info.name, version: options.version ?? info.version };
  return options.transport === 'stdio'
    ? serveStdio(loaders, toolkit, { ...options, ...identity })
    : serveHttp(loaders, toolkit, { ...options, ...identity });
}

/** Attaches tools to a server of one SDK. */
export async function attachWith(
  binder: McpAttacher,
  { served, server }: { readonly served: McpAttached; readonly server: McpSdkServer },
  options: McpAttachOptions,
): Promise<McpAttachment> {
  checkOptionNames(options, attachNames, 'attachMcp');
  const { auth, closeTimeoutMs = serveDefaults.closeTimeoutMs } = options;
  const scope = ToolkitSession.is(served) ? served : servedToolkit(served);
  if (binder.isReplaying) reportHeldTools(scope);
  const { outputs } = binder;
  const tools = ToolkitSession.is(scope)
    ? createSessionServer(scope, options, outputs)
    : await createToolServer(scope, options, { auth, outputs });
  const detach = binder.attach({ tools, auth }, server);
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

/** The names of the options of `attachMcp`. */
export const attachNames: OptionNames<McpAttachOptions> = {
  ...toolNames,
  closeTimeoutMs: positive,
  onError: callback,
  auth: anyValue,
};

async function serveStdio(
  loaders: EraLoaders,
  toolkit: Toolkit,
  options: McpStdioOptions & ApplicationInfo,
): Promise<McpServing> {
  const { auth, stdin = process.stdin, stdout = process.stdout, onError = warnOfError } = options;
  const { maxMessageValues = serveDefaults.maxMessageValues, maxMessageBytes = serveDefaults.maxMessageBytes } =
    options;
  const binder = await loadFirst(loaders, options);
  if (binder.isReplaying) reportHeldTools(toolkit);
  const client = await bindClient(toolkit, options, { auth, era: binder.era, outputs: binder.outputs });
  const { promise: closed, resolve: onClosed } = deferred();
  // Only Node.js has these streams.
  const { GuardedInput } = await import('./guarded-input.js');
  const input = new GuardedInput(stdin, stdout, { maxMessageValues, maxMessageBytes, onError });
  // The SDK handles the last messages in microtasks, which may run after the end of the input has been reported.
  const onEnd = (): void => void scheduleNextTurn(() => void close());
  const hangUp = await binder.connectStdio(client, { stdin: input, stdout, onClosed: onEnd });
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
  loaders: EraLoaders,
  toolkit: Toolkit,
  options: McpHttpOptions & ApplicationInfo,
): Promise<McpServing> {
  const { host = '127.0.0.1', port = 3_000, path = '/mcp', onError = warnOfError } = options;
  const { closeTimeoutMs = serveDefaults.closeTimeoutMs } = options;
  const limits = withLimitDefaults(options);
  const endpoint = new McpEndpoint(toolkit, loaders, { ...options, host, path, onError });
  await endpoint.load();
  // Only Node.js can listen.
  const { McpHttpServer } = await import('../http/http-server.js');
  const server = new McpHttpServer({
    ...{ host, port, ...limits, onError },
    handle: async (request, response) => {
      sendNodeResponse(response, await endpoint.respond(fromNodeRequest(request, response)));
    },
  });
  const origin = await server.listen();
  const { promise: closed, resolve: onClosed } = deferred();
  const close = once(async () => {
    await server.close(
      () => endpoint.drain(closeTimeoutMs),
      () => endpoint.close(),
    );
    onClosed();
  });
  return { url: origin + path, closed, close };
}

function withLimitDefaults(options: McpHttpOptions) {
  const {
    maxHeaderBytes = 16_384,
    requestTimeoutMs = serveDefaults.requestTimeoutMs,
    sendTimeoutMs = serveDefaults.sendTimeoutMs,
    maxConnections = 4_096,
  } = options;
  return { maxHeaderBytes, requestTimeoutMs, sendTimeoutMs, maxConnections };
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let settle: (() => void) | undefined;
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: () => settle?.() };
}
