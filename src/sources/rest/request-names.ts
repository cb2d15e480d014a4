import { DefinitionError } from '../../base/errors/errors.js';
import { decodeText } from './decode-text.js';
import { FoldedNames } from './http/folded-names.js';
import type { FixedParts, NamePart, Operation, OperationParameter, ParameterLocation } from './http/operation.js';
import { invalidArgument } from './invalid-argument.js';
import type { NamedText } from './parameter-text.js';

/** The names that an author has set in each part of a request: in the path, those of matrix parameters. */
export type AuthorNames = Readonly<Record<ParameterLocation, readonly string[]>>;

/** An argument, or a property of a form, with the texts that it writes to a part of a request. */
export interface WrittenArgument {
  readonly parameter: OperationParameter;
  readonly texts: readonly Pick<NamedText, 'name'>[];
}

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
    path: matrixNames(baseUrl.pathname),
    query: [...baseUrl.searchParams.keys(), ...Object.keys(query)],
    header: Object.keys(headers),
    cookie: typeof cookie === 'string' ? cookie.split(';').map((pair) => pair.replace(/=.*$/s, '').trim()) : [],
  };
}

/** Joins the names of two lists. */
export function joinNames(one: AuthorNames, other: AuthorNames): AuthorNames {
  return {
    path: [...one.path, ...other.path],
    query: [...one.query, ...other.query],
    header: [...one.header, ...other.header],
    cookie: [...one.cookie, ...other.cookie],
  };
}

/** The names that the options of a tool set, and the arguments that they bind. */
export interface AuthorParts {
  readonly names: AuthorNames;
  readonly bound: readonly string[];
}

/**
 * Checks that no argument is sent under a name that the author has set, or under the name of another argument.
 *
 * @throws DefinitionError that begins with `where`.
 */
export function checkRequestNames(operation: Operation, { names, bound }: AuthorParts, where: string): void {
  const { parameters, path } = operation;
  const author = { ...names, path: [...names.path, ...matrixNames(path)] };
  const seen = new Map<string, string>();
  for (const parameter of parameters) {
    const { argument, in: location, name } = parameter;
    const part = location === 'header' ? 'headers' : location;
    if (isNamed(parameter) && isSet(author, location, name)) {
      throw new DefinitionError(
        `${where}: the argument '${argument}' is sent as '${name}' in the ${part}, which the options set. Remove one of them.`,
      );
    }
    const key = `${location} ${location === 'header' ? name.toLowerCase() : name}`;
    const other = seen.get(key) ?? (bound.includes(argument) ? undefined : findBound(parameter, operation, bound));
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
  return new FoldedNames(location, author[location]).overlaps(name);
}

/** The names in one request: each carries the values of its owner only. */
export class RequestNames {
  readonly #author: AuthorNames;
  readonly #operation: Operation;
  readonly #bound: ReadonlySet<string>;

  constructor(operation: Operation, fixed: FixedParts) {
    const names = authorNamesOf(fixed);
    this.#author = { ...names, path: [...names.path, ...matrixNames(operation.path)] };
    this.#operation = operation;
    this.#bound = new Set(fixed.bound);
  }

  /**
   * Checks all names that the arguments of a call write to a part of the request. Those of a form are its properties.
   *
   * @throws ValidationError if a name belongs to the author or to another argument.
   */
  check(part: NamePart, written: readonly WrittenArgument[]): void {
    const { argument: entire } = this.#operation.body ?? {};
    if (part === 'form' && entire !== undefined && this.#bound.has(entire)) return;
    // The credentials of a call may have other names than those of its tool.
    const fixed = new FoldedNames(part, part === 'form' ? [] : this.#author[part]);
    for (const one of written) refuse(one, part, (name) => fixed.overlaps(name));
    const isBound = ({ parameter }: WrittenArgument): boolean => this.#bound.has(parameter.argument);
    const bound = written.filter(isBound).flatMap((one) => namesOf(one, part));
    const author = new FoldedNames(part, [...bound, ...this.#boundNames(part)]);
    const owners = new Map<string, string>();
    for (const one of written.filter((other) => !isBound(other))) {
      refuse(one, part, (name) => author.overlaps(name));
      this.#checkKeys(one, part, written);
      const { argument } = one.parameter;
      refuse(one, part, (name) => (owners.get(name) ?? argument) !== argument);
      for (const name of namesOf(one, part)) owners.set(name, argument);
    }
  }

  /** Checks that the keys of a value are not the names of other arguments, not even of those that are absent. */
  #checkKeys(one: WrittenArgument, part: NamePart, written: readonly WrittenArgument[]): void {
    if (one.texts.every(({ name }) => name === undefined)) return;
    const { argument, name: own } = one.parameter;
    const others = [...this.#declared(part), ...written.map(({ parameter }) => parameter)]
      .filter((other) => other.argument !== argument)
      .map(({ name }) => name)
      // `filter` does not own `filter[a]`, if that is declared too.
      .filter((name) => !new FoldedNames(part, [name]).covers(own));
    const declared = new FoldedNames(part, others);
    refuse(one, part, (name) => declared.overlaps(name));
  }

  #boundNames(part: NamePart): readonly string[] {
    const names = this.#declared(part).filter(({ argument }) => this.#bound.has(argument));
    const hasCookie = part === 'header' && this.#boundNames('cookie').length > 0;
    return [...names.map(({ name }) => name), ...(hasCookie ? ['cookie'] : [])];
  }

  #declared(part: NamePart): readonly Pick<OperationParameter, 'argument' | 'name'>[] {
    if (part !== 'form') return this.#operation.parameters.filter((one) => one.in === part);
    const { argument, properties = [] } = this.#operation.body ?? {};
    return argument === undefined ? properties.map((name) => ({ argument: name, name })) : [];
  }
}

/** Throws a ValidationError if a name that an argument writes is taken. */
function refuse(one: WrittenArgument, part: NamePart, isTaken: (name: string) => boolean): void {
  const taken = namesOf(one, part).find(isTaken);
  if (taken === undefined) return;
  throw invalidArgument(one.parameter.argument, `must not set '${taken}', which is not an argument of its own`);
}

/** Returns the names that an argument writes to a part of a request. */
function namesOf({ parameter, texts }: WrittenArgument, part: NamePart): readonly string[] {
  // The keys of a header are within its value.
  if (part === 'header') return [parameter.name];
  const own = isNamed(parameter) ? [parameter.name] : [];
  const names = texts.flatMap(({ name }) => name ?? own);
  // The keys of a cookie are within its value, which some servers split at commas.
  return part === 'cookie' ? [...own, ...names] : names;
}

/** Checks whether a parameter is sent with its name. The text of most parameters in a path has none. */
function isNamed({ in: location, style }: OperationParameter): boolean {
  return location !== 'path' || style === 'matrix';
}

/** Returns the bound argument whose name another argument would set. */
function findBound(
  { in: location, name }: OperationParameter,
  { parameters }: Operation,
  bound: readonly string[],
): string | undefined {
  const others = parameters.filter((one) => one.in === location && bound.includes(one.argument));
  // An object `filter` may be sent next to a bound `filter[a]`. Its keys are checked in each call.
  return others.find((one) => new FoldedNames(location, [one.name]).covers(name))?.argument;
}

/** Returns the names of the matrix parameters that a path contains. */
function matrixNames(path: string): readonly string[] {
  return [...path.matchAll(/;([^;/={}]+)/g)].map(([, name = '']) => decodeText(name));
}
