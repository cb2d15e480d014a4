import { AssertionError } from 'node:assert';
import { inspect, isDeepStrictEqual } from 'node:util';
import { isRegExp } from 'node:util/types';
import { errorFromInfo, type ToolErrorInfo } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { optionRule, string } from '../../base/options/option-rules.js';
import { previewValue } from '../../base/values/value-preview.js';
import { callOptionNames } from '../../call/check-limits.js';
import { type CallOptions, DefinitionError, ToolSpec, type ValidationIssue } from '../../index.js';
import { describeArgumentIssue, describeIssues } from '../../schema/validation/schema-issues.js';

/** What an issue of refused arguments must be like: a part of the text that a model reads of it, or a match of each given field. */
export type ExpectedIssue = string | RegExp | IssueFields;

/** The fields that an issue must have. */
export interface IssueFields {
  /** The JSON Pointer of the argument, such as `/limit`. */
  readonly path?: string | undefined;
  /** The broken rule, such as `maximum`. */
  readonly rule?: string | undefined;
  /** A part of the text, or a match. */
  readonly message?: string | RegExp | undefined;
}

const text = optionRule('a string or a regular expression', isText);
const issueNames: OptionNames<IssueFields> = { path: string, rule: string, message: text };

/** The expectations of a tool. Each rejects with an AssertionError, which every test runner shows. */
export interface ToolExpectations {
  /** Expects that arguments are valid. The tool does not run. */
  toAccept(args: unknown): Promise<void>;
  /**
   * Expects that arguments are refused. The tool does not run.
   *
   * @param issue - What one of the issues must be like. @default any issue
   */
  toRefuse(args: unknown, issue?: ExpectedIssue): Promise<void>;
  /**
   * Runs the tool, and expects that it succeeds and emits exactly these chunks.
   *
   * @param chunks - The text of each chunk, or its data.
   * @param args - The arguments. @default none
   */
  toStream(chunks: readonly unknown[], args?: unknown): Promise<void>;
}

/**
 * Returns expectations of a tool, for tests with any runner.
 *
 * @param options - The options of the calls, such as the state.
 * @example
 * ```ts
 * await expectTool(shop.toolSpec('find')).toRefuse({ limit: 500 }, { path: '/limit', rule: 'maximum' });
 * ```
 * @throws DefinitionError if `spec` is not a ToolSpec, and on an unknown option.
 */
export function expectTool(spec: ToolSpec, options: CallOptions = {}): ToolExpectations {
  if (!ToolSpec.is(spec)) {
    throw new DefinitionError(
      `expectTool: expected a ToolSpec, but got ${previewValue(spec)}. Pass registry.toolSpec('…') or toolkit.get('…').`,
    );
  }
  checkOptionNames(options, callOptionNames, 'expectTool');
  return new Expectations(spec, options);
}

class Expectations implements ToolExpectations {
  readonly #spec: ToolSpec;
  readonly #options: CallOptions;

  constructor(spec: ToolSpec, options: CallOptions) {
    this.#spec = spec;
    this.#options = options;
  }

  async toAccept(args: unknown): Promise<void> {
    const issues = await this.#validate(args);
    if (issues.length === 0) return;
    const { name } = this.#spec;
    throw new AssertionError({
      message: `Expected '${name}' to accept ${textOf(args)}. ${describeIssues(name, issues)}`,
      actual: issues,
      expected: [],
      operator: 'toAccept',
    });
  }

  async toRefuse(args: unknown, issue?: ExpectedIssue): Promise<void> {
    if (issue !== undefined && !isText(issue)) checkOptionNames(issue, issueNames, 'toRefuse');
    const issues = await this.#validate(args);
    if (issues.some((one) => issue === undefined || matches(one, issue))) return;
    const { name } = this.#spec;
    const found = issues.length === 0 ? 'It accepts them.' : describeIssues(name, issues);
    const reason = issue === undefined ? '' : ` because of ${inspect(issue)}`;
    throw new AssertionError({
      message: `Expected '${name}' to refuse ${textOf(args)}${reason}. ${found}`,
      actual: issues,
      expected: issue,
      operator: 'toRefuse',
    });
  }

  async toStream(chunks: readonly unknown[], args: unknown = {}): Promise<void> {
    const { name } = this.#spec;
    const emitted: unknown[] = [];
    for await (const response of this.#spec.iterate(args, { ...this.#options, throwOnError: false })) {
      if (!response.isLast) emitted.push(response.structuredContent ?? response.toText());
      else if (response.error !== undefined) throw createFailure(name, emitted.length, response.error);
    }
    if (isDeepStrictEqual(emitted, chunks)) return;
    throw new AssertionError({
      message: `Expected '${name}' to stream ${textOf(chunks)}. It streams ${textOf(emitted)}.`,
      actual: emitted,
      expected: chunks,
      operator: 'toStream',
    });
  }

  async #validate(args: unknown): Promise<readonly ValidationIssue[]> {
    const { state, coerce } = this.#options;
    const validation = await this.#spec.validate(args, { state, coerce });
    return validation.ok ? [] : validation.issues;
  }
}

function matches(issue: ValidationIssue, expected: ExpectedIssue): boolean {
  const { path, rule } = issue;
  const message = describeArgumentIssue(issue);
  if (isText(expected)) return matchesText(message, expected);
  return (
    (expected.path === undefined || expected.path === path) &&
    (expected.rule === undefined || expected.rule === rule) &&
    (expected.message === undefined || matchesText(message, expected.message))
  );
}

function isText(expected: unknown): expected is string | RegExp {
  return typeof expected === 'string' || isRegExp(expected);
}

function matchesText(text: string, expected: string | RegExp): boolean {
  return typeof expected === 'string' ? text.includes(expected) : new RegExp(expected).test(text);
}

function createFailure(name: string, count: number, info: ToolErrorInfo): AssertionError {
  const chunks = count === 1 ? '1 chunk' : `${count} chunks`;
  const failure = new AssertionError({
    message: `Expected '${name}' to succeed. It fails after ${chunks}: ${info.message}`,
    operator: 'toStream',
  });
  return Object.assign(failure, { cause: errorFromInfo(info, name) });
}

/** Returns arguments as they are shown in a message: JSON text as it is. */
function textOf(args: unknown): string {
  return typeof args === 'string' ? args : (JSON.stringify(args) ?? String(args));
}
