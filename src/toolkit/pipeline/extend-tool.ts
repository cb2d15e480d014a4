import { ValidationError, type ValidationIssue } from '../../errors.js';
import { raceAbort } from '../../execution/abort-scope.js';
import { toToolError } from '../../execution/failure.js';
import { createFailedOutcome, type Outcome } from '../../execution/outcome.js';
import { describeIssues } from '../../schema/validation/schema-issues.js';
import type { ExtendedOptions } from '../extended/extended-tool.js';
import type { ToolEntry } from '../tool-entry.js';
import type { CallHandler, PipelineCall } from './pipeline.js';
import { withMetadata } from './response-outcome.js';

/**
 * Removes the fields of an extended model from the arguments before the tool receives them, and adds them to the
 * outcome as `metadata.structuredOutput`.
 */
export function extendTool({ extension }: ToolEntry, next: CallHandler): CallHandler {
  if (extension === undefined) return next;
  return async (call, sink) => {
    const read = await awaitUnlessAborted(call, extension.readFields(call.input, optionsOf(call)));
    if ('error' in read) return read;
    if (read.kind === 'invalid') return toInvalidOutcome(call, read.issues);
    // The tool itself rejects arguments that are not an object.
    if (read.kind === 'unreadable') return next(call, sink);
    const outcome = await next(call.with({ input: read.input }), sink);
    return outcome.error === undefined ? withMetadata(outcome, { structuredOutput: read.structuredOutput }) : outcome;
  };
}

/** Validates the arguments of a tool with an extended model, fields included, before the call continues. */
export function validateExtended({ extension }: ToolEntry, next: CallHandler): CallHandler {
  if (extension === undefined) return next;
  return async (call, sink) => {
    const validation = await awaitUnlessAborted(call, extension.validate(call.input, optionsOf(call)));
    if ('error' in validation) return validation;
    return validation.ok ? next(call, sink) : toInvalidOutcome(call, validation.issues);
  };
}

function optionsOf({ state, root }: PipelineCall): ExtendedOptions {
  return { state, coerce: root.options.coerce };
}

/** Awaits a promise. Resolves to a failed outcome if the call is aborted first, or if the promise rejects. */
async function awaitUnlessAborted<T extends object>(
  { name: toolName, context }: PipelineCall,
  promise: Promise<T>,
): Promise<T | Outcome> {
  try {
    return await raceAbort(promise, { signal: context.signal, toolName });
  } catch (thrown) {
    return createFailedOutcome(toolName, toToolError(thrown, { toolName, secretsIn: context.state.roots() }));
  }
}

function toInvalidOutcome({ name: toolName }: PipelineCall, issues: readonly ValidationIssue[]): Outcome {
  return createFailedOutcome(toolName, new ValidationError(describeIssues(toolName, issues), { toolName, issues }));
}
