import { ToolExecutionError } from '../../errors.js';
import { chunkSourceOf } from '../../execution/chunk-source.js';
import type { ContentBlock } from '../../response/content.js';
import { isToolResponse } from '../../response/tool-response.js';
import { ToolResult } from '../../response/tool-result.js';
import { ChunkQueue } from './chunk-queue.js';

/** A run of an agent. */
export interface AnsweringRun {
  /** Runs the agent, which emits chunks of its answer, and returns its answer or a stream of it. */
  run(onChunk: (chunk: unknown) => void): unknown;
  /** Called when the run has ended, or is no longer awaited. */
  end(): void;
}

/**
 * Runs an agent, yields the chunks that it emits, and returns its answer. An agent that emits chunks and returns nothing
 * has answered with its chunks.
 *
 * @throws ToolExecutionError if the agent ends without an answer.
 */
export async function* streamAnswer(agentName: string, { run, end }: AnsweringRun): AsyncGenerator<unknown, unknown> {
  const chunks = new ChunkQueue();
  let hasEmitted = false;
  try {
    const running = runWithin(chunks, run);
    for await (const chunk of chunks) {
      hasEmitted = true;
      yield chunk;
    }
    let answer = await running;
    const source = chunkSourceOf(answer);
    if (source !== undefined) {
      try {
        let pulled = await source.pull();
        for (; pulled.done !== true; pulled = await source.pull()) {
          hasEmitted = true;
          yield pulled.value;
        }
        answer = pulled.value;
      } finally {
        void source.close();
      }
    }
    if (!isEmpty(answer)) return answer;
    if (hasEmitted) return undefined;
    throw new ToolExecutionError(`The agent '${agentName}' ended without an answer.`, { toolName: agentName });
  } finally {
    end();
  }
}

async function runWithin(chunks: ChunkQueue, run: AnsweringRun['run']): Promise<unknown> {
  try {
    return await run((chunk) => chunks.push(chunk));
  } finally {
    chunks.close();
  }
}

function isEmpty(answer: unknown): boolean {
  if (answer === undefined || answer === null) return true;
  if (typeof answer === 'string') return answer.trim() === '';
  if (ToolResult.is(answer)) return answer.success && hasNothing(answer);
  return isToolResponse(answer) && hasNothing(answer);
}

function hasNothing(answer: {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
}): boolean {
  return answer.content.length === 0 && answer.structuredContent === undefined;
}
