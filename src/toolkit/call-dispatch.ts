import { randomUUID } from 'node:crypto';
import { concatMap, defer, finalize, from, Observable, of, switchMap } from 'rxjs';
import { errorFromInfo, ToolError } from '../errors.js';
import { interruption } from '../execution/call-guard.js';
import type { CallOptions, ToolCall } from '../execution/call-options.js';
import { followAbort } from '../execution/follow-abort.js';
import { outcomeOf, refusedCall, toLastResponse, toResult } from '../execution/outcome.js';
import { isToolResponse, type ToolResponse } from '../response/tool-response.js';
import { ToolResult } from '../response/tool-result.js';
import type { ToolState } from '../state/tool-state.js';
import type { CallGate } from './call-gate.js';
import type { CallJournal } from './call-journal.js';
import { type Middleware, type MiddlewareCall, wrapped } from './middleware.js';
import { settled } from './settled.js';
import type { ToolEntry } from './tool-entry.js';
import { ToolkitContext } from './toolkit-context.js';

/** What a toolkit or a session gives to the calls that go through it. */
export interface CallSite {
  readonly gate: CallGate;
  readonly journal: CallJournal;
  readonly middleware: readonly Middleware[];
  /** The tool that answers to a name, or why none does. */
  find(name: string, auth: unknown): ToolEntry | ToolError;
  /** The middleware of a group. */
  groupMiddleware(group: string): readonly Middleware[];
  /** The values that bindings find before those of a tool's own state. */
  stateFor(options: CallOptions): ToolState;
}

/** Whether nothing stands between a call and its tool: then the spec itself may run it. */
export function isDirect(site: CallSite, { spec, group, middleware, postprocess }: ToolEntry): boolean {
  if (site.journal.isHeard || site.middleware.length > 0 || middleware.length > 0) return false;
  if (postprocess !== undefined || site.gate.isNeeded(spec.concurrency)) return false;
  return site.groupMiddleware(group).length === 0;
}

/** One call through everything that stands around it: events, middleware, the tool's turn, the tool, `postprocess`. */
export function dispatch(site: CallSite, call: ToolCall, options: CallOptions): Observable<ToolResponse> {
  return new Observable<ToolResponse>((subscriber) => {
    const id = options.callId ?? call.id ?? randomUUID();
    const named: Readonly<Required<ToolCall>> = Object.freeze({ id, name: call.name, input: call.input });
    const abort = new AbortController();
    const unfollow =
      options.signal === undefined ? undefined : followAbort(options.signal, () => abort.abort(options.signal?.reason));
    const context = new ToolkitContext(named, site.stateFor(options), { ...options, signal: abort.signal });
    const responses = journalled(site.journal, named, answered(site, { ...named, spec: undefined, context }, options));
    const subscription = responses.subscribe(subscriber);
    return () => {
      subscription.unsubscribe();
      unfollow?.();
      abort.abort();
    };
  });
}

/** The result that a last response stands for. */
export function resultOf(last: ToolResponse): ToolResult {
  const outcome = outcomeOf(last);
  if (outcome !== undefined) return toResult(outcome, last.callId);
  const { content, structuredContent, metadata, toolName, callId } = last;
  const error = last.error === undefined ? undefined : errorFromInfo(last.error, toolName);
  const data = error === undefined ? structuredContent : undefined;
  return Object.freeze(new ToolResult({ data, error, content, structuredContent, metadata, toolName, callId }));
}

/** The error of a last response, where it has one. */
export function errorOf(last: ToolResponse): ToolError | undefined {
  return last.error === undefined ? undefined : resultOf(last).error;
}

function answered(site: CallSite, call: MiddlewareCall, options: CallOptions): Observable<ToolResponse> {
  return defer(() => {
    const found = site.find(call.name, options.auth);
    const entry = ToolError.is(found) ? undefined : found;
    const layers =
      entry === undefined
        ? site.middleware
        : [...site.middleware, ...site.groupMiddleware(entry.group), ...entry.middleware];
    const through = wrapped(layers, (changed) => {
      // Middleware may have sent the call to another tool.
      const target = changed.name === call.name ? found : site.find(changed.name, options.auth);
      return ToolError.is(target)
        ? of(refusal(changed, target))
        : inTurn({ site, entry: target, call: changed, options });
    });
    return through(entry === undefined ? call : { ...call, spec: entry.spec });
  });
}

function refusal(call: MiddlewareCall, error: ToolError): ToolResponse {
  return toLastResponse(refusedCall(call.name, error), call.id);
}

/** A call that has found its tool. */
interface Running {
  readonly site: CallSite;
  readonly entry: ToolEntry;
  readonly call: MiddlewareCall;
  readonly options: CallOptions;
}

function inTurn(running: Running): Observable<ToolResponse> {
  const { site, entry, call } = running;
  const { name, concurrency } = entry.spec;
  const run = defer(() => postprocessed(entry, call, runTool(running)));
  if (!site.gate.isNeeded(concurrency)) return defer(() => run.pipe(finalize(site.gate.pass(name))));
  const turn = site.gate.enter(name, concurrency, call.context.signal).catch((reason: unknown) => {
    throw interruption(call.name, reason);
  });
  return settled(from(turn).pipe(switchMap((leave) => run.pipe(finalize(leave)))), call);
}

function runTool({ site, entry, call, options }: Running): Observable<ToolResponse> {
  return entry.spec.stream(call.input, {
    ...options,
    callId: call.id,
    state: call.context.state,
    throwOnError: false,
    onRetry: (retry) => {
      options.onRetry?.(retry);
      const { error, attempt, delayMs } = retry;
      if (!site.journal.isHeard) return;
      site.journal.write({ ...eventOf(call), type: 'retried', error: error.toJSON(), attempt, delayMs });
    },
  });
}

function postprocessed(
  { postprocess }: ToolEntry,
  call: MiddlewareCall,
  responses: Observable<ToolResponse>,
): Observable<ToolResponse> {
  if (postprocess === undefined) return responses;
  const { id, name, input } = call;
  const replaced = responses.pipe(
    concatMap(async (response) => {
      const instead = await postprocess({ id, name, input }, response);
      if (!isToolResponse(instead)) return response;
      return instead.isLast === response.isLast ? instead : { ...instead, isLast: response.isLast };
    }),
  );
  return settled(replaced, call);
}

/** Writes what happens to a call into the journal. A call that its reader leaves has been interrupted. */
function journalled(
  journal: CallJournal,
  call: Readonly<Required<ToolCall>>,
  responses: Observable<ToolResponse>,
): Observable<ToolResponse> {
  if (!journal.isHeard) return responses;
  return defer(() => {
    let hasEnded = false;
    const end = (last: ToolResponse): void => {
      if (hasEnded) return;
      hasEnded = true;
      const result = resultOf(last);
      const { error, durationMs, attempts } = result;
      const ended = { ...eventOf(call), result, durationMs, attempts };
      if (error === undefined) journal.write({ ...ended, type: 'completed' });
      else journal.write({ ...ended, type: endOf(error), error });
    };
    journal.write({ ...eventOf(call), type: 'started', input: call.input });
    return new Observable<ToolResponse>((subscriber) => {
      const subscription = responses.subscribe({
        next: (response) => {
          if (response.isLast) end(response);
          else journal.write({ ...eventOf(call), type: 'chunk', response });
          subscriber.next(response);
        },
        error: (error: unknown) => subscriber.error(error),
        complete: () => subscriber.complete(),
      });
      return () => {
        subscription.unsubscribe();
        if (!hasEnded) end(toLastResponse(refusedCall(call.name, interruption(call.name)), call.id));
      };
    });
  });
}

function endOf({ code }: ToolError): 'failed' | 'interrupted' | 'denied' {
  return code === 'interrupted' || code === 'denied' ? code : 'failed';
}

function eventOf({ id, name }: Readonly<Required<ToolCall>>): { callId: string; toolName: string; at: number } {
  return { callId: id, toolName: name, at: Date.now() };
}
