import type { LangChainMessage } from './open-calls.js';

/** The parts of the configuration of a run that LangChain and LangGraph pass to tools and nodes. */
export interface LangChainConfig {
  readonly signal?: AbortSignal | undefined;
  /** The call of the model, if a tool was invoked with it. */
  readonly toolCall?: { readonly id?: string | undefined } | undefined;
  /** The function that emits a chunk of the stream mode `custom`. LangGraph provides it. */
  readonly writer?: ((chunk: unknown) => void) | null | undefined;
  /** The input of the node that runs the tool. */
  readonly state?:
    | { readonly messages?: readonly LangChainMessage[] | undefined }
    | readonly LangChainMessage[]
    | undefined;
  /** The function that pauses the graph until a person has decided. LangGraph provides it. */
  readonly interrupt?: ((request: unknown) => unknown) | undefined;
}
