import type { OpenApiOperation } from './described-operation.js';
import type { OpenApiSourceOptions, OperationFilter } from './source-options.js';

type Choice = Pick<OpenApiSourceOptions, 'include' | 'exclude'>;

/** Checks whether the options choose an operation. */
export function isChosen(operation: OpenApiOperation, { include, exclude }: Choice): boolean {
  return (
    (include === undefined || matches(operation, include)) && !(exclude !== undefined && matches(operation, exclude))
  );
}

/** Returns the operations that options name and that the document does not have. */
export function missingOperations(
  operations: readonly OpenApiOperation[],
  { include, exclude, names }: Choice & Pick<OpenApiSourceOptions, 'names'>,
): readonly string[] {
  const lists = [include, exclude].flatMap((filter) => (typeof filter === 'function' ? [] : (filter ?? [])));
  const named = [...lists, ...(typeof names === 'function' ? [] : Object.keys(names ?? {}))];
  const known = new Set(operations.flatMap(keysOf));
  return named.filter((name) => !known.has(name));
}

/** Returns the names with which options refer to an operation. */
export function keysOf({ id, method, path }: OpenApiOperation): readonly string[] {
  return [id, `${method} ${path}`];
}

function matches(operation: OpenApiOperation, filter: OperationFilter): boolean {
  if (typeof filter === 'function') return filter(operation);
  return keysOf(operation).some((key) => filter.includes(key));
}
