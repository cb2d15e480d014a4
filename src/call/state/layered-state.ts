import type { Observable } from 'rxjs';
import { ABSENT, type StatePath } from './state-path.js';
import { ownersOf, type StateChange, ToolState } from './tool-state.js';

/**
 * Several states that are read as one. A path is looked up in each layer, starting with the nearest, and the first
 * layer that has a value for the entire path wins. Layers are never merged. Writes go to the nearest layer.
 */
export class LayeredState extends ToolState {
  readonly #nearest: ToolState;
  readonly #layers: readonly ToolState[];
  /** The roots of each layer when they were last read. */
  #parts: readonly (readonly object[])[] = [];
  /** The roots of all layers in one list. */
  #joined: readonly object[] = [];

  private constructor(nearest: ToolState, others: readonly ToolState[]) {
    super();
    this.#nearest = nearest;
    this.#layers = [nearest, ...others];
  }

  /** Combines states, the nearest first. A single state is returned unchanged. */
  static of(nearest: ToolState, others: readonly ToolState[]): ToolState {
    return others.length === 0 ? nearest : new LayeredState(nearest, others);
  }

  /** The changes of the nearest layer, which is the only one that receives writes. */
  override get changes$(): Observable<StateChange> {
    return this.#nearest.changes$;
  }

  override set(path: string, value: unknown): void {
    this.#nearest.set(path, value);
  }

  override delete(path: string): boolean {
    return this.#nearest.delete(path);
  }

  override fork(): ToolState {
    const [nearest, ...others] = this.#layers.map((layer) => layer.fork());
    return LayeredState.of(nearest ?? new ToolState(), others);
  }

  /** Returns the value of each top-level key. For a key in several layers, the value of the nearest layer is used. */
  override toJSON(): Readonly<Record<string, unknown>> {
    const shown = new Map<string, unknown>();
    for (const layer of [...this.#layers].reverse()) {
      // A value without a JSON form also hides the values of the layers below.
      for (const key of layer.roots().flatMap((root) => Object.keys(root))) shown.delete(key);
      for (const [key, value] of Object.entries(layer.toJSON())) shown.set(key, value);
    }
    return Object.fromEntries(shown);
  }

  /** Returns only the nearest layer, because the owners of the other layers save them. */
  override toPlain(): Readonly<Record<string, unknown>> {
    return this.#nearest.toPlain();
  }

  override lookup(path: StatePath): unknown {
    for (const layer of this.#layers) {
      const value = layer.lookup(path);
      if (value !== ABSENT) return value;
    }
    return ABSENT;
  }

  override ownersOf(path: StatePath): readonly ToolState[] {
    return this.#layers.flatMap((layer) => ownersOf(layer, path));
  }

  override roots(): readonly object[] {
    if (!this.#areJoined()) this.#join();
    return this.#joined;
  }

  #join(): void {
    this.#parts = this.#layers.map((layer) => layer.roots());
    this.#joined = this.#parts.flat();
  }

  #areJoined(): boolean {
    return this.#layers.every((layer, index) => layer.roots() === this.#parts[index]);
  }
}
