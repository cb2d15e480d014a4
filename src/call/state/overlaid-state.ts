import { filter, merge, type Observable } from '../../base/async/rxjs.js';
import { LayeredState } from './layered-state.js';
import { parseStatePath, type StatePath } from './state-path.js';
import { ownersOf, type StateChange, ToolState } from './tool-state.js';

/**
 * A state with an overlay that has some top-level keys for itself. The keys of the overlay hide those of the base, and
 * writes below them stay in the overlay. All other keys are read from the base and written to it.
 */
export class OverlaidState extends ToolState {
  readonly #overlay: ToolState;
  readonly #base: ToolState;
  readonly #keys: ReadonlySet<string>;
  /** Both states as layers, for everything that shows all keys. */
  readonly #all: ToolState;

  /** @param keys - The top-level keys of the overlay, which it has even if their values are deleted. */
  constructor(overlay: ToolState, base: ToolState, keys: ReadonlySet<string>) {
    super();
    this.#overlay = overlay;
    this.#base = base;
    this.#keys = keys;
    this.#all = LayeredState.of(overlay, [base]);
  }

  override get changes$(): Observable<StateChange> {
    const ofBase = this.#base.changes$.pipe(filter(({ path }) => this.#ownerOf(parseStatePath(path)) === this.#base));
    return merge(this.#overlay.changes$, ofBase);
  }

  override set(path: string, value: unknown): void {
    this.#ownerOf(parseStatePath(path)).set(path, value);
  }

  override delete(path: string): boolean {
    return this.#ownerOf(parseStatePath(path)).delete(path);
  }

  override fork(): ToolState {
    return new OverlaidState(this.#overlay.fork(), this.#base.fork(), this.#keys);
  }

  /** Returns the values of all keys. A key whose value was deleted from the overlay is omitted. */
  override toJSON(): Readonly<Record<string, unknown>> {
    const overlaid = this.#overlay.toJSON();
    const below = Object.entries(this.#base.toJSON()).filter(([key]) => !this.#keys.has(key));
    return { ...Object.fromEntries(below), ...overlaid };
  }

  /** Returns only the base, because the overlay is not saved. */
  override toPlain(): Readonly<Record<string, unknown>> {
    return this.#base.toPlain();
  }

  override lookup(path: StatePath): unknown {
    return this.#ownerOf(path).lookup(path);
  }

  override ownersOf(path: StatePath): readonly ToolState[] {
    return ownersOf(this.#ownerOf(path), path);
  }

  override roots(): readonly object[] {
    return this.#all.roots();
  }

  /** Returns the state that a path is read from and written to. */
  #ownerOf({ steps }: StatePath): ToolState {
    return this.#keys.has(String(steps[0])) ? this.#overlay : this.#base;
  }
}
