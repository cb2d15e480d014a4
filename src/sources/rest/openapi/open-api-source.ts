import { type Stats, unwatchFile, watchFile } from 'node:fs';
import { RE2JS } from 're2js';
import { type Observable, Subject } from '../../../base/async/rxjs.js';
import { DefinitionError } from '../../../base/errors/errors.js';
import { EventLoopYielder } from '../../../call/event-loop-yielder.js';
import { createInterpretation } from '../../../schema/imported/imported-schemas.js';
import { LocalNames } from '../../../tool/spec/local-names.js';
import type { ToolSpec } from '../../../tool/spec/tool-spec.js';
import type { SourceGroup, ToolSource } from '../../../toolkit/tool-source.js';
import { ChosenAuth } from './choose-auth.js';
import { type DocumentImport, type ImportSettings, importOperations } from './import-operations.js';
import type { QuarantinedOperation } from './list-operations.js';
import { type DocumentLocation, type LoadedDocument, loadDocument, locationOf } from './load-document.js';
import { OpenApiDocument, type OpenApiInfo } from './open-api-document.js';
import { OperationSender } from './operation-sender.js';
import { reportImport, reportWarning } from './report-import.js';
import { checkSourceOptions, type OpenApiSourceOptions, readValidationLimits } from './source-options.js';

/** A tool source that imports the operations of an OpenAPI document. */
export interface OpenApiSource extends ToolSource {
  /** The groups of the tools. They are inactive at first if there are more than 20 tools. */
  readonly groups: readonly SourceGroup[];
  /** The operations that were not imported, with the reasons. */
  readonly quarantined: readonly QuarantinedOperation[];
  /** The title and the version that the document states. Both are undefined before `specs()` has resolved. */
  readonly info: OpenApiInfo;
  /** The URL of the server of each imported operation, by method and path, such as `GET /pets/{id}`. */
  readonly servers: ReadonlyMap<string, string>;
  /**
   * Reads the document again, and updates the tools of toolkits. Resolves to false if its text has not changed.
   *
   * @param document - The replacement of a document that is an object.
   * @throws DefinitionError if the document cannot be imported. The tools remain as they are.
   */
  refresh(document?: object): Promise<boolean>;
  /** Prepares the validation of all tools, so that no first call has to. */
  warm(): Promise<void>;
}

/**
 * Creates a tool source that imports the operations of an OpenAPI document of version 3.1, 3.0 or 2.0. Requires the
 * package undici, and for a document in YAML the package yaml.
 *
 * @param document - The document itself, its URL, or the path of its file.
 * @example
 * ```ts
 * const source = openApiSource('openapi.yaml', { baseUrl: 'https://api.example.com/v1' });
 * await toolkit.registerSource(source);
 * ```
 * @throws DefinitionError if an option is invalid.
 */
export function openApiSource(document: object | string | URL, options: OpenApiSourceOptions = {}): OpenApiSource {
  checkSourceOptions(options);
  return new DocumentSource(document, options);
}

// How often the file of a document is checked for changes, in milliseconds.
const watchIntervalMs = 500;

const defaultDocumentBytes = 64 * 1024 * 1024;

class DocumentSource implements OpenApiSource {
  readonly name: string;
  readonly #where: string;
  readonly #options: OpenApiSourceOptions;
  readonly #sender: OperationSender;
  readonly #settings: Omit<ImportSettings, 'createExecutor' | 'authorNames'>;
  readonly #changes = new Subject<void>();
  #location: DocumentLocation;
  /** The digest of the text that was imported last. */
  #digest: string | undefined;
  #imported: DocumentImport | undefined;
  #info: OpenApiInfo = { title: undefined, version: undefined };
  #servers: ReadonlyMap<string, string> = new Map();
  /** The end of the import that runs. Imports run one after the other. */
  #running: Promise<unknown> = Promise.resolve();
  /** Stops watching the file. Undefined if it is not watched. */
  #unwatch: (() => void) | undefined;
  #isClosed = false;

  constructor(document: object | string | URL, options: OpenApiSourceOptions) {
    const { name = 'openapi', prefix = '' } = options;
    this.name = name;
    this.#where = `openApiSource '${name}'`;
    this.#options = options;
    this.#location = locationOf(document, this.#where);
    this.#sender = new OperationSender(options, this.#where);
    this.#settings = {
      source: name,
      options,
      names: new LocalNames(prefix),
      interpretation: createInterpretation(readValidationLimits(options.limits, `${this.#where}: limits`), RE2JS),
    };
    if (options.watch === true && !('file' in this.#location)) {
      throw new DefinitionError(`${this.#where}: watch requires a file. Call refresh() for any other document.`);
    }
  }

  get changes$(): Observable<void> {
    return this.#changes;
  }

  get groups(): readonly SourceGroup[] {
    return this.#imported?.groups ?? [];
  }

  get quarantined(): readonly QuarantinedOperation[] {
    return this.#imported?.quarantined ?? [];
  }

  get info(): OpenApiInfo {
    return this.#info;
  }

  get servers(): ReadonlyMap<string, string> {
    return this.#servers;
  }

  async specs(): Promise<readonly ToolSpec[]> {
    this.#watch();
    const { specs } = await this.#runNext(async () => this.#imported ?? this.#import(await this.#load(this.#location)));
    return specs;
  }

  async refresh(document?: object): Promise<boolean> {
    const location = document === undefined ? this.#location : { object: document };
    if (document !== undefined && !('object' in this.#location)) {
      throw new DefinitionError(`${this.#where}: refresh() reads the file or the URL again. Pass no document.`);
    }
    return this.#runNext(async () => {
      const loaded = await this.#load(location);
      if (loaded.digest !== undefined && loaded.digest === this.#digest) return false;
      await this.#import(loaded);
      this.#location = location;
      this.#changes.next();
      return true;
    });
  }

  async warm(): Promise<void> {
    const yielder = new EventLoopYielder();
    for (const spec of await this.specs()) {
      if (yielder.shouldYield()) await yielder.yieldToEventLoop();
      spec.warmUp();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unwatch?.();
  }

  /** Runs an import after all that have begun. */
  #runNext<T>(run: () => Promise<T>): Promise<T> {
    const next = this.#running.then(run);
    this.#running = next.catch(() => {});
    return next;
  }

  #load(location: DocumentLocation): Promise<LoadedDocument> {
    const { outbound, maxDocumentBytes: maxBytes = defaultDocumentBytes } = this.#options;
    return loadDocument(location, { where: this.#where, maxBytes, outbound, limits: this.#sender.limits });
  }

  async #import({ value, digest }: LoadedDocument): Promise<DocumentImport> {
    const document = new OpenApiDocument(value, this.#where);
    const documentUrl = 'url' in this.#location ? this.#location.url : undefined;
    const auth = new ChosenAuth(this.#options.auth, document, this.#where);
    const servers = new Map<string, string>();
    const imported = await importOperations(document, {
      ...this.#settings,
      createExecutor: (sent) => {
        const prepared = this.#sender.createExecutor(sent, { documentUrl, auth: auth.forOperation(sent) });
        const { origin, pathname } = prepared.baseUrl;
        servers.set(`${sent.operation.method} ${sent.operation.path}`, origin + pathname);
        return prepared;
      },
      authorNames: (operation) => this.#sender.authorNames(operation, auth.forOperation(operation)),
    });
    const [first] = imported.quarantined;
    if (imported.specs.length === 0 && first !== undefined) {
      throw new DefinitionError(`${this.#where}: no operation can be imported. '${first.id}': ${first.reason}.`);
    }
    this.#digest = digest;
    this.#imported = imported;
    this.#info = document.info;
    this.#servers = servers;
    reportImport(imported, this.name, this.#options.onWarning);
    if (auth.problem !== undefined) {
      reportWarning({ source: this.name, kind: 'auth', message: auth.problem }, this.#options.onWarning);
    }
    return imported;
  }

  /** Reads the file again after a change. */
  async #reload(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `it was changed, but its tools remain as they are: ${reason}`;
      reportWarning({ source: this.name, kind: 'reload', message }, this.#options.onWarning);
    }
  }

  #watch(): void {
    if (this.#options.watch !== true || this.#isClosed || this.#unwatch !== undefined) return;
    const { file } = this.#location as { readonly file: string };
    const onChange = ({ mtimeMs, size }: Stats, before: Stats): void => {
      if (mtimeMs !== before.mtimeMs || size !== before.size) void this.#reload();
    };
    watchFile(file, { persistent: false, interval: watchIntervalMs }, onChange);
    this.#unwatch = () => unwatchFile(file, onChange);
  }
}
