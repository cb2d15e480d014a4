import { EMPTY, type Observable } from '../base/async/rxjs.js';
import { partOfHost } from '../call/host-call.js';
import { callRunnerKey } from './call-runner.js';
import type { CallStep } from './pipeline/call-step.js';

/** Returns the steps of all calls of a toolkit or session. They are computed only while someone listens. */
export function stepsOf(scope: object): Observable<CallStep> {
  return partOfHost(scope, callRunnerKey)?.parts.events.steps$ ?? EMPTY;
}
