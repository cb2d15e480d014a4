import { emitWarning } from '../base/errors/emit-warning.js';
import { toToolError } from '../call/failure.js';
import type { Host } from '../call/host-call.js';
import { callRunnerKey } from './call-runner.js';
import type { DegradedEvent } from './pipeline/tool-event.js';

/** What has failed, without which a call continues. */
export interface Degradation extends Pick<DegradedEvent, 'toolName' | 'part'> {
  /** The ID of the call. Undefined outside of calls. */
  readonly callId: string | undefined;
  /** What was thrown. */
  readonly thrown: unknown;
}

/**
 * Emits that a call continues without a function or a store of the application. Outside of calls there are no events: a
 * process warning says it.
 */
export function reportDegraded(host: Host, { callId, toolName, part, thrown }: Degradation): void {
  const parts = host.part(callRunnerKey)?.parts;
  const error = toToolError(thrown, { toolName, secretsIn: parts?.state.roots() ?? [] });
  if (callId === undefined) emitWarning(`A search for tools continues without '${part}': ${error.message}`);
  else parts?.events.emit({ type: 'degraded', callId, toolName, at: Date.now(), part, failure: error.toJSON() });
}
