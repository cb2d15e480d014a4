import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A tool of a suite. */
export interface SuiteTool {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The JSON Schema of the results. */
  readonly returns: { readonly schema: Readonly<Record<string, unknown>> };
}

/** A call with the result that the environment of the suite returned. */
export interface RecordedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: unknown;
  /** The result with a marker at each place of an attacker's text. Undefined if such a text is in no place of it. */
  readonly injectedResult?: unknown;
}

/** What a user asks for, and the calls that do it. */
export interface UserTask {
  readonly id: string;
  readonly prompt: string;
  /** What the answer to the user contains, if anything is checked of it. */
  readonly expectedOutput?: string;
  readonly groundTruth: readonly RecordedCall[];
}

/** What an attacker's text asks for, and the calls of a model that obeys. */
export interface InjectionTask {
  readonly id: string;
  readonly goal: string;
  /** The first version of the benchmark with this task. */
  readonly since: string;
  readonly groundTruth: readonly RecordedCall[];
}

/** A place in which an attacker can write. */
export interface InjectionVector {
  readonly id: string;
  readonly description: string;
  /** The text without an attack. */
  readonly default: string;
}

/** A suite of AgentDojo. */
export interface Suite {
  readonly suite: string;
  readonly tools: readonly SuiteTool[];
  readonly userTasks: readonly UserTask[];
  readonly injectionTasks: readonly InjectionTask[];
  readonly injectionVectors: readonly InjectionVector[];
}

/** Reads the suites in the JSON files of a folder, in the order of the names of the files. */
export function readSuites(folder: string): readonly Suite[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  if (files.length === 0) throw new Error(`There is no suite in ${folder}.`);
  return files.sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}
