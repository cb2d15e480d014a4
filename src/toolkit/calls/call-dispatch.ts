import { AsyncResource } from 'node:async_hooks';
import { concatMap, defer, finalize, from, NEVER, Observable, of, Subscription, switchMap, tap } from 'rxjs';
import { ToolError } from '../../errors.js';
import { interruption } from '../../execution/call-guard.js';
import type { CallIds } from '../../execution/call-ids.js';
import type { CallOptions, ToolCall } from '../../execution/call-options.js';
import { toToolError } from '../../execution/failure.js';
import { refusedCall, toLastResponse } from '../../execution/outcome.js';
import type { ToolContext } from '../../execution/tool-context.js';
import type { ToolResponse } from '../../response/tool-response.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import type { ToolState } from '../../state/tool-state.js';
import { type ClearanceDesk, cleared } from '../approval/call-clearance.js';
import { type ScopeControl, scopeState } from '../meta/scope-control.js';
import { type Middleware, type MiddlewareCall, wrapped } from '../middleware/middleware.js';
import type { ToolEntry } from '../tool-entry.js';
import { CallAbort } from './call-abort.js';
import type { CallGate } from './call-gate.js';
import type { CallJournal } from './call-journal.js';
import { CallRecord } from './call-record.js';
import { CallTally } from './call-tally.js';
import { journalled } from './journalled-call.js';
import { isMalformed, repairedArguments } from './repaired-arguments.js';
import { settled } from './settled.js';
import { checkResponse } from './stamp-response.js';
import { ToolkitContext } from './toolkit-context.js';

/** What a toolkit or a session gives to the calls that go through it. */
export interface CallSite {
  /** Whom tools about the toolkit act on. */
  readonly scope: ScopeControl;
  readonly gate: CallGate;
  /** For calls that come without an id. */
  readonly ids: CallIds;
  /** Decides which calls may run. */
  readonly clearance: ClearanceDesk;
  readonly journal: CallJournal;
  readonly middleware: readonly Middleware[];
  /** The tool that answers to a name, or why none does. */
  find(name: string, auth: unknown): ToolEntry | ToolError;
  /** The middleware of a group. */
  groupMiddleware(group: string): readonly Middleware[];
  /** The values that bindings find before those of a tool's own state. */
  stateFor(options: CallOptions): ToolState;
}

/** Whether nothing but the journal stands between a call and its tool: then the spec itself may run it. */
export function isDirect(site: CallSite, entry: ToolEntry): boolean {
  const { spec, group, middleware, postprocess, extension, actsOnScope } = entry;
  if (extension !== undefined || actsOnScope === true) return false;
  if (site.middleware.length > 0 || middleware.length > 0) return false;
  if (postprocess !== undefined || site.gate.isNeeded(spec.concurrency)) return false;
  if (site.clearance.isNeeded(spec)) return false;
  return site.groupMiddleware(group).length === 0;
}

/** The tool that answers to a name, or why none does. A predicate that fails is such a reason. */
export function findTool(site: CallSite, name: string, auth: unknown): ToolEntry | ToolError {
  try {
    return site.find(name, auth);
  } catch (thrown) {
    return toToolError(thrown, { toolName: name, secretsIn: [] });
  }
}

/** One call through everything that stands around it: events, middleware, the tool's turn, the tool, `postprocess`. */
export function dispatch(site: CallSite, call: ToolCall, options: CallOptions): Observable<ToolResponse> {
  return new Observable<ToolResponse>((subscriber) => {
    const id = options.callId ?? call.id ?? site.ids.next();
    const named: Readonly<Required<ToolCall>> = Object.freeze({ id, name: call.name, input: call.input });
    const abort = new CallAbort(options.signal);
    const record = site.journal.isHeard ? new CallRecord(site.journal, named) : undefined;
    const context = new ToolkitContext({ call: named, state: site.stateFor(options), abort, options, record });
    const started: Started = {
      site,
      options,
      call: toMiddlewareCall(named, context, undefined),
      abort,
      record,
      tally: new CallTally(),
      repairedInput: undefined,
    };
    let isOver = false;
    const over = (): void => {
      isOver = true;
      context.end();
    };
    const subscription = repaired(started, (call) => journalled(call, answered(call)))
      .pipe(tap({ complete: over, error: over }))
      .subscribe(subscriber);
    return () => {
      subscription.unsubscribe();
      abort.release();
      // A call that has ended is not cancelled any more: what outlives it may go on.
      if (!isOver) abort.abort();
    };
  });
}

/** A call that has come in. */
interface Started {
  readonly site: CallSite;
  readonly call: MiddlewareCall;
  readonly options: CallOptions;
  readonly abort: CallAbort;
  /** Undefined where nobody hears of the call. */
  readonly record: CallRecord | undefined;
  readonly tally: CallTally;
  /** What was made of malformed arguments. */
  readonly repairedInput: object | undefined;
}

// Calls are written out, not spread: objects that are spread from others cost microseconds.
function toMiddlewareCall(
  { id, name, input }: Readonly<Required<ToolCall>>,
  context: ToolContext,
  spec: ToolSpec | undefined,
): MiddlewareCall {
  return { id, name, input, spec, context };
}

function answered(started: Started): Observable<ToolResponse> {
  const { site, call, options, abort, tally } = started;
  const found = findTool(site, call.name, options.auth);
  const entry = ToolError.is(found) ? undefined : found;
  const layers = entry === undefined ? site.middleware : [...site.middleware, ...ownLayers(site, entry)];
  const through = wrapped(layers, (changed) => {
    if (changed.name !== call.name) return sentOn(started, changed, layers);
    if (ToolError.is(found)) return of(refusal(changed, found));
    return clearedAndRun(toRunning(started, found, changed));
  });
  const shown = entry === undefined ? call : toMiddlewareCall(call, call.context, specOf(entry));
  if (layers.length === 0 && entry?.postprocess === undefined) return through(shown);
  const onLast = (response: ToolResponse): void => tally.conclude(response);
  return settled(() => through(shown), call, { stop: abort, onLast });
}

/** The middleware of a tool's group, and its own. */
function ownLayers(site: CallSite, { group, middleware }: ToolEntry): readonly Middleware[] {
  return [...site.groupMiddleware(group), ...middleware];
}

/**
 * Runs a call that middleware has sent to another tool: what stands around that one is not to be got round.
 *
 * @param passed - The middleware that the call has come through. None sees a call twice, so no call is sent in circles.
 */
function sentOn(started: Started, call: MiddlewareCall, passed: readonly Middleware[]): Observable<ToolResponse> {
  const { site, options } = started;
  const target = findTool(site, call.name, options.auth);
  if (ToolError.is(target)) return of(refusal(call, target));
  const layers = ownLayers(site, target).filter((layer) => !passed.includes(layer));
  const through = wrapped(layers, (changed) => {
    if (changed.name !== call.name) return sentOn(started, changed, [...passed, ...layers]);
    return clearedAndRun(toRunning(started, target, changed));
  });
  return settled(() => through(toMiddlewareCall(call, call.context, specOf(target))), call);
}

/** Lets a call go on with the arguments that its malformed text stands for, if there are any. */
function repaired(started: Started, proceed: (started: Started) => Observable<ToolResponse>): Observable<ToolResponse> {
  const { site, call, options } = started;
  const { input } = call;
  if (!isMalformed(input)) return proceed(started);
  return defer(() => {
    const found = findTool(site, call.name, options.auth);
    if (ToolError.is(found)) return proceed(started);
    let hasBegun = false;
    return from(repairedArguments(input, found, call.context)).pipe(
      switchMap((repairedInput) => {
        hasBegun = true;
        if (repairedInput === undefined) return proceed(started);
        return proceed({ ...started, repairedInput, call: { ...call, input: repairedInput } });
      }),
      finalize(() => {
        // A reader that leaves so early leaves a call that came in, and was interrupted.
        if (!hasBegun) journalled(started, NEVER).subscribe().unsubscribe();
      }),
    );
  });
}

function refusal(call: MiddlewareCall, error: ToolError): ToolResponse {
  return toLastResponse(refusedCall(call.name, error), call.id);
}

/** A call that has found its tool. */
interface Running extends Started {
  readonly entry: ToolEntry;
}

function toRunning(started: Started, entry: ToolEntry, call: MiddlewareCall): Running {
  const { site, options, abort, record, tally, repairedInput } = started;
  return { site, options, abort, record, tally, repairedInput, entry, call };
}

/** A tool as middleware sees it. */
function specOf({ spec, extension }: ToolEntry): ToolSpec {
  return extension?.shown ?? spec;
}

/** Runs a call once it is cleared. An extended model is part of what is cleared, and not of what the tool gets. */
function clearedAndRun(running: Running): Observable<ToolResponse> {
  const { site, entry, options } = running;
  const { extension } = entry;
  const spec = specOf(entry);
  const run = (call: MiddlewareCall): Observable<ToolResponse> => inTurn(toRunning(running, entry, call));
  const clear = (call: MiddlewareCall): Observable<ToolResponse> =>
    cleared(site.clearance, { spec, call, options }, extension === undefined ? run : (one) => extension.run(one, run));
  if (extension === undefined || !site.clearance.isNeeded(spec)) return clear(running.call);
  return extension.check(running.call, clear);
}

/** Runs the tool when it may run. A call that waits gives its place up when it is cancelled. */
function inTurn(running: Running): Observable<ToolResponse> {
  const { site, entry, call } = running;
  // It must get through while others wait: it may be what they wait for.
  if (entry.actsOnScope === true) return runTool(running);
  const { gate } = site;
  const { name, concurrency } = entry.spec;
  const run = postprocessed(entry, call, runTool(running));
  return new Observable<ToolResponse>((subscriber) => {
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
  });
}

function runTool({ site, entry, call, options, record, tally }: Running): Observable<ToolResponse> {
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
