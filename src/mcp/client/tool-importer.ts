import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BindTarget } from '../../metadata/tool-options.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import type { RemoteTool } from '../protocol/remote-tool.js';
import { type DriftCheck, driftReason } from './drift.js';
import { digestOf, fingerprintOf } from './fingerprint.js';
import type { RequestSender } from './remote-executor.js';
import { type RemoteSpecOptions, remoteSpec } from './remote-spec.js';
import { nameProblem, ToolNames } from './tool-names.js';

/** A tool that a server lists and that is not brought in. */
export interface QuarantinedTool {
  /** The server's name of the tool, as far as it can be shown. */
  readonly name: string;
  readonly reason: string;
}

/** The specs and the refused tools of a server's list. */
export interface ImportResult {
  /** In the server's order. */
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

// Making specs of thousands of tools takes a while: after each batch the event loop gets a turn.
const batch = 50;

/** Makes specs of the tools that a server lists. Tools that have not changed keep their spec. */
export class ToolImporter {
  readonly #settings: ImportSettings;
  #known = new Map<string, ToolSpec>();

  constructor(settings: ImportSettings) {
    this.#settings = settings;
  }

  /** Imports a list. A tool that cannot be imported keeps no other out. */
  async importTools(listed: readonly unknown[]): Promise<ImportResult> {
    const imported = new ToolImport(this.#settings, this.#known);
    for (const [at, tool] of listed.entries()) {
      imported.add(tool);
      if (at % batch === batch - 1) await nextTurn();
    }
    this.#known = imported.made;
    return imported;
  }
}

/** The import of one list. */
class ToolImport implements ImportResult {
  readonly specs: ToolSpec[] = [];
  readonly quarantined: QuarantinedTool[] = [];
  readonly fingerprints = new Map<string, string>();
  /** The specs by name and digest of the whole definition. */
  readonly made = new Map<string, ToolSpec>();
  readonly #settings: ImportSettings;
  readonly #known: ReadonlyMap<string, ToolSpec>;
  readonly #names: ToolNames;
  readonly #seen = new Set<string>();

  constructor(settings: ImportSettings, known: ReadonlyMap<string, ToolSpec>) {
    this.#settings = settings;
    this.#known = known;
    this.#names = new ToolNames(settings.prefix);
  }

  get remoteNames(): ReadonlyMap<string, string> {
    return this.#names.remoteNames;
  }

  add(listed: unknown): void {
    const tool = (typeof listed === 'object' && listed !== null ? listed : {}) as RemoteTool;
    const problem = nameProblem(tool.name) ?? (this.#seen.has(tool.name) ? 'there is another of its name' : undefined);
    if (problem !== undefined) {
      this.#refuse(tool, problem);
      return;
    }
    this.#seen.add(tool.name);
    if (!this.#settings.isChosen(tool.name)) return;
    const reason = this.#drift(tool);
    if (reason === undefined) this.#make(tool);
    else this.#refuse(tool, reason);
  }

  #drift(tool: RemoteTool): string | undefined {
    const fingerprint = fingerprintOf(tool);
    if (fingerprint === undefined) return 'its definition is nested too deep';
    this.fingerprints.set(tool.name, fingerprint);
    return driftReason(this.#settings.drift, { name: tool.name, fingerprint });
  }

  #make(tool: RemoteTool): void {
    const { server, sender, options } = this.#settings;
    const [bind, preset] = [this.#settings.bind.get(tool.name), this.#settings.preset.get(tool.name)];
    const name = this.#names.nameOf(tool.name);
    const key = `${name} ${digestOf(tool)}`;
    try {
      const spec = this.#known.get(key) ?? remoteSpec(tool, { name, server, sender, bind, preset }, options);
      this.made.set(key, spec);
      this.specs.push(spec);
    } catch (error) {
      this.#refuse(tool, error instanceof Error ? error.message : String(error));
    }
  }

  #refuse({ name }: RemoteTool, reason: string): void {
    this.quarantined.push(Object.freeze({ name: shownName(name), reason }));
  }
}

/** A stranger's name, for people to read: escaped and cut. */
function shownName(name: unknown): string {
  const text = typeof name === 'string' ? name : String(JSON.stringify(name));
  const shown = JSON.stringify(text.slice(0, 64)).slice(1, -1);
  return shown.replaceAll(/[^\x20-\x7e]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
