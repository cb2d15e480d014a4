import { DefinitionError } from '../../base/errors/errors.js';
import { PartKey } from '../../call/host-call.js';
import type { Feature } from '../../toolkit/feature.js';
import { createEntries, type RegisterOptions } from '../../toolkit/registration.js';
import type { DuplicatePolicy } from '../../toolkit/resolve-duplicates.js';
import type { ToolCatalog } from '../../toolkit/tool-catalog.js';
import type { SourceGroup, ToolSource } from '../../toolkit/tool-source.js';
import { FollowedSource } from './followed-source.js';
import { SourceGroups } from './source-groups.js';

/** How the tools of a source are registered. */
export interface AddedSource {
  readonly source: ToolSource;
  readonly options: RegisterOptions;
  readonly policy: DuplicatePolicy;
  /** Creates a group that the source declares. */
  readonly createGroup: (group: SourceGroup) => void;
}

/** The sources of a toolkit, which its sessions share. */
export interface RegisteredSources {
  readonly sources: readonly ToolSource[];
}

export const sourcesKey: PartKey<RegisteredSources> = new PartKey('sources');

/** The sources whose tools a toolkit follows while they change, such as servers and folders. */
export class SourcesFeature implements Feature, RegisteredSources {
  readonly name = 'sources';
  readonly #catalog: ToolCatalog;
  readonly #groups: SourceGroups;
  readonly #followed = new Map<string, FollowedSource>();

  constructor(catalog: ToolCatalog) {
    this.#catalog = catalog;
    this.#groups = new SourceGroups(catalog);
  }

  createPart(): RegisteredSources {
    return this;
  }

  get sources(): readonly ToolSource[] {
    return [...this.#followed.values()].map(({ source }) => source);
  }

  /**
   * Adds the tools of a source, and follows its changes. Rejects with the error of the source if its tools cannot be read.
   *
   * @throws DefinitionError if a source of that name exists, or its tools cannot be registered.
   */
  async add({ source, options, policy, createGroup }: AddedSource): Promise<void> {
    const { name } = source;
    if (this.#followed.has(name)) throw new DefinitionError(`There is a source '${name}' already. Remove it first.`);
    let hasChanged = false;
    const followed = new FollowedSource(source, (specs) => {
      const entries = createEntries(specs, options, { source: name, hasChanged });
      this.#groups.create(source.groups ?? [], entries, createGroup);
      try {
        this.#catalog.replaceSource(name, entries, policy);
      } finally {
        this.#groups.removeEmpty();
      }
      hasChanged = true;
    });
    // Added before its tools are read, so that a second source of that name is rejected meanwhile.
    this.#followed.set(name, followed);
    try {
      await followed.open();
    } catch (error) {
      followed.stop();
      if (this.#followed.get(name) === followed) this.#followed.delete(name);
      throw error;
    }
  }

  /** Removes a source with its tools, and closes it. Throws a DefinitionError if it does not exist. */
  async remove(name: string): Promise<void> {
    const followed = this.#followed.get(name);
    if (followed === undefined) throw new DefinitionError(`There is no source '${name}'. ${this.#listNames()}`);
    this.#followed.delete(name);
    followed.stop();
    this.#catalog.removeWhere(({ source }) => source === name);
    this.#groups.removeEmpty();
    await followed.source.close();
  }

  /** Removes all sources. Rejects with the error of the first source that cannot be closed, after all others were closed. */
  async removeAll(): Promise<void> {
    const closed = await Promise.allSettled([...this.#followed.keys()].map((name) => this.remove(name)));
    const failed = closed.find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  #listNames(): string {
    const names = [...this.#followed.keys()];
    return names.length === 0 ? 'No source is registered.' : `The sources are ${names.join(', ')}.`;
  }
}
