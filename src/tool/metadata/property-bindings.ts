import type { ToolOptions } from './tool-options.js';

/** The option `bind`, separated by what it binds. */
export interface SeparatedBindings {
  /** The bindings of parameters. */
  readonly own: ToolOptions['bind'];
  /** The bindings whose names are no parameters. They can be properties of the `inputSchema`. */
  readonly propertyBindings: NonNullable<ToolOptions['bind']>;
}

/** Separates the bindings of parameters from those of properties, which only an `inputSchema` can have. */
export function separateBindings(
  { bind, inputSchema }: Pick<ToolOptions, 'bind' | 'inputSchema'>,
  names: readonly (string | undefined)[],
): SeparatedBindings {
  if (bind === undefined || inputSchema === undefined) return { own: bind, propertyBindings: {} };
  const entries = Object.entries(bind);
  const isOwn = ([name]: readonly [string, unknown]): boolean => names.includes(name);
  return {
    own: Object.fromEntries(entries.filter(isOwn)),
    propertyBindings: Object.fromEntries(entries.filter((entry) => !isOwn(entry))),
  };
}
