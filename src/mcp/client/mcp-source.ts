import { type Observable, Subject } from 'rxjs';
import { AuthenticationError, DefinitionError, ToolError } from '../../errors.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import type { ToolSource } from '../../toolkit/tool-source.js';
import type { RemoteServer } from '../protocol/remote-tool.js';
import { defaultPromptChars, promptText } from './clean-text.js';
import { Connection } from './connection.js';
import { listTools } from './list-tools.js';
import { loadBinder, versionOf } from './load-binder.js';
import type { LinkObserver, RemoteLink } from './remote-link.js';
import { checkSourceOptions, type McpSourceOptions } from './source-options.js';
import { type ImportResult, type QuarantinedTool, ToolImporter } from './tool-importer.js';
import { isSdkClient, isStdioCommand } from './transport-options.js';
import { Warnings } from './warnings.js';
import { withinTime } from './within-time.js';

// A server may tell of changes as often as it likes; its list is read once in this time at most. In milliseconds.
const changeMs = 50;

// JSON-RPC 2.0, section 5.1.
const methodNotFound = -32_601;

const defaults = { connectTimeoutMs: 30_000, maxPages: 1_000, maxTools: 20_000, maxMessageBytes: 64 * 1024 * 1024 };

/** The tools of one MCP server. */
export interface McpSource extends ToolSource {
  /** Who the server says that it is, while there is a connection. Its instructions are clean, and may still lie. */
  readonly server: RemoteServer | undefined;
  /** What was listed last and not brought in. */
  readonly quarantined: readonly QuarantinedTool[];
  /** Connects without reading the tools. `specs()` connects by itself. */
  connect(): Promise<void>;
  /** What the tools that were listed last are, to be approved and pinned: SHA-256 by the server's names. */
  fingerprints(): Readonly<Record<string, string>>;
  /** What the server calls a tool; undefined if none of that name for models was listed last. */
  remoteName(name: string): string | undefined;
  /**
   * Hands in with what an authorisation server has sent the user back: all parameters of that address, or the code alone.
   * After that, connect or call again. The SDK 'v2' compares the server's `iss` (RFC 9207) where it has the parameters.
   *
   * @throws AuthenticationError if there is no code.
   */
  finishAuth(answer: URLSearchParams | string): Promise<void>;
}

/**
 * Brings the tools of an MCP server in.
 *
 * @example
 * ```ts
 * await toolkit.registerSource(
 *   mcpSource({ name: 'files', transport: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'] } }),
 * );
 * ```
 * @throws DefinitionError on options that make no sense.
 */
export function mcpSource(options: McpSourceOptions): McpSource {
  checkSourceOptions(options);
  return new ServerSource(options);
}

class ServerSource implements McpSource {
  readonly name: string;
  readonly #options: McpSourceOptions;
  readonly #warnings: Warnings;
  readonly #connection: Connection;
  readonly #importer: ToolImporter;
  readonly #changes = new Subject<void>();
  #announcing: NodeJS.Timeout | undefined;
  #last: ImportResult | undefined;
  #isClosed = false;

  constructor(options: McpSourceOptions) {
    this.name = options.name;
    this.#options = options;
    this.#warnings = new Warnings(options.name, options.onWarning);
    this.#connection = new Connection({
      name: options.name,
      open: (observer, signal) => this.#open(observer, signal),
      connectTimeoutMs: options.connectTimeoutMs ?? defaults.connectTimeoutMs,
      // A client that somebody else has made is not ours to call back.
      restart: isSdkClient(options.transport) ? { maxRestarts: 0, delayMs: 0 } : options.restart,
      warnings: this.#warnings,
      onToolsChanged: () => this.#announce(),
    });
    this.#importer = this.#createImporter();
  }

  get changes$(): Observable<void> {
    return this.#changes;
  }

  get server(): RemoteServer | undefined {
    const server = this.#connection.link?.server;
    if (server?.instructions === undefined) return server;
    const maxChars = this.#options.maxDescriptionChars ?? defaultPromptChars;
    return { ...server, instructions: promptText(server.instructions, maxChars) };
  }

  get quarantined(): readonly QuarantinedTool[] {
    return this.#last?.quarantined ?? [];
  }

  async connect(): Promise<void> {
    await this.#connection.connect();
  }

  async specs(): Promise<readonly ToolSpec[]> {
    const { maxPages = defaults.maxPages, maxTools = defaults.maxTools } = this.#options;
    const listed = await listTools(this.name, (cursor) => this.#readPage(cursor), { maxPages, maxTools });
    const imported = await this.#importer.importTools(listed);
    this.#last = imported;
    for (const { name, reason } of imported.quarantined) {
      this.#warnings.conflated('quarantined', `the tool '${name}' is left out: ${reason}`);
    }
    this.#warnOfAbsent(listed);
    return imported.specs;
  }

  fingerprints(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#last?.fingerprints ?? []);
  }

  remoteName(name: string): string | undefined {
    return this.#last?.remoteNames.get(name);
  }

  async finishAuth(answer: URLSearchParams | string): Promise<void> {
    const { transport } = this.#options;
    if (isSdkClient(transport) || isStdioCommand(transport)) {
      throw new DefinitionError(`mcpSource '${this.name}': only a server at a url asks for a login.`);
    }
    if (typeof answer !== 'string' && !answer.get('code')) {
      throw new AuthenticationError('The authorisation server has sent the user back without a code.');
    }
    const binder = await loadBinder(this.#options.sdk);
    await binder.finishAuth(transport, answer);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#announcing);
    await this.#connection.close();
  }

  async #open(observer: LinkObserver, signal: AbortSignal): Promise<RemoteLink> {
    const { transport, clientInfo, elicit, sample, roots, maxMessageBytes } = this.#options;
    if (isSdkClient(transport)) return (await loadBinder(versionOf(transport))).adopt(transport, observer);
    const binder = await loadBinder(this.#options.sdk);
    return binder.connect({
      transport,
      clientInfo: clientInfo ?? { name: 'toolwright', version: '0.1.0' },
      handlers: { elicit, sample, roots },
      maxMessageBytes: maxMessageBytes ?? defaults.maxMessageBytes,
      observer,
      signal,
    });
  }

  async #readPage(cursor: string | undefined): Promise<unknown> {
    const limitMs = this.#options.connectTimeoutMs ?? defaults.connectTimeoutMs;
    await this.#connection.connect();
    const late = `'${this.name}' took longer than ${limitMs} ms to list its tools (connectTimeoutMs).`;
    try {
      return await withinTime({ limitMs, late }, (signal) => {
        const params = cursor === undefined ? {} : { cursor };
        return this.#connection.request({ method: 'tools/list', params, signal });
      });
    } catch (error) {
      // A server without tools need not know the method.
      const isUnknown = ToolError.is(error) && error.details?.rpcCode === methodNotFound;
      if (cursor === undefined && isUnknown) return { tools: [] };
      throw error;
    }
  }

  #createImporter(): ToolImporter {
    const { include, exclude, prefix = this.name, bind = {}, preset = {}, pins, onDrift = 'warn' } = this.#options;
    return new ToolImporter({
      server: this.name,
      prefix: prefix === false ? '' : prefix,
      sender: this.#connection,
      options: this.#options,
      isChosen: (name) => include?.includes(name) !== false && exclude?.includes(name) !== true,
      bind: new Map(Object.entries(bind)),
      preset: new Map(Object.entries(preset)),
      drift: {
        policy: onDrift,
        pinned: pins === undefined ? undefined : new Map(Object.entries(pins)),
        seen: new Map(),
        report: ({ name, expected }) => {
          if (onDrift === 'allow') return;
          const what = expected === undefined ? 'is not among those that are pinned' : 'is not what it was';
          this.#warnings.each('drift', `the tool '${name}' ${what}`);
        },
      },
    });
  }

  /** Options that name no tool are a mistake, or the server has changed. */
  #warnOfAbsent(listed: readonly unknown[]): void {
    const { include = [], exclude = [], bind = {}, preset = {} } = this.#options;
    const named = [...include, ...exclude, ...Object.keys(bind), ...Object.keys(preset)];
    if (named.length === 0) return;
    const there = new Set(listed.map((tool) => (tool as { readonly name?: unknown } | null)?.name));
    const absent = named.find((name) => !there.has(name));
    if (absent !== undefined) this.#warnings.conflated('absent', `it has no tool '${absent}', which an option names`);
  }

  #announce(): void {
    if (this.#isClosed || this.#announcing !== undefined) return;
    this.#announcing = setTimeout(() => {
      this.#announcing = undefined;
      this.#changes.next();
    }, changeMs);
  }
}
