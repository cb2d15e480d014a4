import { ToolError } from '../../../base/errors/errors.js';
import { defaultPromptChars } from '../../../base/text/clean-text.js';
import { EventLoopYielder } from '../../../call/event-loop-yielder.js';
import { checkDefinitionSize } from '../../../schema/imported/check-definition-size.js';
import type { ImportLimits } from '../../../schema/imported/import-limits.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { digestOf } from '../../../tool/arguments/canonical-json.js';
import { LocalNames } from '../../../tool/spec/local-names.js';
import { digestNameOf, shortDigest, uniqueNameOf } from '../../../tool/spec/plain-name.js';
import type { ToolSpec } from '../../../tool/spec/tool-spec.js';
import { skillsExtension } from '../protocol/skills-extension.js';
import { createCompletionSpec } from './completion-spec.js';
import { type DriftCheck, driftReason, renamingReason } from './drift.js';
import type { LinkRequest } from './link/remote-link.js';
import type { ListedKind } from './list-entries.js';
import { nameProblem } from './name-problem.js';
import type { OfferImportSettings } from './offer-options.js';
import { uriProblem } from './offer-problem.js';
import type { OfferSpecParts } from './offer-spec-parts.js';
import { createPromptSpec, type RemotePromptEntry } from './prompt-spec.js';
import type { RequestSender } from './remote-executor.js';
import type { RemoteSpecOptions } from './remote-spec.js';
import { createResourceSpec, type RemoteResource } from './resource-spec.js';
import { importSkills } from './skill-import.js';
import { type QuarantinedTool, toDisplayName } from './tool-importer.js';
import type { Warnings } from './warnings.js';

/** A list of a server, and the capability that declares it. */
export interface OfferList extends ListedKind {
  readonly method: LinkRequest['method'];
}

const lists = {
  resources: { method: 'resources/list', key: 'resources', what: 'resources' },
  templates: { method: 'resources/templates/list', key: 'resourceTemplates', what: 'templates of resources' },
  prompts: { method: 'prompts/list', key: 'prompts', what: 'prompts' },
  skills: { method: 'skills/list', key: 'skills', what: 'skills' },
} as const satisfies Readonly<Record<string, OfferList>>;

/** The settings for the import of what a server offers besides tools. */
export interface SourceOffersParts {
  readonly name: string;
  readonly prefix: string;
  readonly settings: OfferImportSettings;
  readonly options: RemoteSpecOptions;
  readonly limits: ImportLimits;
  readonly sender: RequestSender;
  readonly warnings: Warnings;
  readonly drift: Omit<DriftCheck, 'seen'>;
  /** Whether a subscription to a resource can be made. A client of the application has its own handlers. */
  readonly canSubscribe: boolean;
  /** Reads a list of the server, as the source itself. */
  readonly list: (kind: OfferList, maxEntries: number) => Promise<readonly unknown[]>;
  /** Whether the source is closed. */
  readonly isClosed: () => boolean;
}

/** What a server offers besides tools, as the last lists have it. */
export interface ImportedOffers {
  readonly specs: readonly ToolSpec[];
  readonly quarantined: readonly QuarantinedTool[];
  /** The fingerprints, by `resource:<uri>` and `prompt:<name>`. */
  readonly fingerprints: ReadonlyMap<string, string>;
}

type Kind = 'resource' | 'prompt';

/** Imports the resources and prompts of one server, and their completion. What has not changed retains its spec. */
export class SourceOffers {
  readonly #parts: SourceOffersParts;
  readonly #specParts: OfferSpecParts;
  readonly #promptNames: LocalNames;
  readonly #drift: DriftCheck;
  readonly #completion: ToolSpec;
  /** The entries of the last successful reading of each list. */
  readonly #listed = new Map<string, readonly unknown[]>();
  /** The server's name of each prompt, by its name for the application. */
  #prompts: ReadonlyMap<string, string> = new Map();
  #previous = new Map<string, ToolSpec>();

  constructor(parts: SourceOffersParts) {
    const { prefix, settings, options, sender, drift } = parts;
    const { timeoutMs, deadlineMs, chunkTimeoutMs, retry } = options;
    this.#parts = parts;
    this.#specParts = {
      sender,
      owner: Object.freeze({}),
      limitsOfCalls: { timeoutMs, deadlineMs, chunkTimeoutMs, retry },
      maxChars: options.maxDescriptionChars ?? defaultPromptChars,
      maxBytes: settings.maxReadBytes,
    };
    this.#promptNames = new LocalNames(prefix);
    this.#drift = { ...drift, seen: new Map() };
    this.#completion = createCompletionSpec({
      ...this.#specParts,
      name: uniqueNameOf('complete', prefix),
      promptOf: (name) => this.#prompts.get(name),
    });
  }

  /**
   * Imports the current lists. A list that cannot be read is a warning, and its entries stay as they are. Rejects if the source
   * is closed.
   *
   * @param capabilities - What the server declares. It is asked for nothing else.
   */
  async read(capabilities: Readonly<Record<string, unknown>>): Promise<ImportedOffers> {
    const { settings, canSubscribe } = this.#parts;
    const { resources, prompts, completions } = capabilities;
    const imported = new OfferImport();
    const created = new Map<string, ToolSpec>();
    const yielder = new EventLoopYielder();
    if (settings.resources && isRecord(resources)) {
      const isLive = canSubscribe && resources.subscribe === true;
      for (const list of [lists.resources, lists.templates]) {
        for (const entry of await this.#list(list)) {
          await yielder.yieldIfDue();
          this.#addResource(imported, created, { entry, list, isLive });
        }
      }
    }
    if (settings.prompts && isRecord(prompts)) this.#addPrompts(imported, created, await this.#list(lists.prompts));
    this.#previous = created;
    if (imported.specs.length > 0 && isRecord(completions)) imported.specs.push(this.#completion);
    const { extensions } = capabilities;
    const hasSkills = isRecord(extensions) && isRecord(extensions[skillsExtension]);
    if (settings.skills && hasSkills) await this.#addSkills(imported);
    return imported;
  }

  /** Returns the server's name of a prompt by its name for the application. */
  promptOf(name: string): string | undefined {
    return this.#prompts.get(name);
  }

  async #addSkills(imported: OfferImport): Promise<void> {
    const { name: server, prefix, sender, limits } = this.#parts;
    const { maxBytes, maxChars } = this.#specParts;
    const listed = await this.#list(lists.skills);
    const { specs, quarantined } = importSkills(listed, { server, prefix, sender, limits, maxBytes, maxChars });
    imported.specs.push(...specs);
    imported.quarantined.push(...quarantined);
  }

  async #list(list: OfferList): Promise<readonly unknown[]> {
    const { settings, warnings } = this.#parts;
    try {
      this.#listed.set(list.method, await this.#parts.list(list, settings.maxEntries));
    } catch (error) {
      if (this.#parts.isClosed()) throw error;
      const reason = ToolError.is(error) ? error.message : String(error);
      warnings.warnThrottled('offers', `its ${list.what} could not be read: ${reason}`);
    }
    return this.#listed.get(list.method) ?? [];
  }

  #addResource(
    imported: OfferImport,
    created: Map<string, ToolSpec>,
    { entry, list, isLive }: { readonly entry: unknown; readonly list: OfferList; readonly isLive: boolean },
  ): void {
    const isTemplate = list.method === lists.templates.method;
    const given = isRecord(entry) ? entry : {};
    const uri = isTemplate ? given.uriTemplate : given.uri;
    const isBraced = typeof uri === 'string' && /[{}]/.test(uri);
    const shape = isBraced === isTemplate ? undefined : `its URI is ${isTemplate ? 'no' : 'a'} template`;
    const problem = uriProblem(uri) ?? shape;
    const remote = { ...given, uri } as RemoteResource;
    const create = (): ToolSpec => {
      const name = digestNameOf(remote.uri, this.#parts.prefix, shortDigest);
      return createResourceSpec(remote, { ...this.#specParts, name, isLive });
    };
    this.#add(imported, created, { kind: 'resource', name: uri, remote, problem, variant: String(isLive), create });
  }

  #addPrompts(imported: OfferImport, created: Map<string, ToolSpec>, listed: readonly unknown[]): void {
    const remotes = listed.map((entry) => (isRecord(entry) ? entry : {}) as unknown as RemotePromptEntry);
    for (const { name } of remotes) if (nameProblem(name) === undefined) this.#promptNames.claim(name);
    const names = new Map<string, string>();
    for (const remote of remotes) {
      const { local, problem } = this.#nameOfPrompt(remote.name);
      const create = (): ToolSpec => createPromptSpec(remote, local, this.#specParts);
      const isAdded = this.#add(imported, created, {
        kind: 'prompt',
        name: remote.name,
        remote,
        problem,
        variant: local,
        create,
      });
      if (!isAdded) continue;
      names.set(local, remote.name);
    }
    this.#prompts = names;
  }

  /** Returns the name of a prompt for the application, and why the prompt cannot have it. */
  #nameOfPrompt(remote: string): { readonly local: string; readonly problem: string | undefined } {
    const problem = nameProblem(remote);
    if (problem !== undefined) return { local: '', problem };
    const named = this.#promptNames.get(remote);
    if (named === undefined) return { local: '', problem: 'other prompts have all its names' };
    return { local: named.name, problem: renamingReason(this.#driftOf('prompt'), remote, named) };
  }

  /** Adds the spec of an entry, or quarantines it. */
  #add(imported: OfferImport, created: Map<string, ToolSpec>, candidate: Candidate): boolean {
    const { kind, name, remote, variant, create } = candidate;
    try {
      const reason = candidate.problem ?? this.#refusal(imported, candidate);
      if (reason === undefined) {
        const key = `${kind} ${variant} ${digestOf(remote)}`;
        const spec = this.#previous.get(key) ?? create();
        created.set(key, spec);
        imported.specs.push(spec);
        return true;
      }
      imported.refuse(kind, name, reason);
    } catch (error) {
      imported.refuse(kind, name, error instanceof Error ? error.message : String(error));
    }
    return false;
  }

  #refusal(imported: OfferImport, { kind, name, remote }: Candidate): string | undefined {
    const id = `${kind}:${String(name)}`;
    if (imported.fingerprints.has(id)) return `another ${kind} has the same ${kind === 'prompt' ? 'name' : 'URI'}`;
    checkDefinitionSize(Object.values(remote), this.#parts.limits);
    const { title, description, mimeType, arguments: args } = remote as Readonly<Record<string, unknown>>;
    const fingerprint = digestOf({ name, title, description, mimeType, arguments: args });
    if (fingerprint === undefined) return 'its definition is nested too deep';
    imported.fingerprints.set(id, fingerprint);
    return driftReason(this.#driftOf(kind), { name: id, fingerprint });
  }

  /** Pins of tools alone say nothing of what else the server offers. */
  #driftOf(kind: Kind): DriftCheck {
    const { pinned } = this.#drift;
    const isPinned = pinned !== undefined && [...pinned.keys()].some((id) => id.startsWith(`${kind}:`));
    return isPinned ? this.#drift : { ...this.#drift, pinned: undefined };
  }
}

/** An entry that may be imported. */
interface Candidate {
  readonly kind: Kind;
  /** The name or the URI, which has not been validated. */
  readonly name: unknown;
  readonly remote: object;
  /** The reason for which it is refused at once. */
  readonly problem: string | undefined;
  /** What a spec depends on besides the definition. */
  readonly variant: string;
  readonly create: () => ToolSpec;
}

/** The import of the current lists. */
class OfferImport implements ImportedOffers {
  readonly specs: ToolSpec[] = [];
  readonly quarantined: QuarantinedTool[] = [];
  readonly fingerprints = new Map<string, string>();

  refuse(kind: Kind, name: unknown, reason: string): void {
    this.quarantined.push(Object.freeze({ kind, name: toDisplayName(name), reason }));
  }
}
