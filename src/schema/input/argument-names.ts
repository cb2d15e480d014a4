import { DefinitionError } from '../../base/errors/errors.js';
import { pointerOf, stepsOf } from '../../base/json/json-pointer.js';
import { previewValue } from '../../base/values/value-preview.js';
import { renameProperties } from '../json-schema/rename-properties.js';
import type { BoundValues, ParseResult, ValueParser } from '../values/value-parser.js';
import type { InputContract } from './input-contract.js';

type Fields = Readonly<Record<string, unknown>>;

/** The names of arguments that models see, and the names of the definition for the same arguments. */
export class ArgumentNames {
  /** The published names by the names of the definition. */
  readonly #published: ReadonlyMap<string, string>;
  readonly #defined: ReadonlyMap<string, string>;

  constructor(published: ReadonlyMap<string, string>) {
    this.#published = published;
    this.#defined = new Map([...published].map(([name, to]) => [to, name]));
  }

  /**
   * Adds renames to these names.
   *
   * @param renames - The new names by current name.
   * @param names - The current names of all arguments.
   * @throws DefinitionError on a name that is no argument, and on a new name that another argument has.
   */
  rename(renames: Readonly<Record<string, string>>, names: readonly string[], where: string): ArgumentNames {
    checkRenames(renames, names, where);
    const defined = names.map((name) => this.toDefined(name));
    const published = names.map((name) => (Object.hasOwn(renames, name) ? String(renames[name]) : name));
    return new ArgumentNames(
      new Map(
        defined.map((name, index) => [name, published[index] ?? name] as const).filter(([from, to]) => from !== to),
      ),
    );
  }

  toDefined(published: string): string {
    return this.#defined.get(published) ?? published;
  }

  toPublished(defined: string): string {
    return this.#published.get(defined) ?? defined;
  }

  /** Returns an object of arguments with the names that models see. */
  publish(args: Fields): Record<string, unknown> {
    return Object.fromEntries(Object.entries(args).map(([name, value]) => [this.toPublished(name), value]));
  }

  /** Returns a contract of the definition in which models see and send the new names. */
  publishContract(contract: InputContract): InputContract {
    return {
      ...contract,
      published: renameProperties(contract.published, this.#published),
      enforced: renameProperties(contract.enforced, this.#published),
      parse: this.#createParser(contract.parse),
      authored: undefined,
      hidden: new Set([...contract.hidden].map((name) => this.toPublished(name))),
      definedName: (name) => this.toDefined(name),
    };
  }

  #createParser(parse: ValueParser | undefined): ValueParser {
    return (value, bound = {}) => {
      const sent = value as Fields;
      const former = Object.keys(sent).filter((name) => this.#published.has(name) && !this.#defined.has(name));
      if (former.length > 0) return { ok: false, issues: former.map(createUnknownIssue) };
      const args = this.#define(sent);
      const own = this.#define(bound);
      if (parse === undefined) return { ok: true, value: { ...args, ...own } };
      const parsed = Object.keys(own).length === 0 ? parse(args) : parse(args, own);
      return parsed instanceof Promise ? parsed.then((one) => this.#publishIssues(one)) : this.#publishIssues(parsed);
    };
  }

  #define(args: BoundValues): Record<string, unknown> {
    return Object.fromEntries(Object.entries(args).map(([name, value]) => [this.toDefined(name), value]));
  }

  #publishIssues(parsed: ParseResult): ParseResult {
    if (parsed.ok) return parsed;
    const issues = parsed.issues.map((issue) => {
      const [name, ...steps] = stepsOf(issue.path);
      return name === undefined ? issue : { ...issue, path: pointerOf([this.toPublished(name), ...steps]) };
    });
    return { ok: false, issues };
  }
}

function createUnknownIssue(name: string): { readonly path: string; readonly message: string; readonly rule: string } {
  return { path: pointerOf([name]), message: 'is unknown', rule: 'unknown' };
}

function checkRenames(renames: Readonly<Record<string, string>>, names: readonly string[], where: string): void {
  for (const [name, to] of Object.entries(renames)) {
    if (!names.includes(name)) {
      throw new DefinitionError(
        `${where}: args renames '${name}', which is not an argument. The arguments are ${names.join(', ') || 'none'}.`,
      );
    }
    if (typeof to !== 'string' || to === '' || to === '__proto__') {
      throw new DefinitionError(
        `${where}: args.${name} must be the new name of the argument, not ${previewValue(to)}.`,
      );
    }
  }
  const renamed = names.map((name) => (Object.hasOwn(renames, name) ? renames[name] : name));
  const twice = renamed.find((name, index) => renamed.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new DefinitionError(`${where}: two arguments would be named '${twice}'. Choose another name in args.`);
}
