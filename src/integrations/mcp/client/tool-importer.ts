import { RE2JS } from 're2js';
import { DefinitionError } from '../../../base/errors/errors.js';
import { EventLoopYielder } from '../../../call/event-loop-yielder.js';
import { checkDefinitionSize } from '../../../schema/imported/check-definition-size.js';
import type { ImportLimits } from '../../../schema/imported/import-limits.js';
import { createInterpretation } from '../../../schema/imported/imported-schemas.js';
import type { Interpretation } from '../../../schema/interpreter/schema-interpreter.js';
import { digestOf } from '../../../tool/arguments/canonical-json.js';
import type { BindTarget } from '../../../tool/metadata/tool-options.js';
import { type LocalName, LocalNames } from '../../../tool/spec/local-names.js';
import type { ToolSpec } from '../../../tool/spec/tool-spec.js';
import type { RemoteTool } from '../protocol/remote-tool.js';
import { type DriftCheck, driftReason, renamingReason } from './drift.js';
import { fingerprintOf } from './fingerprint.js';
import { nameProblem } from './name-problem.js';
import type { RequestSender } from './remote-executor.js';
import { createRemoteSpec, type RemoteSpecOptions } from './remote-spec.js';

/** A tool, resource, prompt or skill that a server lists but that was not imported. */
export interface QuarantinedTool {
  /** What it is. @default a tool */
  readonly kind?: 'resource' | 'prompt' | 'skill' | undefined;
  /** The server's name of the tool, or the URI of the resource, escaped and cut for display. */
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
  readonly limits: ImportLimits;
}

/** Creates specs for the tools that a server lists. A tool that has not changed retains its spec. */
export class ToolImporter {
  readonly #settings: ImportSettings;
  readonly #names: LocalNames;
  readonly #interpretation: Interpretation;
  #previous = new Map<string, ToolSpec>();

  constructor(settings: ImportSettings) {
    this.#settings = settings;
    this.#names = new LocalNames(settings.prefix);
    // The tools have the names that they had when they were approved, also if others of them are excluded now.
    const { pinned = new Map<string, string>() } = settings.drift;
    const names = [...pinned.keys()].filter((name) => !offerPin.test(name));
    for (const name of names) this.#names.claim(name);
    for (const name of names) this.#names.get(name);
    this.#interpretation = createInterpretation(settings.limits, RE2JS);
  }

  /**
   * Imports the tools of a list. A tool that cannot be imported is quarantined.
   *
   * @param state.awaitsTasks - Whether tools that run only as tasks can be called.
   * @param state.refusal - The reason why no tool of the server is imported. Undefined if they are.
   */
  async importTools(
    listed: readonly unknown[],
    state: { readonly awaitsTasks: boolean; readonly refusal: string | undefined },
  ): Promise<ImportResult> {
    const imported = new ToolImport(this.#settings, {
      previous: this.#previous,
      interpretation: this.#interpretation,
      ...state,
    });
    const yielder = new EventLoopYielder();
    // The SDK has parsed the list in this turn. Importing many tools, or large ones, takes as long again.
    await yielder.yieldToEventLoop();
    const admitted: RemoteTool[] = [];
    for (const entry of listed) {
      await yielder.yieldIfDue();
      const tool = imported.admit(entry);
      if (tool === undefined) continue;
      admitted.push(tool);
      this.#names.claim(tool.name);
    }
    for (const tool of admitted) {
      await yielder.yieldIfDue();
      imported.add(tool, this.#names.get(tool.name));
    }
    this.#previous = imported.created;
    return imported;
  }
}

/** The parts of an import that later imports of the same source share. */
interface SharedParts {
  readonly previous: ReadonlyMap<string, ToolSpec>;
  readonly interpretation: Interpretation;
  readonly awaitsTasks: boolean;
  readonly refusal: string | undefined;
}

// The fingerprints of a server, of resources and of prompts, which are no names of tools.
const offerPin = /^(?:server|resource|prompt):/;

/** The import of one list. */
class ToolImport implements ImportResult {
  readonly specs: ToolSpec[] = [];
  readonly quarantined: QuarantinedTool[] = [];
  readonly fingerprints = new Map<string, string>();
  /** The specs by name and digest of the entire definition. */
  readonly created = new Map<string, ToolSpec>();
  readonly #settings: ImportSettings;
  readonly remoteNames = new Map<string, string>();
  readonly #shared: SharedParts;
  readonly #seen = new Set<string>();

  constructor(settings: ImportSettings, shared: SharedParts) {
    this.#settings = settings;
    this.#shared = shared;
  }

  /** Returns a listed tool, unless it is not chosen or has to be refused by its name, size or fingerprint. */
  admit(listed: unknown): RemoteTool | undefined {
    const tool = (typeof listed === 'object' && listed !== null ? listed : {}) as RemoteTool;
    const problem =
      nameProblem(tool.name) ?? (this.#seen.has(tool.name) ? 'another tool has the same name' : undefined);
    if (problem !== undefined) {
      return this.#refuse(tool, problem);
    }
    this.#seen.add(tool.name);
    if (!this.#settings.isChosen(tool.name)) return undefined;
    try {
      checkDefinitionSize(Object.values(tool), this.#settings.limits);
      const reason = this.#shared.refusal ?? this.#checkDrift(tool);
      return reason === undefined ? tool : this.#refuse(tool, reason);
    } catch (error) {
      return this.#refuse(tool, error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * Creates the spec of an admitted tool. A tool without a name, with another name than before or whose schemas cannot be
   * used is refused.
   */
  add(tool: RemoteTool, local: LocalName | undefined): void {
    try {
      this.#addSpec(tool, this.#checkName(tool, local));
    } catch (error) {
      this.#refuse(tool, error instanceof Error ? error.message : String(error));
    }
  }

  #checkDrift(tool: RemoteTool): string | undefined {
    const fingerprint = fingerprintOf(tool);
    if (fingerprint === undefined) return 'its definition is nested too deep';
    this.fingerprints.set(tool.name, fingerprint);
    return driftReason(this.#settings.drift, { name: tool.name, fingerprint });
  }

  #checkName({ name }: RemoteTool, local: LocalName | undefined): LocalName {
    if (local === undefined) throw new DefinitionError('other tools of the server have all its names for models');
    const reason = renamingReason(this.#settings.drift, name, local);
    if (reason !== undefined) throw new DefinitionError(reason);
    return local;
  }

  #addSpec(tool: RemoteTool, local: LocalName): void {
    const { server, sender, options, limits, drift } = this.#settings;
    const pin = drift.pinned?.get(tool.name);
    const isPinned = pin !== undefined && pin === this.fingerprints.get(tool.name);
    const { previous, interpretation, awaitsTasks } = this.#shared;
    const { name } = local;
    const [bind, preset] = [this.#settings.bind.get(tool.name), this.#settings.preset.get(tool.name)];
    const key = `${name} ${digestOf(tool)}`;
    const parts = { local, server, sender, bind, preset, limits, interpretation, awaitsTasks, isPinned };
    const spec = previous.get(key) ?? createRemoteSpec(tool, parts, options);
    this.created.set(key, spec);
    this.specs.push(spec);
    this.remoteNames.set(name, tool.name);
  }

  #refuse({ name }: RemoteTool, reason: string): undefined {
    this.quarantined.push(Object.freeze({ name: toDisplayName(name), reason }));
  }
}

/** Escapes and cuts the name that an untrusted server sent, for display. */
export function toDisplayName(name: unknown): string {
  const text = typeof name === 'string' ? name : String(JSON.stringify(name));
  const shown = JSON.stringify(text.slice(0, 64)).slice(1, -1);
  return shown.replaceAll(/[^\x20-\x7e]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
