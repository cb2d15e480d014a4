import { DefinitionError } from '../errors.js';
import type { MethodRecord } from './class-records.js';
import type { GeneratedParam } from './generated-tools.js';
import type { SourceParam } from './source-params.js';
import type { ToolOptions } from './tool-options.js';

/** What one parameter is called. */
export interface ParameterNames {
  /** As an argument; undefined where nothing names it. */
  readonly name: string | undefined;
  /** Every name by which `params`, `bind` and `ctx` may mean it. */
  readonly all: readonly string[];
}

/** Who names the parameters of a method: decorators, what was generated, and its source text. */
export interface NamedParameters {
  /** `Class.method` or the function's name, for errors. */
  readonly where: string;
  readonly options: Pick<ToolOptions, 'params' | 'bind' | 'ctx'>;
  readonly record?: MethodRecord;
  readonly source: readonly SourceParam[] | undefined;
  readonly generated?: readonly GeneratedParam[] | undefined;
}

/** The names of `count` parameters. */
export function parameterNames(named: NamedParameters, count: number): readonly ParameterNames[] {
  const { record, source, generated } = named;
  const given: (readonly string[])[] = [];
  for (let index = 0; index < count; index++) {
    given.push(givenNames(record?.params[index]?.param?.name, generated?.[index]?.name));
  }
  return given.map((names, index): ParameterNames => {
    const written = source?.[index]?.name;
    // A minifier may have given one parameter the letter that another one is called by.
    const isTaken = written === undefined || given.some((others) => others.includes(written));
    return { name: names[0] ?? written, all: isTaken ? names : [...names, written] };
  });
}

function givenNames(decorated: string | undefined, generated: string | undefined): readonly string[] {
  if (decorated === undefined) return generated === undefined ? [] : [generated];
  return generated === undefined ? [decorated] : [decorated, generated];
}

/** The entry for a parameter, by any of its names. */
export function entryNamed<T>(
  entries: Readonly<Record<string, T>> | undefined,
  { all }: ParameterNames,
): T | undefined {
  if (entries === undefined) return undefined;
  const name = all.find((one) => Object.hasOwn(entries, one));
  return name === undefined ? undefined : entries[name];
}

/** Throws a DefinitionError if `params`, `bind` or `ctx` name something that is no parameter. */
export function checkNames(named: NamedParameters, names: readonly ParameterNames[]): void {
  const { where, options } = named;
  if (options.params === undefined && options.bind === undefined && options.ctx === undefined) return;
  const known = new Set(names.flatMap(({ all }) => all));
  const entries: [string, readonly string[]][] = [
    ['params', Object.keys(options.params ?? {})],
    ['bind', Object.keys(options.bind ?? {})],
    ['ctx', options.ctx === undefined ? [] : [options.ctx]],
  ];
  for (const [option, entryNames] of entries) {
    for (const name of entryNames) {
      if (known.has(name)) continue;
      throw new DefinitionError(
        `${where}: '${option}' names '${name}', which is not a parameter. ${thoseOf(named, names)}`,
      );
    }
  }
}

function thoseOf({ source, generated }: NamedParameters, names: readonly ParameterNames[]): string {
  // What a minifier called a parameter tells its author nothing.
  const told = names.flatMap(({ all }, index) => (generated?.[index]?.name === undefined ? all : all.slice(0, 1)));
  if (told.length > 0) return `It has ${told.join(', ')}.`;
  return source === undefined ? 'Its parameter names cannot be read: it is native, or bound.' : 'It has none.';
}
