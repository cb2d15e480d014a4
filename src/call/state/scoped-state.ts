import { filter, type Observable } from '../../base/async/rxjs.js';
import { DefinitionError } from '../../base/errors/errors.js';
import { isContainer } from './containers.js';
import { ABSENT, type PathStep, parseStatePath, StatePath } from './state-path.js';
import { ownersOf, type StateChange, ToolState } from './tool-state.js';

/** The paths that a tool may use: those at and below each pattern. */
export class StateScope {
  readonly #patterns: readonly StatePath[];

  constructor(patterns: readonly StatePath[]) {
    this.#patterns = patterns;
  }

  /** Checks whether a path is at or below one of the patterns. */
  contains(steps: readonly PathStep[]): boolean {
    return this.#patterns.some((pattern) => {
      return (
        pattern.steps.length <= steps.length && pattern.steps.every((step, at) => step === '*' || step === steps[at])
      );
    });
  }

  /** Returns the part of an object that the scope contains. Items of arrays are omitted unless it contains the array. */
  select(value: unknown, steps: readonly PathStep[] = []): unknown {
    if (this.contains(steps)) return value;
    if (!isContainer(value) || Array.isArray(value)) return ABSENT;
    const members = Object.entries(value)
      .map(([name, member]) => [name, this.select(member, [...steps, name])] as const)
      .filter(([, member]) => member !== ABSENT);
    return members.length === 0 ? ABSENT : Object.fromEntries(members);
  }
}

/**
 * Parses a pattern of a state scope: a path in which the step `*` is any key. A final `**` is everything below, which the
 * path contains anyway.
 *
 * @param site - The owner of the pattern, for errors.
 * @throws DefinitionError on a malformed path.
 */
export function parseStatePattern(pattern: string, site: string): StatePath {
  const { steps } = parseStatePath(pattern, site);
  const own = steps.length > 1 && steps.at(-1) === '**' ? steps.slice(0, -1) : steps;
  if (!own.includes('**')) return new StatePath(own);
  throw new DefinitionError(
    `${site}: '${pattern}' may contain ** only at its end, after a key. Name the keys before it.`,
  );
}

/**
 * A view of a state that contains only the paths of a scope. Any other path has no value, and cannot be written.
 */
export class ScopedState extends ToolState {
  readonly #base: ToolState;
  readonly #scope: StateScope;

  constructor(base: ToolState, scope: StateScope) {
    super();
    this.#base = base;
    this.#scope = scope;
  }

  override get changes$(): Observable<StateChange> {
    return this.#base.changes$.pipe(filter(({ path }) => this.#scope.contains(parseStatePath(path).steps)));
  }

  override set(path: string, value: unknown): void {
    this.#checkWritable(path);
    this.#base.set(path, value);
  }

  override delete(path: string): boolean {
    this.#checkWritable(path);
    return this.#base.delete(path);
  }

  override fork(): ToolState {
    return new ScopedState(this.#base.fork(), this.#scope);
  }

  override toJSON(): Readonly<Record<string, unknown>> {
    return this.#select(this.#base.toJSON());
  }

  override toPlain(): Readonly<Record<string, unknown>> {
    return this.#select(this.#base.toPlain());
  }

  override lookup(path: StatePath): unknown {
    return this.#scope.contains(path.steps) ? this.#base.lookup(path) : ABSENT;
  }

  override ownersOf(path: StatePath): readonly ToolState[] {
    return ownersOf(this.#base, path);
  }

  override roots(): readonly object[] {
    return this.#base.roots().map((root) => this.#select(root));
  }

  #select(value: object): Readonly<Record<string, unknown>> {
    const selected = this.#scope.select(value);
    return selected === ABSENT ? {} : (selected as Readonly<Record<string, unknown>>);
  }

  #checkWritable(path: string): void {
    if (this.#scope.contains(parseStatePath(path).steps)) return;
    throw new DefinitionError(
      `'${path}' is outside of the state scope of this tool. Name it in the tool's options: state: ['${path}'].`,
    );
  }
}
