import { type Observable, Subject } from '../../../base/async/rxjs.js';
import { withTimeout } from '../../../base/async/with-timeout.js';
import { AuthenticationError, DefinitionError, ToolError } from '../../../base/errors/errors.js';
import { defaultPromptChars, promptText } from '../../../base/text/clean-text.js';
import { readImportLimits } from '../../../schema/imported/import-limits.js';
import { isForAppsOnly } from '../../../tool/spec/is-for-apps-only.js';
import type { ToolSpec } from '../../../tool/spec/tool-spec.js';
import type { ToolSource } from '../../../toolkit/tool-source.js';
import type { RemoteServer } from '../protocol/remote-tool.js';
import { CallSender } from './call-sender.js';
import { createEndpointFetch } from './endpoint/endpoint-fetch.js';
import { isSdkClient, isStdioCommand } from './endpoint/transport-options.js';
import { listEntries } from './list-entries.js';
import { loadBinder } from './load-binder.js';
import { createModelTools } from './model-tools.js';
import { type OfferImportSettings, readOfferImport } from './offer-options.js';
import { findServerPin, type ServerDrift, type ServerPin, serverDrift, serverPinOf } from './server-pin.js';
import { SourceIdentities } from './source-identities.js';
import { type ImportedOffers, type OfferList, SourceOffers } from './source-offers.js';
import { checkSourceOptions, type McpSourceOptions, readOutbound, sdkOf } from './source-options.js';
import { type ImportResult, type QuarantinedTool, ToolImporter } from './tool-importer.js';
import { Warnings } from './warnings.js';

// A server may report changes at any rate. Its list is read at most once in this interval. In milliseconds.
const changeIntervalMs = 50;

// JSON-RPC 2.0, section 5.1.
const methodNotFound = -32_601;

const toolList: OfferList = { method: 'tools/list', key: 'tools', what: 'tools' };

const defaults = { connectTimeoutMs: 30_000, maxPages: 1_000, maxTools: 20_000 };

/** A tool source that imports the tools of one MCP server. */
export interface McpSource extends ToolSource {
  /** The server's own description, while connected. Its instructions are sanitized but remain untrusted. */
  readonly server: RemoteServer | undefined;
  /** The tools of the last list that were not imported, with the reasons. */
  readonly quarantined: readonly QuarantinedTool[];
  /**
   * The tools of the last list that the server offers to its user interfaces only (`_meta.ui.visibility` without
   * `'model'`, MCP Apps). A toolkit does not have them, so that no model can see or call them. An application runs them
   * through their specs.
   */
  readonly appTools: readonly ToolSpec[];
  /** Connects without reading the tools. `specs()` connects automatically. */
  connect(): Promise<void>;
  /**
   * Returns the fingerprints of the last list, for `pins`: a SHA-256 digest by the server's name of a tool, and that of the
   * server's instructions as `server:<name>`, by which another server is recognized.
   */
  fingerprints(): Readonly<Record<string, string>>;
  /** Returns the server's name of a tool by its name for models; undefined if the last list has no such tool. */
  remoteName(name: string): string | undefined;
  /**
   * Completes a login with the result of the redirect from the authorisation server: all query parameters, or only the
   * code. Then connect or call again. With the parameters, the SDK 'v2' also verifies the issuer `iss` (RFC 9207).
   *
   * @throws AuthenticationError if the parameters contain no code.
   * @throws DefinitionError if the source does not connect to a URL with an `OAuthClientProvider`.
   */
  finishAuth(answer: URLSearchParams | string): Promise<void>;
}

/**
 * Creates a tool source that imports the tools of an MCP server.
 *
 * @example
 * ```ts
 * await toolkit.registerSource(
 *   mcpSource({ name: 'files', transport: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'] } }),
 * );
 * ```
 * @throws DefinitionError if an option is invalid.
 */
export function mcpSource(options: McpSourceOptions): McpSource {
  checkSourceOptions(options);
  return new ServerSource(options);
}

class ServerSource implements McpSource {
  readonly name: string;
  readonly #options: McpSourceOptions;
  readonly #warnings: Warnings;
  readonly #identities: SourceIdentities;
  readonly #importer: ToolImporter;
  readonly #sender: CallSender;
  /** What is imported besides tools. Undefined for tools only. */
  readonly #offerSettings: OfferImportSettings | undefined;
  readonly #offers: SourceOffers | undefined;
  #lastOffers: ImportedOffers | undefined;
  readonly #changes = new Subject<void>();
  #changeTimer: NodeJS.Timeout | undefined;
  #last: ImportResult | undefined;
  /** What the server said of itself when its tools were first read, unless `pins` contains it. */
  #approvedServer: ServerPin | undefined;
  #serverDrift: ServerDrift | undefined;
  #isClosed = false;

  constructor(options: McpSourceOptions) {
    this.name = options.name;
    this.#options = options;
    this.#warnings = new Warnings(options.name, options.onWarning);
    this.#identities = new SourceIdentities(options, {
      connectTimeoutMs: options.connectTimeoutMs ?? defaults.connectTimeoutMs,
      warnings: this.#warnings,
      onToolsChanged: () => this.#scheduleChange(),
      onOffersChanged: readOfferImport(options.offers) === undefined ? undefined : () => this.#scheduleChange(),
    });
    this.#sender = new CallSender({ name: this.name, identities: this.#identities, meta: options.meta });
    this.#importer = this.#createImporter();
    this.#approvedServer = findServerPin(options.pins ?? {});
    this.#offerSettings = readOfferImport(options.offers);
    this.#offers = this.#offerSettings && this.#createOffers(this.#offerSettings);
  }

  get changes$(): Observable<void> {
    return this.#changes;
  }

  get server(): RemoteServer | undefined {
    const server = this.#identities.own.connection.link?.server;
    if (server?.instructions === undefined) return server;
    if (this.#serverDrift !== undefined && this.#options.onDrift === 'deny')
      return { ...server, instructions: undefined };
    const maxChars = this.#options.maxDescriptionChars ?? defaultPromptChars;
    return { ...server, instructions: promptText(server.instructions, maxChars) };
  }

  get quarantined(): readonly QuarantinedTool[] {
    return [...(this.#last?.quarantined ?? []), ...(this.#lastOffers?.quarantined ?? [])];
  }

  get appTools(): readonly ToolSpec[] {
    return this.#last?.specs.filter(isForAppsOnly) ?? [];
  }

  async connect(): Promise<void> {
    await this.#identities.own.connection.connect();
  }

  async specs(): Promise<readonly ToolSpec[]> {
    const { maxPages = defaults.maxPages, maxTools = defaults.maxTools } = this.#options;
    const limits = { maxPages, maxEntries: maxTools, option: 'maxTools' };
    const site = { server: this.name, kind: toolList };
    const listed = await listEntries(site, (cursor) => this.#readPage(toolList, cursor), limits);
    const refusal = this.#checkServer();
    const imported = await this.#importer.importTools(listed, { awaitsTasks: this.#identities.awaitsTasks, refusal });
    this.#last = imported;
    for (const { name, reason } of imported.quarantined) {
      this.#warnings.warnThrottled('quarantined', `the tool '${name}' was not imported: ${reason}`);
    }
    this.#warnAboutMissingTools(listed);
    const tools = imported.specs.filter((spec) => !isForAppsOnly(spec));
    const offers = refusal === undefined ? await this.#readOffers() : [];
    return [...this.#withoutReaders(tools, offers), ...offers];
  }

  /** Compares the server with the approved one. Returns the reason for importing nothing; undefined if it can be imported. */
  #checkServer(): string | undefined {
    const server = this.#identities.own.connection.link?.server;
    if (server === undefined) return undefined;
    const current = serverPinOf(server);
    this.#approvedServer ??= current;
    const drift = serverDrift(this.#approvedServer, current);
    const { onDrift = 'warn' } = this.#options;
    if (drift !== undefined && drift.reason !== this.#serverDrift?.reason && onDrift !== 'allow') {
      this.#warnings.warn('drift', drift.reason);
    }
    this.#serverDrift = drift;
    return drift?.isOther === true && onDrift === 'deny' ? drift.reason : undefined;
  }

  async #readOffers(): Promise<readonly ToolSpec[]> {
    const [offers, settings] = [this.#offers, this.#offerSettings];
    if (offers === undefined || settings === undefined) return [];
    const imported = await offers.read(this.server?.capabilities ?? {});
    this.#lastOffers = imported;
    for (const { kind, name, reason } of imported.quarantined) {
      this.#warnings.warnThrottled('quarantined', `the ${kind} '${name}' was not imported: ${reason}`);
    }
    if (!settings.asTools) return imported.specs;
    const forModels = createModelTools({
      server: this.name,
      prefix: this.#prefix,
      sender: this.#sender,
      maxBytes: settings.maxReadBytes,
      specs: imported.specs,
      promptOf: (name) => offers.promptOf(name),
    });
    return [...imported.specs, ...forModels];
  }

  /** Leaves out the server's tools that have the name of a tool which reads what is imported, and verifies it. */
  #withoutReaders(tools: readonly ToolSpec[], offers: readonly ToolSpec[]): readonly ToolSpec[] {
    const readers = new Set(offers.filter(({ offer }) => offer === undefined).map(({ name }) => name));
    return tools.filter(({ name }) => {
      if (!readers.has(name)) return true;
      const reason = 'the import of resources, prompts or skills has a tool with its name';
      this.#warnings.warnThrottled('quarantined', `the tool '${name}' was not imported: ${reason}`);
      return false;
    });
  }

  fingerprints(): Readonly<Record<string, string>> {
    const server = this.#identities.own.connection.link?.server;
    const own = server === undefined ? undefined : serverPinOf(server);
    return Object.fromEntries([
      ...(own === undefined ? [] : [[own.key, own.fingerprint] as const]),
      ...(this.#lastOffers?.fingerprints ?? []),
      ...(this.#last?.fingerprints ?? []),
    ]);
  }

  remoteName(name: string): string | undefined {
    return this.#last?.remoteNames.get(name);
  }

  async finishAuth(answer: URLSearchParams | string): Promise<void> {
    const { transport } = this.#options;
    if (isSdkClient(transport) || isStdioCommand(transport)) {
      throw new DefinitionError(`mcpSource '${this.name}': finishAuth() requires a transport with a url.`);
    }
    if (typeof answer !== 'string' && !answer.get('code')) {
      throw new AuthenticationError('The authorisation server redirected the user back without a code.');
    }
    const auth = this.#identities.login;
    if (auth === undefined) {
      throw new DefinitionError(
        `mcpSource '${this.name}': finishAuth() requires an OAuthClientProvider as transport.auth.`,
      );
    }
    const binder = await loadBinder(sdkOf(this.#options));
    const onDenied = (message: string): void => this.#warnings.warnThrottled('outbound', message);
    const send = createEndpointFetch(transport, { auth, rules: readOutbound(this.#options), onDenied });
    await binder.finishAuth(answer, { url: new URL(transport.url), auth, send });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#changeTimer);
    await this.#identities.close();
  }

  async #readPage(kind: OfferList, cursor: string | undefined): Promise<unknown> {
    const limitMs = this.#options.connectTimeoutMs ?? defaults.connectTimeoutMs;
    const { connection } = this.#identities.own;
    await connection.connect();
    const timeoutMessage = `'${this.name}' took longer than ${limitMs} ms to list its ${kind.what} (connectTimeoutMs).`;
    try {
      return await withTimeout({ limitMs, timeoutMessage }, (signal) => {
        const params = cursor === undefined ? {} : { cursor };
        return connection.request({
          method: kind.method,
          params,
          signal,
          acceptsTasks: kind === toolList && this.#options.tasks !== false,
        });
      });
    } catch (error) {
      // A server that has none may not implement the method.
      const isUnknown = ToolError.is(error) && error.details?.rpcCode === methodNotFound;
      if (cursor === undefined && isUnknown) return { [kind.key]: [] };
      throw error;
    }
  }

  /** The prefix of all names; an empty text for none. */
  get #prefix(): string {
    const { prefix = this.name } = this.#options;
    return prefix === false ? '' : prefix;
  }

  #createOffers(settings: OfferImportSettings): SourceOffers {
    const { maxPages = defaults.maxPages, transport, pins, onDrift = 'warn', limits } = this.#options;
    return new SourceOffers({
      name: this.name,
      isClosed: () => this.#isClosed,
      prefix: this.#prefix,
      settings,
      options: this.#options,
      limits: readImportLimits(limits, `mcpSource '${this.name}': limits`),
      sender: this.#sender,
      warnings: this.#warnings,
      drift: {
        policy: onDrift,
        pinned: pins === undefined ? undefined : new Map(Object.entries(pins)),
        report: ({ name, expected }) => {
          if (onDrift === 'allow') return;
          this.#warnings.warn('drift', `'${name}' ${expected === undefined ? 'is not pinned' : 'has changed'}`);
        },
        reportRenamed: ({ name, formerName, newName }) => {
          if (onDrift === 'allow') return;
          const reason = `another prompt of the server would have its name '${formerName}'`;
          this.#warnings.warn('drift', `the prompt '${name}' is now named '${newName}': ${reason}`);
        },
      },
      canSubscribe: !isSdkClient(transport),
      list: (kind, maxEntries) =>
        listEntries({ server: this.name, kind }, (cursor) => this.#readPage(kind, cursor), {
          maxPages,
          maxEntries,
          option: 'offers.maxEntries',
        }),
    });
  }

  #createImporter(): ToolImporter {
    const { include, exclude, bind = {}, preset = {}, pins, onDrift = 'warn' } = this.#options;
    return new ToolImporter({
      server: this.name,
      prefix: this.#prefix,
      sender: this.#sender,
      options: this.#options,
      limits: readImportLimits(this.#options.limits, `mcpSource '${this.name}': limits`),
      isChosen: (name) => include?.includes(name) !== false && exclude?.includes(name) !== true,
      bind: new Map(Object.entries(bind)),
      preset: new Map(Object.entries(preset)),
      drift: {
        policy: onDrift,
        pinned: pins === undefined ? undefined : new Map(Object.entries(pins)),
        seen: new Map(),
        report: ({ name, expected }) => {
          if (onDrift === 'allow') return;
          const what = expected === undefined ? 'is not pinned' : 'has changed';
          this.#warnings.warn('drift', `the tool '${name}' ${what}`);
        },
        reportRenamed: ({ name, formerName, newName }) => {
          if (onDrift === 'allow') return;
          const reason = `another tool of the server would have its name '${formerName}'`;
          this.#warnings.warn('drift', `the tool '${name}' is now named '${newName}' for models: ${reason}`);
        },
      },
    });
  }

  /** Warns about an option that names a tool that the server does not list. */
  #warnAboutMissingTools(listed: readonly unknown[]): void {
    const { include = [], exclude = [], bind = {}, preset = {} } = this.#options;
    const named = [...include, ...exclude, ...Object.keys(bind), ...Object.keys(preset)];
    if (named.length === 0) return;
    const names = new Set(listed.map((tool) => (tool as { readonly name?: unknown } | null)?.name));
    const missing = named.find((name) => !names.has(name));
    if (missing !== undefined)
      this.#warnings.warnThrottled('absent', `it has no tool '${missing}', although an option names it`);
  }

  #scheduleChange(): void {
    if (this.#isClosed || this.#changeTimer !== undefined) return;
    this.#changeTimer = setTimeout(() => {
      this.#changeTimer = undefined;
      this.#changes.next();
    }, changeIntervalMs);
  }
}
