import { defer, finalize, from, lastValueFrom, NEVER, Observable, of, switchMap, tap } from 'rxjs';
import { ToolError } from '../../errors.js';
import type { CallOptions, ToolCall } from '../../execution/call-options.js';
import type { ToolResponse } from '../../response/tool-response.js';
import type { ToolResult } from '../../response/tool-result.js';
import { cleared } from '../approval/call-clearance.js';
import { type Middleware, type MiddlewareCall, MiddlewareChain } from '../middleware/middleware.js';
import type { CallSite } from './call-site.js';
import { resultOf } from './call-tally.js';
import { type FoundTool, findTool, shownSpec, toFound } from './found-tool.js';
import { journalled } from './journalled-call.js';
import { isMalformed, repairedArguments } from './repaired-arguments.js';
import { handedOn, settled } from './settled.js';
import { type StartedCall, startCall, toMiddlewareCall, toRunning } from './started-call.js';
import { inTurn, refusal, ToolTurn } from './tool-turn.js';

/** One call through everything that stands around it: events, middleware, the tool's turn, the tool, `postprocess`. */
export function dispatch(site: CallSite, asked: ToolCall, options: CallOptions): Observable<ToolResponse> {
  return new Observable<ToolResponse>((subscriber) => {
    const started = startCall(site, asked, options);
    const begun = (call: StartedCall): Observable<ToolResponse> => {
      call.record?.started(asked.input, call.repairedInput);
      return journalled(call, answered(call, findTool(site, asked.name, options.auth)));
    };
    return attended(started, repaired(started, begun)).subscribe(subscriber);
  });
}

/**
 * The same to its result, for a call that has found its tool. Where all middleware hands on what `next()` gave, the tool
 * is waited for as it would be without it.
 */
export function execute(started: StartedCall, tool: FoundTool): Promise<ToolResult> {
  const { site, call, options, record } = started;
  record?.started(call.input, undefined);
  // Whoever hears of that may change what stands around the tool.
  const { open, isPlain } = around(started, record === undefined ? tool : toFound(site, tool.entry));
  const handed = handedOn(open, call);
  const { innermost } = handed;
  if (innermost instanceof ToolTurn && innermost.isFreeFor(call.id)) return innermost.exec();
  const all = isPlain ? handed.responses() : concluded(started, () => handed.responses());
  return lastResult(attended(started, journalled(started, all)), options);
}

/** The result that responses end with. Rejects as their error under `throwOnError`. */
export async function lastResult(responses: Observable<ToolResponse>, options: CallOptions): Promise<ToolResult> {
  const result = resultOf(await lastValueFrom(responses));
  if (result.error !== undefined && options.throwOnError === true) throw result.error;
  return result;
}

/** Responses that end their call, and cancel it when their reader leaves. */
function attended({ context, abort }: StartedCall, responses: Observable<ToolResponse>): Observable<ToolResponse> {
  return new Observable<ToolResponse>((subscriber) => {
    let isOver = false;
    const over = (): void => {
      isOver = true;
      context.end();
    };
    const subscription = responses.pipe(tap({ complete: over, error: over })).subscribe(subscriber);
    return () => {
      subscription.unsubscribe();
      abort.release();
      // A call that has ended is not cancelled any more: what outlives it may go on.
      if (!isOver) abort.abort();
    };
  });
}

function answered(started: StartedCall, found: FoundTool | ToolError): Observable<ToolResponse> {
  const { open, isPlain } = around(started, found);
  return isPlain ? open() : concluded(started, open);
}

/** What stands around a call's tool. */
interface Around {
  /** Gives the responses of the outermost layer. */
  readonly open: () => Observable<ToolResponse>;
  /** Whether nothing stands there that may change a response. */
  readonly isPlain: boolean;
}

function around(started: StartedCall, found: FoundTool | ToolError): Around {
  const { site, call } = started;
  const tool = ToolError.is(found) ? undefined : found;
  const layers = tool === undefined ? site.middleware : tool.layers;
  const chain = new MiddlewareChain(layers, (changed) => {
    if (changed.name !== call.name) return sentOn(started, changed, layers);
    return ToolError.is(found) ? of(refusal(changed, found)) : clearedAndRun(started, found, changed);
  });
  const shown = tool === undefined ? call : toMiddlewareCall(call, call.context, shownSpec(tool.entry));
  return { open: () => chain.answer(shown), isPlain: layers.length === 0 && tool?.entry.postprocess === undefined };
}

/** Responses as those of one call that ends once, and can be stopped. */
function concluded(
  { call, abort, tally }: StartedCall,
  open: () => Observable<ToolResponse>,
): Observable<ToolResponse> {
  const onLast = (response: ToolResponse): void => tally.conclude(response);
  return settled(open, call, { stop: abort, onLast });
}

/**
 * Runs a call that middleware has sent to another tool: what stands around that one is not to be got round.
 *
 * @param passed - The middleware that the call has come through. None sees a call twice, so no call is sent in circles.
 */
function sentOn(started: StartedCall, call: MiddlewareCall, passed: readonly Middleware[]): Observable<ToolResponse> {
  const { site, options } = started;
  const target = findTool(site, call.name, options.auth);
  if (ToolError.is(target)) return of(refusal(call, target));
  const layers = target.ownLayers.filter((layer) => !passed.includes(layer));
  const chain = new MiddlewareChain(layers, (changed) => {
    if (changed.name !== call.name) return sentOn(started, changed, [...passed, ...layers]);
    return clearedAndRun(started, target, changed);
  });
  return settled(() => chain.answer(toMiddlewareCall(call, call.context, shownSpec(target.entry))), call);
}

/** Lets a call go on with the arguments that its malformed text stands for, if there are any. */
function repaired(
  started: StartedCall,
  proceed: (started: StartedCall) => Observable<ToolResponse>,
): Observable<ToolResponse> {
  const { site, call, options } = started;
  const { input } = call;
  if (!isMalformed(input)) return proceed(started);
  return defer(() => {
    const found = findTool(site, call.name, options.auth);
    if (ToolError.is(found)) return proceed(started);
    let hasBegun = false;
    return from(repairedArguments(input, found.entry, call.context)).pipe(
      switchMap((repairedInput) => {
        hasBegun = true;
        if (repairedInput === undefined) return proceed(started);
        return proceed({ ...started, repairedInput, call: { ...call, input: repairedInput } });
      }),
      finalize(() => {
        if (hasBegun) return;
        // A reader that leaves so early leaves a call that came in, and was interrupted.
        started.record?.started(input, undefined);
        journalled(started, NEVER).subscribe().unsubscribe();
      }),
    );
  });
}

/** Runs a call once it is cleared. */
function clearedAndRun(started: StartedCall, tool: FoundTool, call: MiddlewareCall): Observable<ToolResponse> {
  const { entry, needsClearance } = tool;
  if (entry.extension !== undefined || needsClearance) return clearedAtLength(started, tool, call);
  return inTurn(toRunning(started, entry, call));
}

/** The same for one that there is more to do for. An extended model is part of what is cleared, and not of what the tool gets. */
function clearedAtLength(
  started: StartedCall,
  { entry, needsClearance }: FoundTool,
  asked: MiddlewareCall,
): Observable<ToolResponse> {
  const { site, options } = started;
  const { extension } = entry;
  const run = (call: MiddlewareCall): Observable<ToolResponse> => inTurn(toRunning(started, entry, call));
  const proceed = extension === undefined ? run : (call: MiddlewareCall) => extension.run(call, run);
  if (!needsClearance) return proceed(asked);
  const clear = (call: MiddlewareCall): Observable<ToolResponse> =>
    cleared(site.clearance, { spec: shownSpec(entry), call, options }, proceed);
  return extension === undefined ? clear(asked) : extension.check(asked, clear);
}
