import { text as readAll } from 'node:stream/consumers';
import { visibleText } from '../../base/text/visible-text.js';
import type { CallOptions, ToolCall, Toolkit, ToolResponse } from '../../index.js';
import { sharedNamesOf, sourceNamesOf } from '../../tool/spec/tool-origin.js';
import { AnswersFile } from './answers-file.js';
import type { ArgumentPair, WrittenArguments } from './argument-pairs.js';
import { buildArguments } from './build-arguments.js';
import { checkJson } from './check-json.js';
import { checkWord } from './check-word.js';
import { createToolkit } from './create-toolkit.js';
import { explainCallError } from './explain-call-error.js';
import type { LoadedTool } from './load-module.js';
import { loadTools, type ToolPlace } from './load-tools.js';
import { findTerminal, Questioner } from './questioner.js';
import { CommandFailure, exitCodeOf, exitCodes, withFailureCode } from './shared/exit-codes.js';
import { isRecord } from './shared/is-record.js';
import type { CommandResult, ErrorInfo, Report } from './shared/report.js';
import type { Streams, TextOutput } from './shared/streams.js';
import { toolOutput } from './shared/tool-output.js';

/** The tool to call and its arguments. */
export interface CallCommand extends ToolPlace, WrittenArguments {
  readonly toolName: string;
  /** The values of the state of the call. */
  readonly state: readonly ArgumentPair[];
  readonly stream: boolean;
  /** The path of a file with answers to the questions of the tool. */
  readonly answers: string | undefined;
}

/** Where a call reads its arguments and the answers of its user from, and where it reports to. */
export interface CallEnvironment {
  readonly report: Report;
  readonly streams: Streams;
}

/** Runs `toolwright call`: calls one tool through a toolkit. With `stream`, its responses are reported as they arrive. */
export async function callTool(written: CallCommand, { report, streams }: CallEnvironment): Promise<CommandResult> {
  const { tools, warnings, close } = await loadTools(written);
  const command = { ...written, toolName: findName(tools, written.toolName) };
  for (const warning of warnings) report.warn(warning);
  const toolkit = findToolkit(tools, command.toolName);
  if (toolkit.get(command.toolName) === undefined) {
    const { error } = await toolkit.execute(command.toolName);
    throw new CommandFailure(String(error?.toText()), exitCodes.usage, { code: error?.code });
  }
  const input = await readInput(command, { toolkit, stdin: streams.stdin });
  const answers = command.answers === undefined ? undefined : new AnswersFile(command.answers);
  const onAsk = (): void => report.clearProgress();
  const questioner = new Questioner({ answers, terminal: findTerminal(streams, report.styles.stderr), onAsk });
  const interrupt = new AbortController();
  // The handler is installed only now, so that SIGINT can end a module that never finishes loading.
  const onInterrupt = (): void => {
    if (interrupt.signal.aborted) process.exit(exitCodes.interrupted);
    interrupt.abort();
  };
  process.on('SIGINT', onInterrupt);
  const { signal } = interrupt;
  const { client } = questioner;
  const state = readState(command.state);
  const options: CallOptions = { signal, client, state, onProgress: (progress) => report.showProgress(progress) };
  const running = { toolkit, call: { name: command.toolName, input }, options };
  try {
    const ended = await (command.stream ? streamCall(running, report) : executeCall(running));
    for (const sentence of answers?.listUnused() ?? []) report.warn(sentence);
    const explained = questioner.refusal ?? (ended.error && explainCallError(ended.error, command));
    return toResult(ended, { explained, isInterrupted: signal.aborted, stdout: streams.stdout });
  } finally {
    process.off('SIGINT', onInterrupt);
    await close?.();
  }
}

/** Returns the name of a tool. An imported tool can be named as in its source, such as by the ID of its operation. */
function findName(tools: readonly LoadedTool[], written: string): string {
  const specs = tools.map(({ spec }) => spec);
  const isName = specs.some(({ name }) => name === written);
  if (isName || specs.some((spec) => sharedNamesOf(spec).includes(written))) return written;
  const found = specs.filter((spec) => sourceNamesOf(spec).includes(written));
  return found.length === 1 ? (found[0]?.name ?? written) : written;
}

/** Returns the values of the state of a call. They have no schema, so that a text that is JSON is read as JSON. */
function readState(pairs: readonly ArgumentPair[]): Readonly<Record<string, unknown>> | undefined {
  const state: unknown = pairs.length === 0 ? undefined : JSON.parse(buildArguments(pairs, {}));
  return isRecord(state) ? state : undefined;
}

/** Returns the arguments of a call as JSON text. */
async function readInput(
  { toolName, input, pairs }: CallCommand,
  { toolkit, stdin }: { readonly toolkit: Toolkit; readonly stdin: Streams['stdin'] },
): Promise<string | undefined> {
  const { inputSchema = {} } = toolkit.get(toolName) ?? {};
  if (pairs !== undefined) return buildArguments(pairs, inputSchema);
  if (input !== undefined && input !== '-') checkWord(input, inputSchema);
  const text = input === '-' ? await readAll(stdin) : input;
  if (text !== undefined && text.trim() !== '') checkJson(text, 'The arguments are');
  return text;
}

interface RunningCall {
  readonly toolkit: Toolkit;
  readonly call: ToolCall;
  readonly options: CallOptions;
}

/** The end of a call: its data, and the text of its output or of its error. */
interface EndedCall {
  readonly data: unknown;
  readonly text: string;
  readonly error: ErrorInfo | undefined;
}

interface CallEnding {
  /** The error that explains the tool's error: that of an unanswered question, or one that names an option. */
  readonly explained: ErrorInfo | undefined;
  readonly isInterrupted: boolean;
  readonly stdout: TextOutput;
}

function toResult({ data, text, error }: EndedCall, { explained, isInterrupted, stdout }: CallEnding): CommandResult {
  if (error === undefined) return { data, text: toolOutput(text, stdout) };
  const exitCode = isInterrupted ? exitCodes.interrupted : exitCodeOf(error);
  const shown =
    explained === undefined ? { error: withFailureCode(error), text } : { error: explained, text: explained.message };
  return { data, text: '', failure: { exitCode, error: shown.error, text: visibleText(shown.text) } };
}

async function executeCall({ toolkit, call, options }: RunningCall): Promise<EndedCall> {
  const result = await toolkit.execute(call.name, call.input, options);
  const error = result.success ? undefined : (result.error?.toJSON() ?? createPendingError(call.name));
  return { data: result.toJSON(), text: result.toText(), error };
}

async function streamCall({ toolkit, call, options }: RunningCall, report: Report): Promise<EndedCall> {
  let last: ToolResponse | undefined;
  for await (const response of toolkit.iterate(call, options)) {
    report.showResponse(response);
    last = response;
  }
  const { callId, state } = last ?? {};
  const error = state === 'success' ? undefined : (last?.error ?? createPendingError(call.name));
  // The responses contain the output.
  return { data: { toolName: call.name, callId, state }, text: error?.message ?? '', error };
}

/** Creates the error of a call that ended without output and without an error. */
function createPendingError(toolName: string): ErrorInfo {
  return { code: 'pending', message: `The call of '${toolName}' waits for a result that the command cannot supply.` };
}

/** Returns the toolkit of the module that contains the tool, or a new one with all its tools. */
function findToolkit(tools: readonly LoadedTool[], toolName: string): Toolkit {
  const found = tools.filter(({ spec }) => spec.name === toolName);
  if (found.length > 1) {
    const exportNames = found.map(({ exportName }) => `'${exportName}'`).join(' and ');
    throw new CommandFailure(
      `The exports ${exportNames} each contain a tool '${toolName}'. Rename one.`,
      exitCodes.module,
    );
  }
  const [tool] = found;
  if (tool?.toolkit !== undefined) return tool.toolkit;
  return createToolkit(tools);
}
