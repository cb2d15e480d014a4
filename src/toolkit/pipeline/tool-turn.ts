import { AsyncResource } from 'node:async_hooks';
import { concatMap, Observable, type Subscriber, Subscription, type TeardownLogic } from 'rxjs';
import type { ToolError } from '../../errors.js';
import { interruption } from '../../execution/call-guard.js';
import { refusedCall, toLastResponse } from '../../execution/outcome.js';
import type { ToolResponse } from '../../response/tool-response.js';
import type { ToolResult } from '../../response/tool-result.js';
import { scopeState } from '../meta/scope-control.js';
import type { MiddlewareCall } from '../middleware/middleware.js';
import type { ToolEntry } from '../tool-entry.js';
import { settled } from './settled.js';
import { checkResponse } from './stamp-response.js';
import type { RunningCall } from './started-call.js';

/** Runs the tool when it may run. A call that waits gives its place up when it is cancelled. */
export function inTurn(running: RunningCall): Observable<ToolResponse> {
  // It must get through while others wait: it may be what they wait for.
  return running.entry.actsOnScope === true ? runTool(running) : new ToolTurn(running);
}

/** The responses of a tool that runs when it may; or, for whoever hands them on as they are, its whole outcome. */
export class ToolTurn extends Observable<ToolResponse> {
  // No private field: middleware may wrap in a proxy what it hands on.
  readonly running: RunningCall;

  constructor(running: RunningCall) {
    super(takeTurn);
    this.running = running;
  }

  /** Whether the tool may run now, under the call's own id, and nobody looks at its responses. */
  isFreeFor(id: string): boolean {
    const { site, entry, call } = this.running;
    return call.id === id && entry.postprocess === undefined && !site.gate.isNeeded(entry.spec.concurrency);
  }

  /** Runs the tool, which may run now, to its end and that of its call. */
  exec(): Promise<ToolResult> {
    const { site, entry, call, options, record: witness, tally, context: outer, abort } = this.running;
    const { gate } = site;
    gate.pass();
    const end = (): void => {
      gate.passed();
      outer.end();
      abort.release();
    };
    const { id: callId, input, context } = call;
    const { startedAt } = tally;
    return entry.spec.execFor({ state: context.state, callId, startedAt, onSettled: end, witness }, input, options);
  }
}

function takeTurn(this: Observable<ToolResponse>, subscriber: Subscriber<ToolResponse>): TeardownLogic {
  const { running } = this as ToolTurn;
  const { site, entry, call } = running;
  const { gate } = site;
  const { name, concurrency } = entry.spec;
  const run = postprocessed(entry, call, runTool(running));
  if (!gate.isNeeded(concurrency)) {
    gate.pass();
    run.subscribe(subscriber);
    return gate.passed;
  }
  const { signal } = call.context;
  const subscription = new Subscription();
  const giveUp = (): void => {
    subscriber.next(refusal(call, interruption(call.name, signal.reason)));
    subscriber.complete();
  };
  if (signal.aborted) {
    giveUp();
    return undefined;
  }
  signal.addEventListener('abort', giveUp, { once: true });
  subscription.add(() => signal.removeEventListener('abort', giveUp));
  // In the context of this call, not of the one whose end lets it in.
  const onTurn = AsyncResource.bind(() => {
    signal.removeEventListener('abort', giveUp);
    subscription.add(run.subscribe(subscriber));
  });
  const leave = gate.enter(name, concurrency, onTurn);
  subscription.add(leave);
  return subscription;
}

/** The one response of a call that no tool was run for. */
export function refusal(call: MiddlewareCall, error: ToolError): ToolResponse {
  return toLastResponse(refusedCall(call.name, error), call.id);
}

function runTool({ site, entry, call, options, record, tally }: RunningCall): Observable<ToolResponse> {
  return new Observable((subscriber) => {
    tally.begin();
    const responses = entry.spec.stream(call.input, {
      ...options,
      callId: call.id,
      state: entry.actsOnScope === true ? scopeState(site.scope) : call.context.state,
      throwOnError: false,
      onProgress: (progress) => {
        record?.progress(progress);
        options.onProgress?.(progress);
      },
      onRetry: (retry) => {
        tally.retry();
        record?.retried(retry);
        options.onRetry?.(retry);
      },
    });
    return responses.subscribe({
      next: (response) => {
        if (response.isLast) tally.end(response);
        subscriber.next(response);
      },
      error: (thrown: unknown) => subscriber.error(thrown),
      complete: () => subscriber.complete(),
    });
  });
}

function postprocessed(
  { postprocess }: ToolEntry,
  call: MiddlewareCall,
  responses: Observable<ToolResponse>,
): Observable<ToolResponse> {
  if (postprocess === undefined) return responses;
  const { id, name, input } = call;
  const processed = responses.pipe(
    concatMap(async (response) => {
      const instead: unknown = await postprocess({ id, name, input }, response);
      if (!instead) return response;
      checkResponse(instead, name);
      const replaced = instead as ToolResponse;
      return replaced.isLast === response.isLast ? replaced : { ...replaced, isLast: response.isLast };
    }),
  );
  return settled(() => processed, call);
}
