import { DefinitionError } from '../../base/errors/errors.js';
import { UriPattern, type UriToken, type UriTokens } from './uri-pattern.js';

/** The values of the variables of a template, decoded. */
export type UriVariables = Readonly<Record<string, string>>;

// The longest URI that is compared with templates, in characters. Browsers and servers accept no longer ones either.
const longestUri = 8_192;

/** One part of a template: a text, or an expression. */
type Part = string | Expression;

interface Expression {
  readonly operator: string;
  readonly names: readonly string[];
}

/**
 * A URI template (RFC 6570) without modifiers, whose variables are also read from URIs. Variables of the query and the
 * fragment are optional. Each other variable has at least one character.
 */
export class UriTemplate {
  readonly text: string;
  /** The names of the variables, in the order of the template. */
  readonly names: readonly string[];
  /** The names of the variables that every URI of the template has. */
  readonly required: readonly string[];
  readonly #parts: readonly Part[];
  readonly #pattern: UriPattern;
  /** What the holes of the pattern are. A list contains the names of a query. */
  readonly #groups: readonly (Variable | readonly string[])[];

  /** @throws DefinitionError on a malformed expression, a modifier, a repeated name, and adjacent variables. */
  constructor(text: string, where: string) {
    this.text = text;
    this.#parts = parse(text, where);
    const expressions = this.#parts.filter((part) => typeof part !== 'string');
    this.names = expressions.flatMap(({ names }) => names);
    this.required = expressions.flatMap(({ operator, names }) => (isOptional(operator) ? [] : names));
    const groups: (Variable | readonly string[])[] = [];
    this.#pattern = new UriPattern(
      this.#parts.map((part) =>
        typeof part === 'string' ? { tokens: [{ text: part }], isOptional: false } : tokensOf(part, groups),
      ),
    );
    this.#groups = groups;
  }

  /** Whether the template has no variables, so that it is the URI of one resource. */
  get isFixed(): boolean {
    return this.names.length === 0;
  }

  /**
   * Reads the variables of a URI. Returns undefined if the URI does not match, and if a variable contains control characters
   * or, in the path, a segment `.` or `..`, also one that is encoded several times, or an encoded slash at the beginning,
   * with which a file outside of a folder could be reached.
   */
  match(uri: string): UriVariables | undefined {
    if (uri.length > longestUri) return undefined;
    const found = this.#pattern.match(uri);
    if (found === undefined) return undefined;
    const variables = new Map<string, string>();
    for (const [index, group] of this.#groups.entries()) {
      const value = found[index];
      if (value === undefined) continue;
      const read = 'name' in group ? readVariable(group, value) : readQuery(group, value);
      if (read === undefined) return undefined;
      for (const [name, one] of read) variables.set(name, one);
    }
    return Object.fromEntries(variables);
  }

  /** Returns the URI of a value of each variable that the template requires. Returns undefined for half a character. */
  expand(variables: UriVariables): string | undefined {
    try {
      return this.#parts.map((part) => (typeof part === 'string' ? part : expandPart(part, variables))).join('');
    } catch (error) {
      if (error instanceof URIError) return undefined;
      throw error;
    }
  }
}

function parse(text: string, where: string): readonly Part[] {
  const problem = (what: string): DefinitionError =>
    new DefinitionError(`${where}: the URI template '${text}' ${what}. See RFC 6570.`);
  const parts = text.split(/(\{[^{}]*\})/).filter((part) => part !== '');
  const names = new Set<string>();
  const parsed = parts.map((part): Part => {
    if (!part.startsWith('{')) {
      if (/[{}]/.test(part)) throw problem('has an unbalanced brace');
      return part;
    }
    const [, operator = '', list = ''] = /^\{([+#./;?&]?)([^{}]*)\}$/.exec(part) ?? [];
    const found = list.split(',');
    for (const name of found) {
      if (/[*:]/.test(name)) throw problem(`has the modifier of '${name}', which is not supported`);
      if (!/^[A-Za-z_$][\w$]*$/.test(name))
        throw problem(`has the expression '${part}', whose names are no parameters`);
      if (names.has(name)) throw problem(`has the variable '${name}' twice`);
      names.add(name);
    }
    return { operator, names: found };
  });
  const isGreedy = (part: Part | undefined): boolean =>
    part !== undefined && typeof part !== 'string' && ['', '+'].includes(part.operator);
  if (parsed.some((part, index) => isGreedy(part) && isGreedy(parsed[index + 1]))) {
    throw problem('has two expressions without a text between them, so that a URI could be read in several ways');
  }
  return parsed;
}

function isOptional(operator: string): boolean {
  return ['?', '&', '#'].includes(operator);
}

/** Returns the tokens of an expression, and adds the names of its holes. */
function tokensOf({ operator, names }: Expression, groups: (Variable | readonly string[])[]): UriTokens {
  if (operator === '?' || operator === '&') {
    groups.push(names);
    return { tokens: [{ text: operator }, { excluded: '#', least: 0 }], isOptional: true };
  }
  groups.push(...names.map((name) => ({ name, mayBeAbsolute: operator === '+' || operator === '#' })));
  const separated = (excluded: string): readonly UriToken[] =>
    names.flatMap((_, index) => [...(index > 0 ? [{ text: ',' }] : []), { excluded, least: 1 as const }]);
  const prefixed = (prefixOf: (name: string) => string, excluded: string): readonly UriToken[] =>
    names.flatMap((name) => [{ text: prefixOf(name) }, { excluded, least: 1 as const }]);
  switch (operator) {
    case '+':
      return { tokens: separated(names.length > 1 ? ',' : ''), isOptional: false };
    case '#':
      return { tokens: [{ text: '#' }, ...separated('')], isOptional: true };
    case '/':
      return { tokens: prefixed(() => '/', '/?#'), isOptional: false };
    case '.':
      return { tokens: prefixed(() => '.', './?#'), isOptional: false };
    case ';':
      return { tokens: prefixed((name) => `;${name}=`, ';/?#'), isOptional: false };
    default:
      return { tokens: separated(names.length > 1 ? ',/?#' : '/?#'), isOptional: false };
  }
}

/** A variable that is not in a query. */
interface Variable {
  readonly name: string;
  /** Whether the value may begin with a slash, as that of `{+path}` may. */
  readonly mayBeAbsolute: boolean;
}

type Entry = readonly [name: string, value: string];

function readVariable({ name, mayBeAbsolute }: Variable, encoded: string): readonly Entry[] | undefined {
  const value = decode(encoded);
  if (value === undefined || leavesFolder(value) || (!mayBeAbsolute && /^[\\/]/.test(value))) return undefined;
  return [[name, value]];
}

// Who decodes a value more often does not expect a text.
const mostDecodings = 3;

/** Whether a value leaves a folder, also where it is decoded again: `fetch` reads a segment `%2e%2e` as `..`. */
function leavesFolder(value: string): boolean {
  let text = value;
  for (let decodings = 0; decodings <= mostDecodings; decodings++) {
    if (text.split(/[\\/]/).some((segment) => segment === '.' || segment === '..')) return true;
    const decoded = text.replaceAll(/%(25|2e|2f|5c)/gi, (encoded) => decodeURIComponent(encoded));
    if (decoded === text) return false;
    text = decoded;
  }
  return true;
}

/** Reads the variables of a query. Returns undefined for a query with any other name, or with one twice. */
function readQuery(names: readonly string[], query: string): readonly Entry[] | undefined {
  const found = new Map<string, string>();
  for (const pair of query.split('&')) {
    const [name = '', ...rest] = pair.split('=');
    const value = decode(rest.join('='));
    if (value === undefined || !names.includes(name) || found.has(name)) return undefined;
    found.set(name, value);
  }
  return [...found];
}

/** Decodes a value. Returns undefined for malformed text, and for text with control characters. */
function decode(encoded: string): string | undefined {
  try {
    const value = decodeURIComponent(encoded);
    return /\p{Cc}/u.test(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

function expandPart({ operator, names }: Expression, variables: UriVariables): string {
  const given = names.flatMap((name): readonly Entry[] => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return value === undefined ? [] : [[name, operator === '+' || operator === '#' ? encodeURI(value) : encode(value)]];
  });
  if (given.length === 0) return '';
  const pairs = given.map(([name, value]) => `${name}=${value}`);
  const values = given.map(([, value]) => value);
  switch (operator) {
    case '?':
    case '&':
      return `${operator}${pairs.join('&')}`;
    case ';':
      return pairs.map((pair) => `;${pair}`).join('');
    case '/':
    case '.':
      return values.map((value) => `${operator}${value}`).join('');
    case '#':
      return `#${values.join(',')}`;
    default:
      return values.join(',');
  }
}

/** Encodes a value of a simple expression: everything but unreserved characters. */
function encode(value: string): string {
  return encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
