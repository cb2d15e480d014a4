import { DefinitionError, ValidationError } from '../errors.js';
import type { FixedParts, Operation, OperationParameter, ParameterLocation } from './operation.js';

/** The names that an author has set in each part of a request. Names of headers are in lower case. */
export type AuthorNames = Readonly<Record<'query' | 'header' | 'cookie', readonly string[]>>;

/** Returns the names that the fixed parts of a request set, credentials included. */
export function authorNamesOf({
  baseUrl,
  headers,
  query,
}: {
  readonly baseUrl: URL;
  readonly headers: object;
  readonly query: object;
}): AuthorNames {
  const { cookie } = headers as { readonly cookie?: unknown };
  return {
    query: [...baseUrl.searchParams.keys(), ...Object.keys(query)],
    header: Object.keys(headers),
    cookie: typeof cookie === 'string' ? cookie.split(';').map((pair) => pair.replace(/=.*$/s, '').trim()) : [],
  };
}

/** Joins the names of two lists. */
export function joinNames(one: AuthorNames, other: AuthorNames): AuthorNames {
  return {
    query: [...one.query, ...other.query],
    header: [...one.header, ...other.header],
    cookie: [...one.cookie, ...other.cookie],
  };
}

/**
 * Checks that no argument is sent under a name that the author has set, or under the name of another argument.
 *
 * @throws DefinitionError that begins with `where`.
 */
export function checkRequestNames({ parameters }: Operation, author: AuthorNames, where: string): void {
  const seen = new Map<string, string>();
  for (const { argument, in: location, name } of parameters) {
    const part = location === 'header' ? 'headers' : location;
    if (isSet(author, location, name)) {
      throw new DefinitionError(
        `${where}: the argument '${argument}' is sent as '${name}' in the ${part}, which the options set. Remove one of them.`,
      );
    }
    const key = `${location} ${location === 'header' ? name.toLowerCase() : name}`;
    const other = seen.get(key);
    if (other !== undefined) {
      throw new DefinitionError(
        `${where}: the arguments '${other}' and '${argument}' are both sent as '${name}' in the ${part}.`,
      );
    }
    seen.set(key, argument);
  }
}

/** Checks whether an author has set a name in a part of a request. */
export function isSet(author: AuthorNames, location: ParameterLocation, name: string): boolean {
  if (location === 'path') return false;
  if (location === 'header') return author.header.includes(name.toLowerCase());
  return author[location].map(rootOf).includes(rootOf(name));
}

/** The names in one request: each carries the values of its owner only. */
export class RequestNames {
  readonly #author: AuthorNames;
  readonly #operation: Operation;

  constructor(operation: Operation, fixed: FixedParts) {
    this.#author = authorNamesOf(fixed);
    this.#operation = operation;
  }

  /**
   * Checks the name of a parameter, and the encoded names that its value adds to the part of the request.
   *
   * @throws ValidationError if a name belongs to the author or to another argument.
   */
  check({ argument, in: location, name }: OperationParameter, added: readonly string[] = []): void {
    // The credentials of a call may have other names than those of its tool.
    if (isSet(this.#author, location, name)) throw isTaken(argument, name);
    const others = this.#operation.parameters.filter((one) => one.in === location && one.argument !== argument);
    const owned = [...(location === 'query' ? this.#author.query : []), ...others.map((one) => one.name)];
    checkAdded({ argument, name }, added, owned);
  }

  /**
   * Checks the encoded names that the value of a property adds to a form.
   *
   * @throws ValidationError if a name belongs to another property.
   */
  checkForm(property: string, added: readonly string[]): void {
    const { properties = [] } = this.#operation.body ?? {};
    const others = properties.filter((name) => name !== property);
    checkAdded({ argument: property, name: property }, added, others);
  }
}

function checkAdded(
  { argument, name }: { readonly argument: string; readonly name: string },
  added: readonly string[],
  owned: readonly string[],
): void {
  const roots = new Set(owned.map(rootOf));
  const taken = added.map(decode).find((one) => rootOf(one) !== rootOf(name) && roots.has(rootOf(one)));
  if (taken !== undefined) throw isTaken(argument, taken);
}

/** Returns the name that a server may read: some take `tenant[]` and `tenant[0]` for `tenant`. */
function rootOf(name: string): string {
  return name.replace(/(?<=.)\[.*$/s, '').trim();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function isTaken(argument: string, name: string): ValidationError {
  const message = `must not set '${name}', which is not an argument of its own`;
  return new ValidationError(`The argument '${argument}' ${message}.`, {
    issues: [{ path: `/${argument}`, message, rule: 'placement' }],
  });
}
