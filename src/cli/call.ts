import { text as readAll } from 'node:stream/consumers';
import type { CallOptions, Toolkit } from '../index.js';
import { checkJson } from './check-json.js';
import { ChunkPrinter } from './chunk-printer.js';
import { createToolkit } from './create-toolkit.js';
import { CommandFailure, type ExitCode, exitCodes } from './exit-codes.js';
import { type LoadedTool, loadTools } from './load-tools.js';
import { ProgressLine } from './progress-line.js';
import type { Streams } from './streams.js';

/** The tool to call and its arguments. */
export interface CallCommand {
  readonly modulePath: string;
  readonly toolName: string;
  /** The arguments as JSON text; '-' to read them from standard input. */
  readonly input: string | undefined;
  readonly stream: boolean;
}

/** Runs `toolwright call`: calls one tool through a toolkit and prints the result. */
export async function callTool(command: CallCommand, streams: Streams): Promise<ExitCode> {
  const { tools } = await loadTools(command.modulePath);
  const toolkit = findToolkit(tools, command.toolName);
  if (toolkit.get(command.toolName) === undefined) {
    const { error } = await toolkit.execute(command.toolName);
    throw new CommandFailure(String(error?.toText()), exitCodes.usage);
  }
  const input = command.input === '-' ? await readAll(streams.stdin) : command.input;
  checkJson(input);
  const interrupt = new AbortController();
  // The handler is installed only now, so that SIGINT can end a module that never finishes loading.
  const onInterrupt = (): void => {
    if (interrupt.signal.aborted) process.exit(exitCodes.interrupted);
    interrupt.abort();
  };
  process.on('SIGINT', onInterrupt);
  const running = { toolkit, toolName: command.toolName, input, signal: interrupt.signal, streams };
  try {
    return await (command.stream ? printChunks(running) : printResult(running));
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

interface RunningCall {
  readonly toolkit: Toolkit;
  readonly toolName: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly streams: Streams;
}

async function printResult({ toolkit, toolName, input, signal, streams }: RunningCall): Promise<ExitCode> {
  const { stdout, stderr } = streams;
  const progress = new ProgressLine(stderr);
  const options: CallOptions = { signal, onProgress: (one) => progress.show(one) };
  const result = await toolkit.execute(toolName, input, options);
  progress.clear();
  const text = result.toText();
  if (text !== '') (result.success ? stdout : stderr).write(text.endsWith('\n') ? text : `${text}\n`);
  return exitCodeOf(result.success, signal);
}

function printChunks({ toolkit, toolName, input, signal, streams }: RunningCall): Promise<ExitCode> {
  const { stdout, stderr } = streams;
  const progress = new ProgressLine(stderr);
  const printer = new ChunkPrinter((text) => {
    progress.clear();
    stdout.write(text);
  });
  const options: CallOptions = {
    signal,
    onProgress: (one) => {
      // The progress line would overwrite the unfinished line.
      if (!(printer.isMidLine && stdout.isTTY)) progress.show(one);
    },
  };
  return new Promise((resolve, reject) => {
    let succeeded = false;
    toolkit.callTool({ name: toolName, input }, options).subscribe({
      next: (response) => {
        printer.print(response);
        if (!response.isLast) return;
        progress.clear();
        succeeded = response.error === undefined;
        if (response.error !== undefined) stderr.write(`${response.error.message}\n`);
      },
      error: reject,
      complete: () => resolve(exitCodeOf(succeeded, signal)),
    });
  });
}

function exitCodeOf(succeeded: boolean, signal: AbortSignal): ExitCode {
  if (succeeded) return exitCodes.ok;
  return signal.aborted ? exitCodes.interrupted : exitCodes.tool;
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
