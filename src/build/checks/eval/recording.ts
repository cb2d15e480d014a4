import { DefinitionError } from '../../../base/errors/errors.js';
import { parseJson } from '../../../base/json/parse-json.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { canonicalJson, digestOf } from '../../../tool/arguments/canonical-json.js';
import { hasMergeMarks, readTextFile, writeTextFile } from '../text-file.js';
import type { ModelCall, ModelRequest } from './model.js';
import { readCalls } from './read-answer.js';

/** The version of the format. */
const version = 1;

/** An answer in a file. */
export interface RecordedAnswer {
  /** The name of the case, for those who read the file. */
  readonly case: string;
  /** The SHA-256 of what the model has received. */
  readonly request: string;
  readonly calls: readonly ModelCall[];
}

/**
 * Returns the SHA-256 of what a model receives, by which its answer is found.
 *
 * @throws DefinitionError if the tools have a schema that JSON cannot represent.
 */
export function keyOf(request: ModelRequest): string {
  // As JSON, which the model receives: without members that are undefined.
  const key = digestOf(JSON.parse(JSON.stringify(request)));
  if (key !== undefined) return key;
  throw new DefinitionError('The answers cannot be recorded: a schema of the tools is nested too deep.');
}

/**
 * Writes answers to a file. It has one answer for each request, sorted by case, and the same text for the same answers.
 *
 * @throws DefinitionError if it cannot be written.
 */
export function writeRecording(path: string, answers: readonly RecordedAnswer[]): void {
  const first = new Map(answers.toReversed().map((answer) => [answer.request, answer]));
  const sorted = [...first.values()].sort((one, other) => (one.case < other.case ? -1 : 1)).map(sortMembers);
  writeTextFile(path, `${JSON.stringify({ version, answers: sorted }, undefined, 2)}\n`);
}

/** Sorts the arguments by their names, because a model may write them in any order. */
function sortMembers({ case: name, request, calls }: RecordedAnswer): RecordedAnswer {
  const sorted = calls.map((call) => ({ name: call.name, arguments: sortArguments(call.arguments) }));
  return { case: name, request, calls: sorted };
}

function sortArguments(args: ModelCall['arguments']): ModelCall['arguments'] {
  const sorted: unknown = JSON.parse(canonicalJson(args) ?? '{}');
  return isRecord(sorted) ? sorted : args;
}

/**
 * Reads the answers in a file.
 *
 * @throws DefinitionError that says what is wrong with the file.
 */
export function readRecording(path: string): readonly RecordedAnswer[] {
  const text = readTextFile(path);
  if (hasMergeMarks(text)) throw createError(path, 'has conflicts of a merge');
  const file = parse(path, text);
  if (!isRecord(file) || !Array.isArray(file.answers) || typeof file.version !== 'number') {
    throw createError(path, 'is no file with recorded answers');
  }
  if (file.version > version) throw createError(path, 'was written by a newer version of toolwright');
  const answers = file.answers.map((answer: unknown, index) => readRecorded(answer) ?? index);
  const requests = new Set<string>();
  for (const answer of answers) {
    if (typeof answer === 'number') throw createError(path, `has an answer ${answer + 1} that is not valid`);
    if (requests.has(answer.request)) throw createError(path, `has two answers to the request of '${answer.case}'`);
    requests.add(answer.request);
  }
  return answers.filter((answer) => typeof answer !== 'number');
}

function parse(path: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw createError(path, 'is not valid JSON');
  }
}

function readRecorded(answer: unknown): RecordedAnswer | undefined {
  if (!isRecord(answer) || !Array.isArray(answer.calls)) return undefined;
  const { case: name, request } = answer;
  const { calls } = readCalls(answer.calls);
  if (typeof name !== 'string' || typeof request !== 'string' || calls === undefined) return undefined;
  return { case: name, request, calls };
}

function createError(path: string, problem: string): DefinitionError {
  return new DefinitionError(`'${path}' ${problem}. Record the answers again with --record.`);
}
