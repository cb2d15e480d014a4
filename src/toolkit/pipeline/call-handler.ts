import type { ChunkSink } from '../../execution/consumers.js';
import type { Outcome } from '../../execution/outcome.js';
import type { PipelineCall } from './pipeline-call.js';

/**
 * Runs a call and gives its outcome. Chunks go to the sink, wherever they come from, and the call goes on when the promise
 * that the sink returns is fulfilled. Every step of the pipeline is a handler around the next one.
 */
export type CallHandler = (call: PipelineCall, sink: ChunkSink | undefined) => Promise<Outcome>;
