import { DefinitionError } from '../../base/errors/errors.js';
import type { MethodRecord } from './class-records.js';
import type { GeneratedParam } from './generated-tools.js';
import type { SourceParam } from './source-params.js';
import type { ToolOptions } from './tool-options.js';

/** The names of one parameter. */
export interface ParameterNames {
  /** The name of the argument; undefined if no source provides a name. */
  readonly name: string | undefined;
  /** Whether only the source text provides the name. */
  readonly isFromSource: boolean;
  /** All names by which `params`, `bind` and `ctx` may refer to the parameter. */
  readonly all: readonly string[];
}

/** The sources of a method's parameter names: decorators, generated descriptions, and the source text. */
export interface NamedParameters {
  /** The location for error messages: `Class.method`, or the name of the function. */
  readonly where: string;
  readonly options: Pick<ToolOptions, 'params' | 'bind' | 'ctx'>;
  /** The options of an overridden method. What they say of a parameter that the override does not have is ignored. */
  readonly inherited?: NamedParameters['options'] | undefined;
  readonly record?: MethodRecord;
  readonly source: readonly SourceParam[] | undefined;
  readonly generated?: readonly GeneratedParam[] | undefined;
}

/** Returns the names of `count` parameters. */
export function readParameterNames(named: NamedParameters, count: number): readonly ParameterNames[] {
  const { record, source, generated } = named;
  const declared: (readonly string[])[] = [];
  for (let index = 0; index < count; index++) {
    declared.push(declaredNames(record?.params[index]?.param?.name, generated?.[index]?.name));
  }
  return declared.map((names, index): ParameterNames => {
    const sourceName = source?.[index]?.name;
    // A minifier may have renamed a parameter to a letter that is the declared name of another one.
    const isTaken = sourceName === undefined || declared.some((others) => others.includes(sourceName));
    const isFromSource = names.length === 0 && sourceName !== undefined;
    return { name: names[0] ?? sourceName, isFromSource, all: isTaken ? names : [...names, sourceName] };
  });
}

function declaredNames(decorated: string | undefined, generated: string | undefined): readonly string[] {
  if (decorated === undefined) return generated === undefined ? [] : [generated];
  return generated === undefined ? [decorated] : [decorated, generated];
}

/** Finds the entry for a parameter by any of its names. */
export function findEntry<T>(entries: Readonly<Record<string, T>> | undefined, { all }: ParameterNames): T | undefined {
  if (entries === undefined) return undefined;
  const name = all.find((one) => Object.hasOwn(entries, one));
  return name === undefined ? undefined : entries[name];
}

/** Throws a DefinitionError if `params`, `bind` or `ctx` contains a name that is not the name of a parameter. */
export function checkNames(named: NamedParameters, names: readonly ParameterNames[]): void {
  const { where, options, inherited } = named;
  if (options.params === undefined && options.bind === undefined && options.ctx === undefined) return;
  const known = new Set(names.flatMap(({ all }) => all));
  for (const option of ['params', 'bind', 'ctx'] as const) {
    const inheritedNames = inherited === undefined ? [] : entryNames(inherited[option]);
    for (const name of entryNames(options[option])) {
      if (known.has(name) || inheritedNames.includes(name)) continue;
      throw new DefinitionError(
        `${where}: '${option}' names '${name}', which is not a parameter. ${describeNames(named, names)}`,
      );
    }
  }
}

function entryNames(option: string | object | undefined): readonly string[] {
  return typeof option === 'string' ? [option] : Object.keys(option ?? {});
}

function describeNames({ source, generated }: NamedParameters, names: readonly ParameterNames[]): string {
  // The minified name of a parameter does not help its author.
  const known = names.flatMap(({ all }, index) => (generated?.[index]?.name === undefined ? all : all.slice(0, 1)));
  if (known.length > 0) return `It has ${known.join(', ')}.`;
  return source === undefined ? 'Its parameter names cannot be read: it is native or bound.' : 'It has none.';
}
