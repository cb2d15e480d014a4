import { type Observable, tap } from '../../base/async/rxjs.js';
import type { FlowLabel } from '../../tool/metadata/flow-options.js';
import { parseStatePath, StatePath } from './state-path.js';
import { ownersOf, type StateChange, ToolState } from './tool-state.js';

/** What follows the data of a call: it is notified of each use of a FollowedState, and knows what the call has read. */
export interface StateObserver {
  /** The label of what the tool that uses the state says during the call. */
  readonly messageLabel: FlowLabel;
  /** Called when a path is read, with the states that it may be read from. */
  onRead(path: StatePath, owners: readonly ToolState[]): void;
  /** Called after a path was set or deleted, with the state that has changed. */
  onWritten(path: StatePath, owner: ToolState): void;
}

const everything = new StatePath([]);

/** A state that reports which paths are read and written through it. */
export class FollowedState extends ToolState {
  readonly #base: ToolState;
  readonly observer: StateObserver;

  constructor(base: ToolState, observer: StateObserver) {
    super();
    this.#base = base;
    this.observer = observer;
  }

  /** Returns a state that reports what is read and written through another one, which has this one's base. */
  over(layer: (base: ToolState) => ToolState): FollowedState {
    return new FollowedState(layer(this.#base), this.observer);
  }

  override get changes$(): Observable<StateChange> {
    this.#read(everything);
    // The label of what was written follows the change.
    return this.#base.changes$.pipe(tap(({ path }) => queueMicrotask(() => this.#read(parseStatePath(path)))));
  }

  override set(path: string, value: unknown): void {
    this.#base.set(path, value);
    this.#written(path);
  }

  override delete(path: string): boolean {
    const isDeleted = this.#base.delete(path);
    if (isDeleted) this.#written(path);
    return isDeleted;
  }

  override fork(): ToolState {
    this.#read(everything);
    return new FollowedState(this.#base.fork(), this.observer);
  }

  override toJSON(): Readonly<Record<string, unknown>> {
    this.#read(everything);
    return this.#base.toJSON();
  }

  override toPlain(): Readonly<Record<string, unknown>> {
    this.#read(everything);
    return this.#base.toPlain();
  }

  override lookup(path: StatePath): unknown {
    this.#read(path);
    return this.#base.lookup(path);
  }

  override ownersOf(path: StatePath): readonly ToolState[] {
    return ownersOf(this.#base, path);
  }

  /** Returns the objects that may contain secrets. Nothing of them is shown, so that nothing is read. */
  override roots(): readonly object[] {
    return this.#base.roots();
  }

  #read(path: StatePath): void {
    this.observer.onRead(path, ownersOf(this.#base, path));
  }

  #written(path: string): void {
    const parsed = parseStatePath(path);
    const [owner] = ownersOf(this.#base, parsed);
    if (owner !== undefined) this.observer.onWritten(parsed, owner);
  }
}
