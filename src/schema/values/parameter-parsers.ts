import type { ValidationIssue } from '../../base/errors/errors.js';
import { pointerOf } from '../../base/json/json-pointer.js';
import type { ParseResult, ValueParser } from './value-parser.js';

/** The name and the parser of one argument. */
export interface ParsedParameter {
  readonly name: string;
  readonly source: { readonly parse?: ValueParser };
}

/** Returns a parser of separately described arguments, or undefined if none of them has a parser. */
export function parserOf(parameters: readonly ParsedParameter[]): ValueParser | undefined {
  const parsers: (readonly [name: string, parse: ValueParser])[] = [];
  for (const { name, source } of parameters) if (source.parse !== undefined) parsers.push([name, source.parse]);
  if (parsers.length === 0) return undefined;
  return (value) => {
    const args = value as Readonly<Record<string, unknown>>;
    const parts: NamedPart[] = [];
    for (const [name, parse] of parsers) {
      const arg = args[name];
      if (arg !== undefined) parts.push({ step: name, value: arg, parse });
    }
    return parseParts(parts, (values) => replaceParsed(args, parts, values));
  };
}

type NamedPart = ValuePart & { readonly step: string };

function replaceParsed(
  args: Readonly<Record<string, unknown>>,
  parts: readonly NamedPart[],
  values: readonly unknown[],
): Readonly<Record<string, unknown>> {
  const parsed = { ...args };
  parts.forEach(({ step }, index) => {
    parsed[step] = values[index];
  });
  return parsed;
}

/** One part of a value, with its own parser. */
export interface ValuePart {
  /** The property name or index of the part within the value. */
  readonly step: PropertyKey;
  readonly value: unknown;
  readonly parse: (value: unknown) => ParseResult | Promise<ParseResult>;
}

/** A function that builds a value from its parsed parts, in their order. */
export type Build = (values: readonly unknown[]) => unknown;

/**
 * Parses the parts of a value and builds the value from the results. Reports every issue of every part. Returns a
 * promise only if a part has to be awaited.
 */
export function parseParts(parts: readonly ValuePart[], build: Build): ParseResult | Promise<ParseResult> {
  const parsed = parts.map(tryParse);
  return parsed.every(isParseResult) ? joinParts(parts, parsed, build) : joinPartsLater(parts, parsed, build);
}

function isParseResult(parsed: ParseResult | Promise<ParseResult>): parsed is ParseResult {
  return !(parsed instanceof Promise);
}

function tryParse({ parse, value }: ValuePart): ParseResult | Promise<ParseResult> {
  try {
    return parse(value);
  } catch (error) {
    // If the error were thrown here, rejections of the other parts would be unhandled.
    return Promise.reject(error);
  }
}

async function joinPartsLater(
  parts: readonly ValuePart[],
  parsed: readonly (ParseResult | Promise<ParseResult>)[],
  build: Build,
): Promise<ParseResult> {
  return joinParts(parts, await Promise.all(parsed), build);
}

function joinParts(parts: readonly ValuePart[], parsed: readonly ParseResult[], build: Build): ParseResult {
  const issues: ValidationIssue[] = [];
  const values: unknown[] = [];
  parts.forEach(({ step }, index) => {
    const one = parsed[index];
    if (one?.ok === true) values.push(one.value);
    else for (const issue of one?.issues ?? []) issues.push({ ...issue, path: pointerOf([step]) + issue.path });
  });
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: build(values) };
}

/** A root and the parameters in addition to it. */
export interface SplitParts {
  /** The parser of the root. */
  readonly parse: ValueParser;
  readonly extraParameters: readonly ParsedParameter[];
  /** The parameter that receives the root; undefined if its properties go to parameters by name. */
  readonly rootName: string | undefined;
}

/** Returns a parser of one object that contains the properties of a root and the extra parameters. */
export function splitParser({ parse, extraParameters, rootName }: SplitParts): ValueParser {
  const parseExtra = parserOf(extraParameters);
  return async (value, bound) => {
    const root: Record<string, unknown> = { ...(value as Record<string, unknown>) };
    const own: Record<string, unknown> = {};
    for (const { name } of extraParameters) {
      own[name] = root[name];
      delete root[name];
    }
    const parsed: ParseResult[] = [await parse(root, bound)];
    parsed.push(await (parseExtra?.(own) ?? { ok: true, value: own }));
    const issues = parsed.flatMap((one) => (one.ok ? [] : one.issues));
    if (issues.length > 0) return { ok: false, issues };
    const [first, second] = parsed.map((one) => (one.ok ? one.value : undefined));
    if (rootName === undefined) return { ok: true, value: { ...(first as object), ...(second as object) } };
    return { ok: true, value: { ...(second as object), [rootName]: first } };
  };
}
