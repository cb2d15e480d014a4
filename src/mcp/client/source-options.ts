import { DefinitionError } from '../../errors.js';
import type { BindTarget } from '../../metadata/tool-options.js';
import type { RestartOptions } from './backoff.js';
import type { DriftPolicy } from './drift.js';
import type { SdkVersion } from './load-binder.js';
import type { RemoteHandlers } from './remote-link.js';
import type { RemoteSpecOptions } from './remote-spec.js';
import type { SourceTransport } from './transport-options.js';
import type { WarningListener } from './warnings.js';

/** How the tools of an MCP server are brought in. Tools are named as the server names them. */
export interface McpSourceOptions extends RemoteSpecOptions, RemoteHandlers {
  /** By which the source is removed. */
  readonly name: string;
  /** A process to start, an address, or a client of an official SDK that is connected already. */
  readonly transport: SourceTransport;
  /**
   * The official SDK to use: 'v1' is `@modelcontextprotocol/sdk`, for protocols up to 2025-11-25; 'v2' is
   * `@modelcontextprotocol/client`, which asks a server whether it speaks 2026-07-28 first. @default 'v1' if installed
   */
  readonly sdk?: SdkVersion | undefined;
  /** Only these tools. */
  readonly include?: readonly string[] | undefined;
  /** All but these tools. */
  readonly exclude?: readonly string[] | undefined;
  /** Put before each name, joined by `__`; `false` for none. @default the source's name */
  readonly prefix?: string | false | undefined;
  /** By tool: arguments whose values come from the state, hidden from the model. */
  readonly bind?: Readonly<Record<string, Readonly<Record<string, string | BindTarget>>>> | undefined;
  /** By tool: arguments whose values are fixed, hidden from the model. */
  readonly preset?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  /** By tool: the fingerprints that somebody has approved, from `source.fingerprints()`. @default what is seen first */
  readonly pins?: Readonly<Record<string, string>> | undefined;
  /** What happens to a tool that is not as it is pinned. @default 'warn' */
  readonly onDrift?: DriftPolicy | undefined;
  /** How long connecting, and each page of the list, may take, in milliseconds. @default 30000 */
  readonly connectTimeoutMs?: number | undefined;
  /** How a server that is gone is called back. */
  readonly restart?: RestartOptions | undefined;
  /** The most pages of the list of tools. @default 1000 */
  readonly maxPages?: number | undefined;
  /** The most tools. @default 20000 */
  readonly maxTools?: number | undefined;
  /** The longest message of the server, in bytes. A longer one fails its request. @default 67108864 */
  readonly maxMessageBytes?: number | undefined;
  /** Who we say that we are. @default toolwright */
  readonly clientInfo?: { readonly name: string; readonly version: string } | undefined;
  /** Takes what the user should know. @default Node's process warnings */
  readonly onWarning?: WarningListener | undefined;
}

/** Refuses options that make no sense. @throws DefinitionError */
export function checkSourceOptions({ name, include, exclude, prefix, ...options }: McpSourceOptions): void {
  if (typeof name !== 'string' || name === '') {
    throw new DefinitionError("mcpSource: name must say what the source is called, such as 'github'.");
  }
  const both = include?.find((tool) => exclude?.includes(tool));
  if (both !== undefined) {
    throw new DefinitionError(`mcpSource '${name}': '${both}' is both included and excluded. Say one of them.`);
  }
  const { transport } = options as { readonly transport?: unknown };
  const { sdk } = options;
  if (sdk !== undefined && sdk !== 'v1' && sdk !== 'v2') {
    throw new DefinitionError(`mcpSource '${name}': sdk must be 'v1' or 'v2', not '${String(sdk)}'.`);
  }
  const known = ['command', 'url', 'request'];
  if (typeof transport !== 'object' || transport === null || !known.some((key) => key in transport)) {
    throw new DefinitionError(`mcpSource '${name}': transport must have a command or a url, or be a client.`);
  }
  for (const limit of ['connectTimeoutMs', 'maxPages', 'maxTools', 'maxMessageBytes'] as const) {
    const value = options[limit];
    if (value === undefined || (Number.isFinite(value) && value > 0)) continue;
    throw new DefinitionError(`mcpSource '${name}': ${limit} must be a number above 0, not ${String(value)}.`);
  }
}
