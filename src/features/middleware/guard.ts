import { concatMap, EMPTY, from, map, type Observable, of, switchMap } from '../../base/async/rxjs.js';
import { DefinitionError, DeniedError, ToolError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { callback, string } from '../../base/options/option-rules.js';
import { raceAbort } from '../../call/abort-scope.js';
import { toToolError } from '../../call/failure.js';
import { createFailedOutcome, toFinalResponse } from '../../call/outcome.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { ToolResult } from '../../call/response/tool-result.js';
import { resultOfResponse } from '../../call/response-outcome.js';
import { reviseResponse } from '../../call/revise-response.js';
import { checkInput } from '../../tool/arguments/check-input.js';
import type { CheckedInput, CheckOptions } from '../../tool/arguments/checked-input.js';
import type { InputToCheck } from '../../tool/arguments/checked-inputs.js';
import { type Middleware, type MiddlewareCall, nameMiddleware } from '../../toolkit/entry/middleware.js';
import { openInputs } from '../../toolkit/pipeline/pipeline.js';
import { rootOf } from '../../toolkit/pipeline/root-of.js';

/** The decision of a guard: true to allow, false to deny, or a text that denies and is shown to the model. */
export type GuardDecision = boolean | string;

/** The options of `guard()`: at least one of `input` and `output`. */
export interface GuardOptions {
  /** The name of the guard in verdicts and errors. @default 'guard' */
  readonly name?: string | undefined;
  /**
   * Decides whether a call may run. It receives the validated arguments, after coercion, and is not called for invalid
   * ones.
   *
   * @default every call runs
   */
  readonly input?: ((args: unknown, call: MiddlewareCall) => GuardDecision | Promise<GuardDecision>) | undefined;
  /**
   * Decides whether the result of a call is passed on. It receives failed results too, whose content may contain the
   * chunks before the failure. Chunks are not passed on, because they could not be taken back.
   *
   * @default every result is passed on
   */
  readonly output?: ((result: ToolResult, call: MiddlewareCall) => GuardDecision | Promise<GuardDecision>) | undefined;
}

/** The verdict of a guard on one call, in `metadata.guards` of the result. */
export interface GuardVerdict {
  /** The name of the guard. */
  readonly guard: string;
  readonly stage: 'input' | 'output';
  readonly isAllowed: boolean;
  /** The reason of a denial, if the guard stated one. */
  readonly reason?: string;
}

const optionNames: OptionNames<GuardOptions> = { name: string, input: callback, output: callback };

/**
 * Creates middleware that checks the arguments of calls after their validation, and their results. A denied call does
 * not run, and a denied result is replaced: the call ends with a DeniedError. Only `true` allows: a guard that throws
 * denies. Every verdict is in `metadata.guards` of the result, and so in the call's last event.
 *
 * @example
 * ```ts
 * const internalOnly = guard({ input: (args) => (args as Mail).to.endsWith('@example.com') || 'Only colleagues.' });
 * toolkit.register(new Mails(), { use: [internalOnly] });
 * ```
 * @throws DefinitionError on an unknown option, on a guard that is not a function, and without a guard.
 */
export function guard(options: GuardOptions): Middleware {
  checkOptionNames(options, optionNames, 'guard');
  const { name = 'guard', input, output } = options;
  if (options.input === undefined && options.output === undefined) {
    throw new DefinitionError('guard: pass input, output, or both.');
  }
  return nameMiddleware('guard', (call, next) => {
    if (call.spec === undefined) return next();
    // The arguments were checked before the client ran the tool.
    if (input === undefined || call.stage === 'result') return guardOutput(next(), { name, output, call });
    return from(checkArguments(input, name, call)).pipe(
      switchMap(({ verdict, changed }) => {
        if (!verdict.isAllowed) return of(createDenial(call, verdict));
        const responses: Observable<ToolResponse> = next(changed);
        return addVerdict(guardOutput(responses, { name, output, call }), verdict);
      }),
    );
  });
}

/** Decides on the arguments of a call, which then runs with exactly these. Rejects if they are invalid. */
async function checkArguments(
  decide: NonNullable<GuardOptions['input']>,
  guardName: string,
  call: MiddlewareCall,
): Promise<{ readonly verdict: GuardVerdict; readonly changed: MiddlewareCall }> {
  const { spec, input, context, coerce } = call;
  if (spec === undefined) throw new DefinitionError(`guard: '${call.name}' has no tool.`);
  const checked = await checkCall({ spec, input }, call, { state: context.state, coerce });
  const { args } = checked;
  const verdict = await decideOn(call, { guard: guardName, stage: 'input' }, () => decide(args, call));
  return { verdict, changed: { ...call, input: checked.sent } };
}

/** Validates the arguments of a call. The tool receives the value that the guard has seen. */
function checkCall(
  { spec, input }: InputToCheck,
  { name, context }: MiddlewareCall,
  options: CheckOptions,
): Promise<CheckedInput> {
  const root = rootOf(context);
  if (root === undefined) return checkInput(spec, input, options);
  const found = root.environment.find(name, root.options);
  const extension = ToolError.is(found) ? undefined : found.entry.extension;
  return openInputs(root).check(extension?.shown === spec ? { spec, extension, input } : { spec, input }, options);
}

interface GuardedOutput {
  readonly name: string;
  readonly output: GuardOptions['output'];
  readonly call: MiddlewareCall;
}

function guardOutput(
  responses: Observable<ToolResponse>,
  { name, output, call }: GuardedOutput,
): Observable<ToolResponse> {
  if (output === undefined) return responses;
  return responses.pipe(
    concatMap((response) => {
      if (!response.isLast) return EMPTY;
      // There is no output yet.
      if (response.state === 'pending') return of(response);
      const result = resultOfResponse(response);
      const deciding = decideOn(call, { guard: name, stage: 'output' }, () => output(result, call));
      return from(deciding.then((verdict) => applyVerdict(response, verdict, call)));
    }),
  );
}

function applyVerdict(last: ToolResponse, verdict: GuardVerdict, call: MiddlewareCall): ToolResponse {
  const verdicts = [...verdictsIn(last), verdict];
  return verdict.isAllowed ? withVerdicts(last, verdicts) : createDenial(call, verdict, verdicts);
}

function addVerdict(responses: Observable<ToolResponse>, verdict: GuardVerdict): Observable<ToolResponse> {
  return responses.pipe(
    map((response) => (response.isLast ? withVerdicts(response, [verdict, ...verdictsIn(response)]) : response)),
  );
}

function withVerdicts(last: ToolResponse, verdicts: readonly unknown[]): ToolResponse {
  return reviseResponse(last, { metadata: Object.freeze({ ...last.metadata, guards: Object.freeze(verdicts) }) });
}

/** Returns the verdicts of the other guards of a call. */
function verdictsIn({ metadata }: ToolResponse): readonly unknown[] {
  return Array.isArray(metadata?.guards) ? metadata.guards : [];
}

async function decideOn(
  { name: toolName, context }: MiddlewareCall,
  about: Pick<GuardVerdict, 'guard' | 'stage'>,
  decide: () => unknown,
): Promise<GuardVerdict> {
  let decision: unknown;
  try {
    decision = await raceAbort(Promise.resolve().then(decide), { signal: context.signal, toolName });
  } catch (error) {
    if (context.signal.aborted) throw error;
    // Its error may contain what it has checked, so a model does not read it.
    decision = false;
    context.log('error', `The guard '${about.guard}' failed.`, error);
  }
  const isAllowed = decision === true;
  return Object.freeze({ ...about, isAllowed, ...(typeof decision === 'string' ? { reason: decision } : {}) });
}

function createDenial(
  { id, name: toolName, context }: MiddlewareCall,
  verdict: GuardVerdict,
  verdicts: readonly unknown[] = [verdict],
): ToolResponse {
  const { guard: guardName, stage, reason } = verdict;
  const denied = stage === 'input' ? `The call of '${toolName}'` : `The result of '${toolName}'`;
  const because = reason === undefined || reason === '' ? '.' : `: ${reason}`;
  const error = new DeniedError(`${denied} was denied by ${guardName}${because}`, {
    toolName,
    details: { guard: guardName, stage },
  });
  const outcome = createFailedOutcome(toolName, toToolError(error, { toolName, secretsIn: context.state.roots() }));
  const metadata = Object.freeze({ guards: Object.freeze(verdicts) });
  return toFinalResponse({ ...outcome, rendered: { ...outcome.rendered, metadata } }, id);
}
