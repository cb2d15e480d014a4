import { DefinitionError, ToolError } from '../../base/errors/errors.js';
import type { ChunkSink } from '../../call/consumers.js';
import { toToolError } from '../../call/failure.js';
import { createFailedOutcome, type Outcome } from '../../call/outcome.js';
import type { Middleware } from '../entry/middleware.js';
import type { ToolEntry } from '../entry/tool-entry.js';
import { limitConcurrency } from './limit-concurrency.js';
import { limitTime } from './limit-time.js';
import type {
  AppliedMiddleware,
  CallHandler,
  FoundTool,
  PipelineCall,
  PipelineStep,
  PipelineSteps,
} from './pipeline.js';
import { runTool } from './run-tool.js';

/** The middleware around a tool. */
export interface ToolMiddlewares {
  /** The middleware around every call. */
  readonly shared: readonly Middleware[];
  /** The middleware of the tool's group, and of the tool itself. */
  readonly own: readonly Middleware[];
}

/** What the pipeline of a tool is composed of. */
export interface ToolSteps extends ToolMiddlewares {
  /** The steps of the installed features. */
  readonly steps: PipelineSteps;
}

const passOn: PipelineStep = (_, next) => next;

/**
 * Composes the pipeline of a tool: time limit, observation, dispatch, middleware, gate, arguments, concurrency, responses, the run.
 */
export function composeTool(entry: ToolEntry, { shared, own, steps }: ToolSteps): Omit<FoundTool, 'version'> {
  const { dispatch = passOn, gate = passOn, arguments: readArguments = passOn, run: runElsewhere = passOn } = steps;
  const { observe = passOn, observeTool = passOn, respond = passOn } = steps;
  const answer = respond(entry, observeTool(entry, runElsewhere(entry, runTool(entry))));
  const make = gate(entry, readArguments(entry, limitConcurrency(entry, answer)));
  // The call itself was admitted, and its arguments were read, before the tool ran elsewhere.
  const run: CallHandler = entry.spec.runsOnClient
    ? (call, sink) => (call.root.supplied === undefined ? make(call, sink) : answer(call, sink))
    : make;
  const handler = wrap({ name: entry.spec.name, entry, middleware: [...shared, ...own], passed: [], steps }, run);
  // A worker of another process may run the call, and a call in the background ends after it has returned.
  const dispatched = observe(entry, dispatch(entry, observe(entry, handler)));
  return { entry, ownMiddleware: own, run, handler: limitTime(entry, dispatched) };
}

/** Looks up the tool of a call, and runs it. The error of an unknown or inactive tool passes through middleware too. */
export const findTool: CallHandler = (call, sink) => {
  const found = lookUp(call);
  if (!ToolError.is(found)) {
    call.root.events?.setVersion(found.version);
    return found.handler(call, sink);
  }
  const { middleware, steps } = call.root.environment;
  const refuse: CallHandler = async ({ name }) => createFailedOutcome(name, found);
  return wrap({ name: call.name, entry: undefined, middleware, passed: [], steps }, refuse)(call, sink);
};

interface WrappedTool {
  readonly name: string;
  /** The registered tool. Undefined if no tool was found. */
  readonly entry: ToolEntry | undefined;
  readonly middleware: readonly Middleware[];
  /**
   * The middleware that the call has already passed. No call passes a middleware twice, which prevents endless
   * redirects.
   */
  readonly passed: readonly Middleware[];
  /** The steps of the installed features. */
  readonly steps: PipelineSteps;
}

/** Wraps a handler in middleware. A call that middleware has renamed is redirected to the tool of that name. */
function wrap({ name, entry, middleware, passed, steps }: WrappedTool, run: CallHandler): CallHandler {
  const { wrap: apply = refuseMiddleware } = steps;
  const innermost: CallHandler = (call, sink) =>
    call.name === name || call.root.supplied !== undefined
      ? run(call, sink)
      : redirect(call, sink, [...passed, ...middleware]);
  return middleware.reduceRight<CallHandler>(
    (next, layer, index) => apply({ middleware: layer, position: index + 1, entry }, next),
    innermost,
  );
}

/** Throws instead of omitting a middleware. What adds middleware installs the feature that runs it. */
function refuseMiddleware({ middleware }: AppliedMiddleware): never {
  throw new DefinitionError(`The middleware '${middleware.name}' requires the feature 'middleware'.`);
}

function redirect(call: PipelineCall, sink: ChunkSink | undefined, passed: readonly Middleware[]): Promise<Outcome> {
  const target = lookUp(call);
  if (ToolError.is(target)) return Promise.resolve(createFailedOutcome(call.name, target));
  const { entry, ownMiddleware, run } = target;
  const middleware = ownMiddleware.filter((layer) => !passed.includes(layer));
  const { steps } = call.root.environment;
  return wrap({ name: call.name, entry, middleware, passed, steps }, run)(call, sink);
}

/**
 * Returns the tool of a call, or the error that explains why it cannot be called. A predicate that throws is an error.
 */
function lookUp({ name, root }: PipelineCall): FoundTool | ToolError {
  try {
    return root.environment.find(name, root.options);
  } catch (thrown) {
    return toToolError(thrown, { toolName: name, secretsIn: [] });
  }
}
