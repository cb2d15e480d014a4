type Steps = readonly (string | number)[];
type Container = Record<string | number, unknown>;

/** The error of the model if a state rejects an operation. */
export class Refused extends Error {}

/** What a state does, written as plainly as can be: everything is copied, nothing is shared. */
export interface NaiveState {
  get(steps: Steps): unknown;
  has(steps: Steps): boolean;
  set(steps: Steps, value: unknown): void;
  delete(steps: Steps): boolean;
}

/** Makes a naive state for JSON values. */
export function naiveState(initial: object): NaiveState {
  const root = structuredClone(initial) as Container;
  return {
    get: (steps) => find(root, steps)?.value,
    has: (steps) => find(root, steps) !== undefined,
    set: (steps, value) => put(root, steps, structuredClone(value)),
    delete: (steps) => remove(root, steps),
  };
}

function find(root: Container, steps: Steps): { readonly value: unknown } | undefined {
  let value: unknown = root;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) return undefined;
    const key = place(value, step);
    if (!Object.hasOwn(value, key)) return undefined;
    value = (value as Container)[key];
  }
  return { value };
}

function place(container: object, step: string | number): string | number {
  return Array.isArray(container) && typeof step === 'number' && step < 0 ? container.length + step : step;
}

function put(root: Container, steps: Steps, value: unknown): void {
  // Applied to a copy first, so that a rejected operation changes nothing.
  const attempt = structuredClone(root);
  write(attempt, steps, value);
  write(root, steps, value);
}

function write(root: Container, steps: Steps, value: unknown): void {
  let at: unknown = root;
  for (const [depth, step] of steps.entries()) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) !== (typeof step === 'number')) throw new Refused();
    const key = place(at, step);
    if (typeof key === 'number' && key < 0) throw new Refused();
    if (Array.isArray(at)) for (let hole = at.length; hole < Number(key); hole++) at[hole] = undefined;
    const container = at as Container;
    if (depth === steps.length - 1) container[key] = value;
    else
      container[key] =
        (Object.hasOwn(container, key) ? container[key] : undefined) ??
        (typeof steps[depth + 1] === 'number' ? [] : {});
    at = container[key];
  }
}

function remove(root: Container, steps: Steps): boolean {
  if (find(root, steps) === undefined) return false;
  const container = find(root, steps.slice(0, -1))?.value as Container;
  const key = place(container, steps.at(-1) ?? '');
  if (Array.isArray(container)) container.splice(Number(key), 1);
  else Reflect.deleteProperty(container, key);
  return true;
}
