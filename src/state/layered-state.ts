import type { Observable } from 'rxjs';
import { ABSENT, type StatePath } from './state-path.js';
import { type StateChange, ToolState } from './tool-state.js';

/**
 * Several states seen as one: a path is looked up whole in each, the nearest first, and the first that has it wins.
 * Layers are never merged. What is written goes to the nearest.
 */
export class LayeredState extends ToolState {
  readonly #nearest: ToolState;
  readonly #layers: readonly ToolState[];
  /** The roots of each layer when they were last asked for, and all of them. */
  #parts: readonly (readonly object[])[] = [];
  #joined: readonly object[] = [];

  private constructor(nearest: ToolState, others: readonly ToolState[]) {
    super();
    this.#nearest = nearest;
    this.#layers = [nearest, ...others];
  }

  /** The states as one, the nearest first; a single one as it is. */
  static of(nearest: ToolState, others: readonly ToolState[]): ToolState {
    return others.length === 0 ? nearest : new LayeredState(nearest, others);
  }

  /** The changes of the nearest layer: the only ones that writing here makes. */
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

  /** Gives the value of each top-level key. For a key in several layers, it is the nearest's value. */
  override toJSON(): Readonly<Record<string, unknown>> {
    const shown = new Map<string, unknown>();
    for (const layer of [...this.#layers].reverse()) {
      // A value without a JSON form hides those of the layers below all the same.
      for (const key of layer.roots().flatMap((root) => Object.keys(root))) shown.delete(key);
      for (const [key, value] of Object.entries(layer.toJSON())) shown.set(key, value);
    }
    return Object.fromEntries(shown);
  }

  /** Gives the nearest layer alone, since the other layers are saved by their owners. */
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
