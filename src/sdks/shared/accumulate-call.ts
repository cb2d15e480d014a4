import type { ToolCall } from '../../call/call-options.js';
import { ChunkAccumulator } from '../../call/response/chunk-accumulator.js';
import { createResponse, type ToolResponse } from '../../call/response/tool-response.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import type { AgentCallOptions } from './agent-options.js';

/**
 * Runs one call of a model. Yields after each chunk the output so far, combined by the tool's own rule, and then the
 * final response. A consumer that stops early cancels the call.
 */
export async function* accumulateCall(
  scope: ToolScope,
  call: ToolCall,
  { onChunk, ...options }: AgentCallOptions = {},
): AsyncGenerator<ToolResponse, void> {
  const rule = scope.get(call.name, { auth: options.auth })?.accumulate ?? 'concat';
  // A tool that stores no output is shown by its latest chunk.
  const soFar = new ChunkAccumulator(rule === 'none' ? 'last' : rule);
  for await (const response of scope.iterate(call, { ...options, throwOnError: false })) {
    if (response.isLast) {
      yield response;
      continue;
    }
    onChunk?.(response);
    soFar.add(response);
    const { content, structuredContent, metadata, meta } = soFar.merge();
    yield createResponse({ ...response, content, structuredContent, metadata, meta });
  }
}
