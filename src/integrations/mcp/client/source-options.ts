import { DefinitionError } from '../../../base/errors/errors.js';
import { loopbackNames } from '../../../base/network/loopback.js';
import { type McpObserver, mcpObserver } from '../../../base/network/mcp-observer.js';
import { type OutboundOptions, OutboundRules, outboundNames } from '../../../base/network/outbound-rules.js';
import { checkOptionNames, type OptionNames } from '../../../base/options/check-options.js';
import {
  callback,
  either,
  finite,
  flag,
  flagOr,
  list,
  nonEmpty,
  object,
  oneOf,
  optionRule,
  optionsOf,
  recordOf,
  secretObject,
  string,
  strings,
} from '../../../base/options/option-rules.js';
import { bindNames } from '../../../tool/metadata/tool-option-names.js';
import type { BindTarget } from '../../../tool/metadata/tool-options.js';
import { isAuthScheme, isProvider } from './auth/auth-option.js';
import { checkAuthScheme } from './auth/check-auth-scheme.js';
import { type RestartOptions, restartNames } from './backoff.js';
import { type CallMetaOption, readMeta } from './call-meta.js';
import type { DriftPolicy } from './drift.js';
import {
  commandNames,
  endpointNames,
  type HttpEndpoint,
  isSdkClient,
  type SourceTransport,
} from './endpoint/transport-options.js';
import { findResolver } from './http/guarded-fetch.js';
import type { RemoteHandlers } from './link/remote-link.js';
import type { SdkVersion } from './load-binder.js';
import { type McpOfferImport, offerImportNames } from './offer-options.js';
import { type RemoteSpecOptions, remoteSpecNames } from './remote-spec.js';
import { type McpTaskWaiting, taskWaitingNames } from './tasks/task-options.js';
import type { WarningListener } from './warnings.js';

/** The options of `mcpSource`. They refer to tools by the server's names. */
export interface McpSourceOptions extends RemoteSpecOptions, RemoteHandlers {
  /** The name of the source in the toolkit and in messages. */
  readonly name: string;
  /** A command to start, a URL to connect to, or a connected client of an official SDK. */
  readonly transport: SourceTransport;
  /**
   * The official SDK to use: 'v1' is `@modelcontextprotocol/sdk`, for protocols up to 2025-11-25; 'v2' is
   * `@modelcontextprotocol/client`, which prefers 2026-07-28 and negotiates older versions. @default 'v1' if it is installed and
   * supports the `auth` of the transport
   */
  readonly sdk?: SdkVersion | undefined;
  /**
   * The hosts that requests over HTTP may reach, in addition to the host and the port of the URL: those to which the
   * server redirects, and those of its authorisation servers.
   *
   * @default public addresses, and if the URL is on the loopback interface, all ports of that
   */
  readonly outbound?: OutboundOptions | undefined;
  /** The tools to import. @default all tools */
  readonly include?: readonly string[] | undefined;
  /** The tools not to import. @default none */
  readonly exclude?: readonly string[] | undefined;
  /**
   * The prefix of the tool names, or `false` for none. `__` joins it and the name of the tool: `'notes'` gives
   * `notes__search`. @default the name of the source
   */
  readonly prefix?: string | false | undefined;
  /** The arguments that are bound to the state, by tool. They are hidden from the model. */
  readonly bind?: Readonly<Record<string, Readonly<Record<string, string | BindTarget>>>> | undefined;
  /** The arguments with fixed values, by tool. They are hidden from the model. */
  readonly preset?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  /**
   * The entries to add to the `_meta` of each `tools/call`, or a function of the call that returns them. Keys have a
   * prefix of your own, such as `example.com/user`. Values are JSON. A secret is sent as its value and does not appear in
   * errors. @default none
   */
  readonly meta?: CallMetaOption | undefined;
  /**
   * Whether calls may become tasks of a server of protocol version 2026-07-28 (SEP-2663), which are awaited; or the limits of
   * awaiting them. A connected client of an SDK has no tasks. @default true
   */
  readonly tasks?: boolean | McpTaskWaiting | undefined;
  /**
   * What to import besides tools: `true` for resources and prompts with their completion, or the options of the import. A
   * toolkit that serves MCP clients serves them too. @default false
   */
  readonly offers?: boolean | McpOfferImport | undefined;
  /** The approved fingerprints by tool, from `source.fingerprints()`. @default the first fingerprint of each tool */
  readonly pins?: Readonly<Record<string, string>> | undefined;
  /** The policy for a tool whose fingerprint differs from the approved one. @default 'warn' */
  readonly onDrift?: DriftPolicy | undefined;
  /** The time limit for connecting and for each page of the list, in milliseconds. @default 30000 */
  readonly connectTimeoutMs?: number | undefined;
  /** The options of reconnecting to a server whose connection was lost. */
  readonly restart?: RestartOptions | undefined;
  /**
   * The largest number of identities that have a connection at once, if `headers` or `auth` is a function. A new identity closes
   * the one that has been idle for longest. If all are in use, its call fails with a RateLimitError. @default 100
   */
  readonly maxIdentities?: number | undefined;
  /** The time after which an identity without a call is closed, in milliseconds. @default 300000 */
  readonly identityIdleMs?: number | undefined;
  /** The largest number of pages in the list of tools. @default 1000 */
  readonly maxPages?: number | undefined;
  /** The largest number of tools. @default 20000 */
  readonly maxTools?: number | undefined;
  /** The size limit of a message from the server, in bytes. A longer message fails its request. @default 67108864 */
  readonly maxMessageBytes?: number | undefined;
  /**
   * The name and the version that the client sends to the server. @default those in the `package.json` nearest to the
   * main module, or else to the working folder
   */
  readonly clientInfo?: { readonly name: string; readonly version: string } | undefined;
  /**
   * An observer of the requests to the server: what `telemetry()` returns. If the toolkit uses it too, the requests of a call
   * are recorded on the span of the call. @default requests are not recorded
   */
  readonly telemetry?: McpObserver | undefined;
  /** A listener for warnings about the server. @default emits Node.js process warnings */
  readonly onWarning?: WarningListener | undefined;
}

const oneFalse = optionRule<false>('false', (value) => value === false);

/** The names of the options of `mcpSource`. The transport has names of its own. */
export const sourceNames: OptionNames<McpSourceOptions> = {
  ...remoteSpecNames,
  elicit: callback,
  visit: callback,
  sample: callback,
  roots: either(list, callback),
  apps: flag,
  name: nonEmpty,
  transport: object,
  sdk: oneOf('v1', 'v2'),
  outbound: optionsOf<OutboundOptions>(outboundNames),
  include: strings,
  exclude: strings,
  prefix: either(oneFalse, string),
  bind: recordOf<Readonly<Record<string, string | BindTarget>>>([bindNames]),
  preset: secretObject,
  meta: either(secretObject, callback),
  tasks: flagOr(optionsOf<McpTaskWaiting>(taskWaitingNames)),
  offers: flagOr(optionsOf<McpOfferImport>(offerImportNames)),
  pins: object,
  onDrift: oneOf('allow', 'deny', 'warn'),
  connectTimeoutMs: finite,
  restart: optionsOf<RestartOptions>(restartNames),
  maxIdentities: finite,
  identityIdleMs: finite,
  maxPages: finite,
  maxTools: finite,
  maxMessageBytes: finite,
  clientInfo: object,
  telemetry: mcpObserver,
  onWarning: callback,
};

const identityLimits = ['maxIdentities', 'identityIdleMs'] as const;

/** Validates the options of a source. @throws DefinitionError if an option is invalid. */
export function checkSourceOptions(given: McpSourceOptions): void {
  const { name, include, exclude, prefix, ...options } = given;
  const where = typeof name === 'string' && name !== '' ? `mcpSource '${name}'` : 'mcpSource';
  checkOptionNames(given, optionsOf<McpSourceOptions>(sourceNames, 'name'), where);
  const both = include?.find((tool) => exclude?.includes(tool));
  if (both !== undefined) {
    throw new DefinitionError(
      `mcpSource '${name}': '${both}' is both included and excluded. Remove it from include or exclude.`,
    );
  }
  const { transport } = options as { readonly transport?: unknown };
  const known = ['command', 'url', 'request'];
  if (typeof transport !== 'object' || transport === null || !known.some((key) => key in transport)) {
    throw new DefinitionError(`mcpSource '${name}': transport must have a command or a url, or be a client.`);
  }
  // Its message says more about headers of a process than one about an unknown option.
  checkHeadersOption(name, options);
  if (!isSdkClient(transport)) {
    checkOptionNames(transport, 'command' in transport ? commandNames : endpointNames, `${where}: transport`);
    if ('url' in given.transport) checkAuth(given.transport, given.sdk, `${where}: transport`);
  }
  const { meta } = options;
  if (meta !== undefined && typeof meta !== 'function') readMeta(meta, () => {}, `mcpSource '${name}': meta`);
  checkOutbound(name, options);
}

/** Checks that the options for headers and identities can work with the transport. */
function checkHeadersOption(name: string, options: Omit<McpSourceOptions, 'name'>): void {
  const { transport } = options;
  const headers = isSdkClient(transport) || !('headers' in transport) ? undefined : transport.headers;
  if (headers !== undefined && !('url' in transport)) {
    throw new DefinitionError(`mcpSource '${name}': headers requires a transport with a url. A process receives env.`);
  }
  const auth = isSdkClient(transport) || !('auth' in transport) ? undefined : transport.auth;
  if (typeof headers === 'function' || typeof auth === 'function') return;
  const unused = identityLimits.find((limit) => options[limit] !== undefined);
  if (unused === undefined) return;
  throw new DefinitionError(
    `mcpSource '${name}': ${unused} requires headers or auth to be a function: all calls have one identity.`,
  );
}

/** Checks the authorisation of an endpoint. */
function checkAuth({ auth, dpop }: HttpEndpoint, sdk: SdkVersion | undefined, where: string): void {
  if (isAuthScheme(auth)) checkAuthScheme(auth, `${where}.auth`);
  if (dpop === true && !isAuthScheme(auth) && !isProvider(auth) && typeof auth !== 'function') {
    throw new DefinitionError(`${where}.dpop requires auth to request tokens: a scheme, or an OAuthClientProvider.`);
  }
  const option = optionOfV2({ auth, dpop });
  if (sdk === 'v1' && option !== undefined) {
    throw new DefinitionError(`${where}.${option} requires the SDK 'v2'. Set sdk to 'v2'.`);
  }
}

/** Returns the option of an endpoint that only the SDK 'v2' supports; undefined if there is none. */
function optionOfV2({ auth, dpop }: Pick<HttpEndpoint, 'auth' | 'dpop'>): string | undefined {
  if (dpop === true) return 'dpop';
  return isAuthScheme(auth) && auth.type === 'enterprise' ? "auth.type 'enterprise'" : undefined;
}

/** Returns the SDK of a source; undefined for the first one that is installed. */
export function sdkOf({ sdk, transport }: Pick<McpSourceOptions, 'sdk' | 'transport'>): SdkVersion | undefined {
  if (sdk !== undefined || isSdkClient(transport) || !('url' in transport)) return sdk;
  return optionOfV2(transport) === undefined ? undefined : 'v2';
}

type OutboundParts = Pick<McpSourceOptions, 'name' | 'transport' | 'outbound'>;

/** Returns the rules for the hosts of a source. Throws a DefinitionError if the option `outbound` is invalid. */
export function readOutbound({ name, transport, outbound = defaultOutbound(transport) }: OutboundParts): OutboundRules {
  return OutboundRules.read(outbound, `mcpSource '${name}': outbound`);
}

/** Returns the default of `outbound`. A server on the loopback interface can send requests to all its ports itself. */
function defaultOutbound(transport: McpSourceOptions['transport']): OutboundOptions {
  const isLoopback =
    !isSdkClient(transport) &&
    'url' in transport &&
    URL.canParse(String(transport.url)) &&
    loopbackNames.includes(new URL(transport.url).hostname);
  return isLoopback ? { allowHosts: loopbackNames } : {};
}

function checkOutbound(name: string, { transport, outbound }: Omit<McpSourceOptions, 'name'>): void {
  if (outbound === undefined) return;
  readOutbound({ name, transport, outbound });
  if (isSdkClient(transport) || !('url' in transport)) {
    throw new DefinitionError(
      `mcpSource '${name}': outbound requires a transport with a url. Processes and clients send their own requests.`,
    );
  }
  if (outbound.denyPrivate === false || findResolver() !== undefined) return;
  throw new DefinitionError(
    `mcpSource '${name}': outbound requires node:dns, which this runtime does not have. Set denyPrivate to false.`,
  );
}
