import type { ValidationIssue } from '../../errors.js';
import { pointerOf } from '../../json-pointer.js';
import type { ParseResult, ValueParser } from './value-parser.js';

/** One argument, as far as receiving it goes. */
export interface ParsedParameter {
  readonly name: string;
  readonly source: { readonly parse?: ValueParser };
}

/** A parser of arguments that are described one by one; undefined where none of them has a parser. */
export function parserOf(parameters: readonly ParsedParameter[]): ValueParser | undefined {
  const parsers: (readonly [name: string, parse: ValueParser])[] = [];
  for (const { name, source } of parameters) if (source.parse !== undefined) parsers.push([name, source.parse]);
  if (parsers.length === 0) return undefined;
  return (value) => {
    const given = value as Readonly<Record<string, unknown>>;
    const parts: NamedPart[] = [];
    for (const [name, parse] of parsers) {
      const held = given[name];
      if (held !== undefined) parts.push({ step: name, value: held, parse });
    }
    return parseParts(parts, (values) => withParsed(given, parts, values));
  };
}

type NamedPart = ValuePart & { readonly step: string };

function withParsed(
  given: Readonly<Record<string, unknown>>,
  parts: readonly NamedPart[],
  values: readonly unknown[],
): Readonly<Record<string, unknown>> {
  const parsed = { ...given };
  parts.forEach(({ step }, index) => {
    parsed[step] = values[index];
  });
  return parsed;
}

/** One part of a value. */
export interface ValuePart {
  /** How it is reached from the whole: a property, an index. */
  readonly step: PropertyKey;
  readonly value: unknown;
  readonly parse: (value: unknown) => ParseResult | Promise<ParseResult>;
}

/** Makes a value of what its parts became, in their order. */
export type Build = (values: readonly unknown[]) => unknown;

/**
 * Receives the parts of a value, and puts together what they became. At once where no part has to be awaited. Every
 * issue of every part is told.
 */
export function parseParts(parts: readonly ValuePart[], build: Build): ParseResult | Promise<ParseResult> {
  const parsed = parts.map(attempt);
  return parsed.every(isKnown) ? joined(parts, parsed, build) : joinedLater(parts, parsed, build);
}

function isKnown(parsed: ParseResult | Promise<ParseResult>): parsed is ParseResult {
  return !(parsed instanceof Promise);
}

function attempt({ parse, value }: ValuePart): ParseResult | Promise<ParseResult> {
  try {
    return parse(value);
  } catch (error) {
    // Thrown on from here, it would leave the promises of other parts to themselves.
    return Promise.reject(error);
  }
}

async function joinedLater(
  parts: readonly ValuePart[],
  parsed: readonly (ParseResult | Promise<ParseResult>)[],
  build: Build,
): Promise<ParseResult> {
  return joined(parts, await Promise.all(parsed), build);
}

function joined(parts: readonly ValuePart[], parsed: readonly ParseResult[], build: Build): ParseResult {
  const issues: ValidationIssue[] = [];
  const values: unknown[] = [];
  parts.forEach(({ step }, index) => {
    const one = parsed[index];
    if (one?.ok === true) values.push(one.value);
    else for (const issue of one?.issues ?? []) issues.push({ ...issue, path: pointerOf([step]) + issue.path });
  });
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: build(values) };
}

/** A whole and the arguments beside it. */
export interface SplitParts {
  /** Receives the whole. */
  readonly parse: ValueParser;
  readonly beside: readonly ParsedParameter[];
  /** The parameter that takes the whole; undefined where its properties go to parameters by name. */
  readonly wholeName: string | undefined;
}

/** A parser of one object that holds the properties of a whole and the arguments beside it. */
export function splitParser({ parse, beside, wholeName }: SplitParts): ValueParser {
  const parseExtra = parserOf(beside);
  return async (value, bound) => {
    const whole: Record<string, unknown> = { ...(value as Record<string, unknown>) };
    const own: Record<string, unknown> = {};
    for (const { name } of beside) {
      own[name] = whole[name];
      delete whole[name];
    }
    const parsed: ParseResult[] = [await parse(whole, bound)];
    parsed.push(await (parseExtra?.(own) ?? { ok: true, value: own }));
    const issues = parsed.flatMap((one) => (one.ok ? [] : one.issues));
    if (issues.length > 0) return { ok: false, issues };
    const [first, second] = parsed.map((one) => (one.ok ? one.value : undefined));
    if (wholeName === undefined) return { ok: true, value: { ...(first as object), ...(second as object) } };
    return { ok: true, value: { ...(second as object), [wholeName]: first } };
  };
}
