import { text as readAll } from 'node:stream/consumers';
import type { CallOptions, Toolkit } from '../index.js';
import { ChunkPrinter } from './chunk-printer.js';
import { CommandFailure, type ExitCode, exitCodes } from './exit-codes.js';
import { type LoadedTool, loadTools } from './load-tools.js';
import { ProgressLine } from './progress-line.js';
import type { Streams } from './streams.js';
import { toolkitOf } from './toolkit-of.js';

/** What is to be called, and with what. */
export interface CallCommand {
  readonly modulePath: string;
  readonly toolName: string;
  /** The arguments as JSON text; '-' for those on standard input. */
  readonly input: string | undefined;
  readonly stream: boolean;
}

/** `toolwright call`: runs one tool through a toolkit and prints what it gives. */
export async function callTool(command: CallCommand, streams: Streams): Promise<ExitCode> {
  const { tools } = await loadTools(command.modulePath);
  const toolkit = toolkitFor(tools, command.toolName);
  if (toolkit.get(command.toolName) === undefined) {
    const { error } = await toolkit.execute(command.toolName);
    throw new CommandFailure(String(error?.toText()), exitCodes.usage);
  }
  const input = command.input === '-' ? await readAll(streams.stdin) : command.input;
  const interrupt = new AbortController();
  // Standing in the way of SIGINT only now lets it end a module that never finishes loading.
  const onInterrupt = (): void => {
    if (interrupt.signal.aborted) process.exit(exitCodes.interrupted);
    interrupt.abort();
  };
  process.on('SIGINT', onInterrupt);
  const running = { toolkit, toolName: command.toolName, input, signal: interrupt.signal, streams };
  try {
    return await (command.stream ? printChunks(running) : printWhole(running));
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

async function printWhole({ toolkit, toolName, input, signal, streams }: RunningCall): Promise<ExitCode> {
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
      // It would be drawn over the text that is not finished.
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

/** The toolkit that the module itself holds the tool in, or one of its loose tools. */
function toolkitFor(tools: readonly LoadedTool[], toolName: string): Toolkit {
  const found = tools.filter(({ spec }) => spec.name === toolName);
  if (found.length > 1) {
    const places = found.map(({ exportName }) => `'${exportName}'`).join(' and ');
    throw new CommandFailure(`The exports ${places} each have a tool '${toolName}'. Rename one.`, exitCodes.module);
  }
  const [tool] = found;
  if (tool?.toolkit !== undefined) return tool.toolkit;
  return toolkitOf(tools);
}
