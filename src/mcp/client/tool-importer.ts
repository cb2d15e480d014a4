import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { BindTarget } from '../../metadata/tool-options.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import { digestOf } from '../../toolkit/canonical-json.js';
import type { RemoteTool } from '../protocol/remote-tool.js';
import { type DriftCheck, driftReason } from './drift.js';
import { fingerprintOf } from './fingerprint.js';
import type { RequestSender } from './remote-executor.js';
import { createRemoteSpec, type RemoteSpecOptions } from './remote-spec.js';
import { nameProblem, ToolNames } from './tool-names.js';

/** A tool that a server lists but that was not imported. */
export interface QuarantinedTool {
  /** The server's name of the tool, escaped and cut for display. */
  readonly name: string;
  readonly reason: string;
}

/** The specs and the quarantined tools of a server's list. */
export interface ImportResult {
  /** The specs, in the server's order. */
  readonly specs: readonly ToolSpec[];
  readonly quarantined: readonly QuarantinedTool[];
  /** The server's name of each tool, by its name for models. */
  readonly remoteNames: ReadonlyMap<string, string>;
  /** The fingerprints of the tools, by the server's names. */
  readonly fingerprints: ReadonlyMap<string, string>;
}

/** Settings for the import of a server's tools. All names are the server's. */
export interface ImportSettings {
  readonly server: string;
  readonly prefix: string;
  readonly sender: RequestSender;
  readonly options: RemoteSpecOptions;
  readonly isChosen: (name: string) => boolean;
  readonly bind: ReadonlyMap<string, Readonly<Record<string, string | BindTarget>>>;
  readonly preset: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly drift: DriftCheck;
}

// Importing thousands of tools takes a while: the importer yields to the event loop after each batch.
const batchSize = 50;

/** Creates specs for the tools that a server lists. A tool that has not changed retains its spec. */
export class ToolImporter {
  readonly #settings: ImportSettings;
  #previous = new Map<string, ToolSpec>();

  constructor(settings: ImportSettings) {
    this.#settings = settings;
  }

  /** Imports the tools of a list. A tool that cannot be imported is quarantined. */
  async importTools(listed: readonly unknown[]): Promise<ImportResult> {
    const imported = new ToolImport(this.#settings, this.#previous);
    for (const [at, tool] of listed.entries()) {
      imported.add(tool);
      if (at % batchSize === batchSize - 1) await yieldToEventLoop();
    }
    this.#previous = imported.created;
    return imported;
  }
}

/** The import of one list. */
class ToolImport implements ImportResult {
  readonly specs: ToolSpec[] = [];
  readonly quarantined: QuarantinedTool[] = [];
  readonly fingerprints = new Map<string, string>();
  /** The specs by name and digest of the entire definition. */
  readonly created = new Map<string, ToolSpec>();
  readonly #settings: ImportSettings;
  readonly #previous: ReadonlyMap<string, ToolSpec>;
  readonly #names: ToolNames;
  readonly #seen = new Set<string>();

  constructor(settings: ImportSettings, previous: ReadonlyMap<string, ToolSpec>) {
    this.#settings = settings;
    this.#previous = previous;
    this.#names = new ToolNames(settings.prefix);
  }

  get remoteNames(): ReadonlyMap<string, string> {
    return this.#names.remoteNames;
  }

  add(listed: unknown): void {
    const tool = (typeof listed === 'object' && listed !== null ? listed : {}) as RemoteTool;
    const problem =
      nameProblem(tool.name) ?? (this.#seen.has(tool.name) ? 'another tool has the same name' : undefined);
    if (problem !== undefined) {
      this.#refuse(tool, problem);
      return;
    }
    this.#seen.add(tool.name);
    if (!this.#settings.isChosen(tool.name)) return;
    const reason = this.#checkDrift(tool);
    if (reason === undefined) this.#addSpec(tool);
    else this.#refuse(tool, reason);
  }

  #checkDrift(tool: RemoteTool): string | undefined {
    const fingerprint = fingerprintOf(tool);
    if (fingerprint === undefined) return 'its definition is nested too deep';
    this.fingerprints.set(tool.name, fingerprint);
    return driftReason(this.#settings.drift, { name: tool.name, fingerprint });
  }

  #addSpec(tool: RemoteTool): void {
    const { server, sender, options } = this.#settings;
    const [bind, preset] = [this.#settings.bind.get(tool.name), this.#settings.preset.get(tool.name)];
    const name = this.#names.nameOf(tool.name);
    const key = `${name} ${digestOf(tool)}`;
    try {
      const spec = this.#previous.get(key) ?? createRemoteSpec(tool, { name, server, sender, bind, preset }, options);
      this.created.set(key, spec);
      this.specs.push(spec);
    } catch (error) {
      this.#refuse(tool, error instanceof Error ? error.message : String(error));
    }
  }

  #refuse({ name }: RemoteTool, reason: string): void {
    this.quarantined.push(Object.freeze({ name: toDisplayName(name), reason }));
  }
}

/** Escapes and cuts the name that an untrusted server sent, for display. */
function toDisplayName(name: unknown): string {
  const text = typeof name === 'string' ? name : String(JSON.stringify(name));
  const shown = JSON.stringify(text.slice(0, 64)).slice(1, -1);
  return shown.replaceAll(/[^\x20-\x7e]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
