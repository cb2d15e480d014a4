import { type Observable, Subject } from '../base/async/rxjs.js';
import type { GroupDefinition } from './entry/tool-group.js';

/** The active groups of a scope, and the deferred tools that its model has loaded. Several sessions may share them. */
export class ActiveGroups {
  #groups: ReadonlySet<GroupDefinition>;
  #loaded: readonly string[] = Object.freeze([]);
  readonly #changes = new Subject<void>();

  constructor(groups: Iterable<GroupDefinition>) {
    this.#groups = new Set(groups);
  }

  /** Fires synchronously whenever the groups or the loaded tools may have changed. */
  get changes$(): Observable<void> {
    return this.#changes;
  }

  /** The names of the deferred tools that a model has loaded, in that order. */
  get loaded(): readonly string[] {
    return this.#loaded;
  }

  /** Adds the names of tools that a model has loaded. */
  load(names: readonly string[]): void {
    this.replaceLoaded([...this.#loaded, ...names]);
  }

  replaceLoaded(names: readonly string[]): void {
    this.#loaded = Object.freeze([...new Set(names)]);
    this.#changes.next();
  }

  has(group: GroupDefinition): boolean {
    return this.#groups.has(group);
  }

  /** Adds groups to the set, or removes them from it. */
  update(groups: readonly GroupDefinition[], active: boolean): void {
    const others = [...this.#groups].filter((group) => !groups.includes(group));
    this.replace(active ? [...others, ...groups] : others);
  }

  replace(groups: Iterable<GroupDefinition>): void {
    this.#groups = new Set(groups);
    this.#changes.next();
  }
}
