import { toJsonSchema } from '@langchain/core/utils/json_schema';
import { ToolExecutionError } from '../../base/errors/errors.js';
import { contentText } from '../../call/response/content.js';
import { respond } from '../../call/response/tool-response.js';
import { ToolResult } from '../../call/response/tool-result.js';
import type { ToolContext } from '../../call/tool-context.js';
import { ToolSpec } from '../../tool/spec/tool-spec.js';
import { readContent } from './read-content.js';

/** A tool of LangChain: the result of `tool()` or `runnable.asTool()`, or an instance of a class that extends StructuredTool. */
export interface LangChainTool {
  readonly name: string;
  readonly description?: string | undefined;
  /** The schema of the arguments: of zod, of another Standard Schema library, or JSON Schema. */
  readonly schema: unknown;
  readonly responseFormat?: string | undefined;
  /** Runs the tool. */
  invoke(input: never, config?: never): Promise<unknown>;
}

/**
 * Creates a spec from a tool of LangChain. Its calls are validated, streamed, approved and aborted like those of any
 * other tool. The values that the tool yields, and those that it writes to the stream mode `custom`, are its chunks. Its
 * artifact becomes the metadata `artifact`.
 *
 * @example
 * ```ts
 * toolkit.register(fromLangChain(refund).with({ needsApproval: true }));
 * ```
 */
export function fromLangChain(tool: LangChainTool): ToolSpec {
  const { name, description } = tool;
  return ToolSpec.create({
    name,
    description,
    // LangChain writes into schemas, and keeps the result of the conversion.
    inputSchema: structuredClone(toJsonSchema(tool.schema, { io: 'input' })),
    accumulate: 'last',
    executor: { kind: 'langchain', execute: (args, context) => runTool(tool, args, context) },
  });
}

/** Runs a tool, yields what it emits, and returns its output. */
async function* runTool(tool: LangChainTool, args: unknown, context: ToolContext): AsyncGenerator<unknown, unknown> {
  const emitted: unknown[] = [];
  let isDone = false;
  let wake = (): void => {};
  const emit = (chunk: unknown): void => {
    emitted.push(chunk);
    wake();
  };
  const output = invoke(tool, args, { context, emit }).finally(() => {
    isDone = true;
    wake();
  });
  // A consumer that stops early never awaits the output.
  output.catch(() => {});
  for (;;) {
    while (emitted.length > 0) yield emitted.shift();
    if (isDone) return readOutput(await output, tool.name);
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}

interface ToolRun {
  readonly context: ToolContext;
  readonly emit: (chunk: unknown) => void;
}

function invoke(tool: LangChainTool, args: unknown, { context, emit }: ToolRun): Promise<unknown> {
  const { call, signal } = context;
  const run = tool.invoke as unknown as (input: unknown, config: object) => Promise<unknown>;
  const runId = crypto.randomUUID();
  // Tools that the tool runs report their events to the same handler.
  const handleToolEvent = (chunk: unknown, id: string): void => void (id === runId && emit(chunk));
  const config = { signal, runId, writer: emit, callbacks: [{ handleToolEvent, awaitHandlers: true }] };
  // Only a message has the artifact.
  const hasArtifact = tool.responseFormat === 'content_and_artifact';
  const input = hasArtifact ? { type: 'tool_call', id: call.id, name: tool.name, args } : args;
  return run.call(tool, input, config);
}

/** The parts of a message or command of LangChain. */
interface DirectOutput {
  readonly lc_direct_tool_output?: boolean;
  readonly lg_name?: string;
  readonly status?: 'success' | 'error';
  readonly content?: unknown;
  readonly artifact?: unknown;
}

function readOutput(output: unknown, toolName: string): unknown {
  if (typeof output !== 'object' || output === null) return output;
  const { lc_direct_tool_output: isMessage, lg_name, status, artifact, content: given } = output as DirectOutput;
  if (lg_name === 'Command') {
    throw new ToolExecutionError(`The tool '${toolName}' returned a Command, which only a graph can run.`, {
      toolName,
    });
  }
  if (isMessage !== true) return output;
  const content = readContent(given, toolName);
  if (status === 'error') return ToolResult.fail(contentText(content));
  return respond({ content, metadata: artifact === undefined ? undefined : { artifact } });
}
