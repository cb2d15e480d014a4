// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references have this form.
import { ToolError, UnboundStateError } from '../../base/errors/errors.js';
import { toToolError } from '../../call/failure.js';
import { createFailedOutcome, type Outcome } from '../../call/outcome.js';
import { copyContainers, isContainer } from '../../call/state/containers.js';
import type { StateScope } from '../../call/state/scoped-state.js';
import { ABSENT, parseStatePath } from '../../call/state/state-path.js';
import type { ToolState } from '../../call/state/tool-state.js';
import type { CallHandler, PipelineCall } from './pipeline.js';

/**
 * Replaces the references in the arguments of a call, such as `${session.user.name}`, by values of the state. Only calls
 * that an application passes to `execute` with `references` have any. Events have shown the unresolved arguments.
 */
export function resolveReferences(next: CallHandler): CallHandler {
  return (call, sink) => {
    const { references, parsedInput } = call.root;
    if (references === undefined) return next(call, sink);
    const input = resolveInput(call.root.repairedInput ?? parsedInput ?? call.input, call, references);
    if (ToolError.is(input)) return Promise.resolve<Outcome>(createFailedOutcome(call.name, input));
    return next(call.with({ input }), sink);
  };
}

function resolveInput(input: unknown, { name, state, root }: PipelineCall, references: StateScope): unknown {
  try {
    return resolveValue(input, (path) => lookUp(path, state, references));
  } catch (thrown) {
    return toToolError(thrown, { toolName: name, secretsIn: root.state.roots() });
  }
}

type LookUp = (path: string) => unknown;

function resolveValue(value: unknown, find: LookUp): unknown {
  if (typeof value === 'string') return resolveText(value, find);
  if (Array.isArray(value)) return value.map((item) => resolveValue(item, find));
  if (!isContainer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolveValue(member, find)]));
}

const onlyReference = /^\$\{([^{}]*)\}$/;
const references = /\\\$\{|\$\{([^{}]*)\}/g;

/** Returns the value itself for a text that is one reference, and otherwise the text with the values in it. */
function resolveText(text: string, find: LookUp): unknown {
  const path = onlyReference.exec(text)?.[1];
  if (path !== undefined) return copyContainers(find(path));
  return text.replace(references, (_, within: string | undefined) => {
    return within === undefined ? '${' : toText(find(within));
  });
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function lookUp(stateKey: string, state: ToolState, scope: StateScope): unknown {
  const path = parseStatePath(stateKey, 'references');
  const isListed = scope.contains(path.steps);
  const value = isListed ? state.lookup(path) : ABSENT;
  if (value !== ABSENT) return value;
  const problem = isListed
    ? `No value at state key '${stateKey}', which the arguments refer to. Set it in the state.`
    : `The arguments refer to the state key '${stateKey}', which is not listed. List it in the option references.`;
  throw new UnboundStateError(problem, { details: { stateKey } });
}
