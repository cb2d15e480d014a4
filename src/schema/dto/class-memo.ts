import type { Constructor } from '../../metadata/class-records.js';

/**
 * What has been found out of classes under one heading, so that it need not be found out again. All headings share one
 * table: of several, each would cost more to fill, and to look through for garbage, than most of what they hold.
 */
export class ClassMemo<T> {
  readonly #heading = headings++;

  get(type: Constructor): T | undefined {
    return table.get(type)?.[this.#heading] as T | undefined;
  }

  set(type: Constructor, found: T): void {
    const known = table.get(type);
    if (known === undefined) {
      const page: unknown[] = new Array(headings).fill(undefined);
      page[this.#heading] = found;
      table.set(type, page);
    } else known[this.#heading] = found;
  }
}

// Not state: each entry follows from its class alone.
const table = new WeakMap<Constructor, unknown[]>();
let headings = 0;
