import { statSync } from 'node:fs';
import type { EvalCase } from '../checks/eval/eval-case.js';
import { type Evaluation, evaluate } from '../checks/eval/evaluate.js';
import { dataOfEvaluation } from '../checks/eval/evaluation-data.js';
import type { Model, OfferedTool } from '../checks/eval/model.js';
import { readCases } from '../checks/eval/read-cases.js';
import { keyOf, writeRecording } from '../checks/eval/recording.js';
import { ReplayModel } from '../checks/eval/replay-model.js';
import { writeTextFile } from '../checks/text-file.js';
import { withUsageFailure } from './check-failure.js';
import { createModel } from './create-model.js';
import { describeEvaluation } from './describe-evaluation.js';
import type { DevPlace } from './dev-place.js';
import { evaluationToSarif } from './evaluation-to-sarif.js';
import { runInterruptible } from './interruptible.js';
import { loadEvaluated } from './load-evaluated.js';
import type { ModelPlace } from './model-place.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';
import type { CommandResult, Report } from './shared/report.js';

/** The options of `toolwright eval`. */
export interface EvalCommand {
  readonly place: DevPlace;
  /** The path of the file with the cases. */
  readonly casesPath: string;
  readonly model: ModelPlace;
  /** The path of the file to write the answers to. Undefined for none. */
  readonly record: string | undefined;
  /** How many of the cases have to be right, in percent. */
  readonly min: number;
  /** The file for SARIF. Undefined for none. */
  readonly sarif: string | undefined;
}

/** Runs `toolwright eval`: asks a model for each case, and compares its calls. Too few right cases are a failure. */
export async function evaluateTools(command: EvalCommand, report: Report): Promise<CommandResult> {
  const { place, casesPath, record, min, sarif } = command;
  const tools = await loadEvaluated(place, report);
  const names = tools.map(({ name }) => name);
  const cases = await withUsageFailure('invalid_cases', () => readCases(casesPath, names));
  if (record !== undefined) refuseFolder(record);
  const model = await createModel(command.model);
  const evaluation = await askAll({ cases, tools, model }, report);
  if (record !== undefined) await writeAnswers(record, tools, evaluation);
  if (sarif !== undefined) writeTextFile(sarif, evaluationToSarif(casesPath, evaluation));
  const missing = model instanceof ReplayModel ? model.missingCount : 0;
  if (model instanceof ReplayModel) for (const sentence of describeUnused(model)) report.warn(sentence);
  const { stdout, stderr } = report.styles;
  const result = { data: dataOfEvaluation(evaluation), text: describeEvaluation(evaluation, stdout) };
  const problem = findProblem(evaluation, { min, missing });
  if (problem === undefined) return result;
  const error = { code: 'findings', message: problem };
  const text = `${stderr('red', 'toolwright:')} ${problem}`;
  return { ...result, failure: { exitCode: exitCodes.findings, error, text } };
}

interface Questions {
  readonly cases: readonly EvalCase[];
  readonly tools: readonly OfferedTool[];
  readonly model: Model;
}

function askAll(questions: Questions, report: Report): Promise<Evaluation> {
  const { cases, model } = questions;
  return runInterruptible(async (signal) => {
    const close = (): void => void model.close();
    signal.addEventListener('abort', close);
    const onCase = ({ name }: EvalCase, index: number): void =>
      report.showProgress({ toolName: 'eval', value: index + 1, total: cases.length, message: name });
    try {
      return await withUsageFailure('model', () => evaluate({ ...questions, signal, onCase }));
    } finally {
      signal.removeEventListener('abort', close);
      await model.close();
    }
  });
}

/** A path that cannot be written is refused before a model is asked. */
function refuseFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  throw new CommandFailure(`--record must be a file, and '${path}' is a folder.`, exitCodes.usage);
}

function writeAnswers(path: string, tools: readonly OfferedTool[], { results }: Evaluation): Promise<void> {
  const answers = results.flatMap(({ case: { name, messages }, answer: { calls } }) =>
    calls === undefined ? [] : [{ case: name, request: keyOf({ tools, messages }), calls }],
  );
  return withUsageFailure('invalid_recording', () => writeRecording(path, answers));
}

function describeUnused(model: ReplayModel): readonly string[] {
  return model.unused().map((name) => `The recorded answer of the case '${name}' is not used.`);
}

/** Returns why the result is a failure. Recorded answers that are missing are one, however many cases are right. */
function findProblem(
  { totals: { cases, rightArguments } }: Evaluation,
  { min, missing }: { readonly min: number; readonly missing: number },
): string | undefined {
  if (missing > 0) return `${missing} of ${cases} answers are not recorded. Record them again with --record.`;
  if ((rightArguments / cases) * 100 >= min) return undefined;
  const limit = min === 100 ? '' : ` That is less than ${min} % (--min).`;
  return `${rightArguments} of ${cases} cases are right.${limit}`;
}
