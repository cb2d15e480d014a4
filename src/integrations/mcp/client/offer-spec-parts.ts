import type { RequestSender } from './remote-executor.js';
import type { RemoteSpecOptions } from './remote-spec.js';

/** The limits that the calls of a source have. */
export type CallLimits = Pick<RemoteSpecOptions, 'timeoutMs' | 'deadlineMs' | 'chunkTimeoutMs' | 'retry'>;

/** The settings that the specs of all resources and prompts of a source share. */
export interface OfferSpecParts {
  readonly sender: RequestSender;
  /** What connects the resources and prompts of a source with their completion. */
  readonly owner: object;
  readonly limitsOfCalls: CallLimits;
  /** The longest description, in characters. */
  readonly maxChars: number;
  /** The largest answer, in bytes. */
  readonly maxBytes: number;
}
