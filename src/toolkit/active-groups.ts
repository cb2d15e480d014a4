import { type Observable, Subject } from 'rxjs';
import type { GroupDefinition } from './tool-group.js';

/** A set of active groups. Several sessions may share one. */
export class ActiveGroups {
  #groups: ReadonlySet<GroupDefinition>;
  readonly #changes = new Subject<void>();

  constructor(groups: Iterable<GroupDefinition>) {
    this.#groups = new Set(groups);
  }

  /** Fires synchronously whenever the set may have changed. */
  get changes$(): Observable<void> {
    return this.#changes;
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
