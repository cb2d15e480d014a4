import { checkFunctionOptions } from './check-function-options.js';
import type { ts } from './compiler.js';
import type { DecoratorOptions } from './decorator-options.js';
import { describeTool, type ToolReading, type ToolRecord } from './describe-tool.js';
import { declaredName, type FunctionArgument, type FunctionSite } from './find-functions.js';
import { GenerationProblem } from './generation-problem.js';
import type { ImportNames } from './import-names.js';
import { printInline } from './print-value.js';

/** A function that a generated module can import, and the places at which tools are made of it. */
export interface ServedFunction {
  /** The export that has the function as its value. */
  readonly symbol: ts.Symbol;
  readonly uses: readonly FunctionUse[];
}

/** A place at which a tool is made of a function. */
export interface FunctionUse {
  readonly site: FunctionSite;
  readonly argument: FunctionArgument;
}

/** The functions of which a program makes tools. */
export interface FunctionUses {
  readonly served: readonly ServedFunction[];
  /** The uses of functions that no module exports. */
  readonly unserved: readonly FunctionUse[];
}

/** Groups the functions of which a program makes tools by the exports of its files. */
export function groupFunctions(
  found: readonly FunctionArgument[],
  files: readonly ts.SourceFile[],
  names: ImportNames,
): FunctionUses {
  const served = new Map<ts.Symbol, FunctionUse[]>();
  const unserved: FunctionUse[] = [];
  const sources = new Set(files);
  const isExported = (symbol: ts.Symbol): boolean => {
    const file = symbol.declarations?.[0]?.getSourceFile();
    return file !== undefined && sources.has(file) && names.nameOf(symbol) !== undefined;
  };
  for (const argument of found) {
    for (const site of argument.functions) {
      const symbol = site.holders.find(isExported);
      if (symbol === undefined) unserved.push({ site, argument });
      else served.set(symbol, [...(served.get(symbol) ?? []), { site, argument }]);
    }
  }
  return { served: [...served].map(([symbol, uses]) => ({ symbol, uses })), unserved };
}

/**
 * Describes a function for all tools that are made of it.
 *
 * @throws GenerationProblem if JSON Schema cannot represent a type, and if the tools would need different descriptions.
 */
export function describeServed({ uses }: ServedFunction, reading: ToolReading): ToolRecord {
  const shared = sharedOptions(uses.map(({ site }) => site.options));
  const records = uses.map(({ site, argument }) => {
    if (argument.options !== undefined) checkFunctionOptions(site, argument.options, reading.checker);
    const text = (name: string): string | undefined => (name === 'accumulate' ? site.options : shared).text(name);
    return describeTool({ ...site, options: { ...shared, text } }, reading);
  });
  const [record = {}] = records;
  const texts = records.map((one) => printInline(one, ({ name }) => name));
  const other = uses[texts.findIndex((text) => text !== texts[0])];
  if (other !== undefined) {
    throw new GenerationProblem(
      other.argument.expression,
      'another tool of the function has other types, but a generated module describes a function once. Fix one of: set the ' +
        'same accumulate and the same type arguments for both; pass a function of its own to one of them.',
    );
  }
  const [{ site } = {}] = uses;
  // What wraps a function may have any name, and other parameters in its source text.
  const name = site === undefined || site.isWrapped === true ? undefined : declaredName(site);
  return name === undefined ? record : { name, ...record };
}

/** Returns what the options of all tools of a function say. The description has what one of the tools needs. */
function sharedOptions(all: readonly DecoratorOptions[]): DecoratorOptions {
  // The types of parameters are not read for a tool with an `inputSchema`.
  const typed = all.filter((one) => !one.has('inputSchema'));
  const declares = (entry: ts.Type | undefined): boolean =>
    entry?.getProperty('schema') !== undefined || entry?.getProperty('type') !== undefined;
  return {
    isDisabled: false,
    has: (name) => all.every((one) => one.has(name)),
    states: (name) => all.every((one) => one.states(name)),
    typeOf: (name) => all[0]?.typeOf(name),
    flag: (name) => all[0]?.flag(name),
    text: (name) => (typed.every((one) => one.text(name) === typed[0]?.text(name)) ? typed[0]?.text(name) : undefined),
    keys: (name) => typed[0]?.keys(name).filter((key) => typed.every((one) => one.keys(name).includes(key))) ?? [],
    boundKey: (param) => all.map((one) => one.boundKey(param)).find((key) => key !== undefined),
    param: (param, index) => {
      const entries = typed.map((one) => one.param(param, index));
      return entries.includes(undefined) ? undefined : (entries.find((entry) => !declares(entry)) ?? entries[0]);
    },
  };
}
