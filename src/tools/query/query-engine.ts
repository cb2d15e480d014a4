import { DefinitionError } from '../../base/errors/errors.js';
import { parseJson } from '../../base/json/parse-json.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { positive } from '../../base/options/option-rules.js';
import { nodeRequire } from '../../base/runtime/node-require.js';
import { WorkerPool } from '../../base/worker/worker-pool.js';
import { estimateStates } from '../../schema/patterns/estimate-states.js';
import { translatePattern } from '../../schema/patterns/translate-pattern.js';
import { invalidArgument } from '../definition/invalid-argument.js';
import { loadPackage } from '../definition/load-package.js';
import { queryProgram } from './query.program.gen.js';
import type { PatternMatch, QueryJob, QueryOutput } from './query-messages.js';

/** The options of tools that run expressions or patterns of models. */
export interface QueryOptions {
  /**
   * The time limit of one expression or pattern, in milliseconds. It runs in a worker thread, so that it never blocks the
   * process.
   *
   * @default 1000
   */
  readonly queryTimeoutMs?: number | undefined;
}

const optionNames: OptionNames<QueryOptions> = { queryTimeoutMs: positive };

/** A pattern and the text in which it is searched. */
export interface PatternSearch {
  readonly pattern: string;
  readonly text: string;
  readonly ignoreCase: boolean;
  readonly maxMatches: number;
}

const memoryMb = 128;
const maxCharacters = 200_000;
const deepestNesting = 32;
const maxStates = 1_000;

// The flags of the package re2js. Lines are matched as by the flag `m` of JavaScript.
const caseInsensitive = 1;
const multiline = 4;

/** Runs expressions and patterns of models in worker threads, each with a time limit. */
export class QueryEngine {
  /** The workers by the path of the package that they have loaded. */
  readonly #pools = new Map<string, WorkerPool<QueryJob, QueryOutput>>();
  readonly #timeoutMs: number;

  constructor(options: QueryOptions = {}) {
    checkOptionNames(options, optionNames, 'queries of built-in tools');
    const { queryTimeoutMs = 1_000 } = options;
    this.#timeoutMs = queryTimeoutMs;
  }

  /**
   * Evaluates a JMESPath expression.
   *
   * @throws ValidationError if the expression is invalid or nested too deeply.
   * @throws TimeoutError if it exceeds the time limit.
   */
  async query(expression: string, data: unknown, signal: AbortSignal): Promise<unknown> {
    checkNesting(expression);
    const path = await loadPackage('@jmespath-community/jmespath', () => resolve('@jmespath-community/jmespath'));
    const job: QueryJob = { kind: 'query', expression, json: JSON.stringify(data) ?? 'null', maxCharacters };
    return readOutput('expression', await this.#poolOf(path).run(job, { timeoutMs: this.#timeoutMs, signal }));
  }

  /**
   * Finds the matches of a pattern in linear time.
   *
   * @throws ValidationError if the pattern is invalid, or cannot be matched in linear time.
   * @throws TimeoutError if it exceeds the time limit.
   */
  async match(search: PatternSearch, signal: AbortSignal): Promise<readonly PatternMatch[]> {
    const { pattern, text, maxMatches } = search;
    if (estimateStates(pattern) > maxStates) throw invalidArgument('search', 'the pattern is too complex.');
    const flags = multiline + (search.ignoreCase ? caseInsensitive : 0);
    const job: QueryJob = { kind: 'match', source: translate(pattern), flags, text, maxMatches, maxCharacters };
    const output = await this.#poolOf(resolve('re2js')).run(job, { timeoutMs: this.#timeoutMs, signal });
    return readOutput('search', output) as readonly PatternMatch[];
  }

  #poolOf(path: string): WorkerPool<QueryJob, QueryOutput> {
    const pool = this.#pools.get(path) ?? new WorkerPool({ source: queryProgram, data: { path }, memoryMb });
    this.#pools.set(path, pool);
    return pool;
  }
}

/** Returns the data of an output, without a name that could reach a prototype. */
function readOutput(argument: string, output: QueryOutput): unknown {
  if ('problem' in output) throw invalidArgument(argument, `${output.problem.replace(/\.$/, '')}.`);
  return parseJson(output.json);
}

function resolve(name: string): string {
  const load = nodeRequire();
  if (load === undefined)
    throw new DefinitionError(`This built-in tool requires Node: this runtime cannot load the package ${name}.`);
  return load.resolve(name);
}

function translate(pattern: string): string {
  try {
    return translatePattern(pattern);
  } catch (error) {
    throw invalidArgument('search', `${(error as Error).message}.`);
  }
}

/** Refuses expressions whose brackets are nested too deeply. Text in quotes is counted too, which no expression needs. */
function checkNesting(expression: string): void {
  let depth = 0;
  for (const character of expression) {
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    if (depth > deepestNesting) {
      throw invalidArgument('expression', `it is nested deeper than ${deepestNesting} levels.`);
    }
  }
}
