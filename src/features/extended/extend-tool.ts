import type { ValidationIssue } from '../../base/errors/errors.js';
import { raceAbort } from '../../call/abort-scope.js';
import { toToolError } from '../../call/failure.js';
import { createFailedOutcome, type Outcome } from '../../call/outcome.js';
import { withMetadata } from '../../call/response-outcome.js';
import { createArgumentError } from '../../schema/validation/issue-errors.js';
import type { ExtendedOptions } from '../../tool/arguments/tool-extension.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import type { CallHandler, PipelineCall } from '../../toolkit/pipeline/pipeline.js';

/**
 * Removes the fields of an extended model from the arguments before the tool receives them, and adds them to the
 * outcome as `metadata.structuredOutput`.
 */
export function extendTool({ extension }: ToolEntry, next: CallHandler): CallHandler {
  if (extension === undefined) return next;
  return async (call, sink) => {
    const checked = call.root.checkedInputs?.find(extension.shown, call.input)?.extension;
    if (checked !== undefined) {
      const { own, structuredOutput } = checked;
      return addOutput(await next(call.with({ input: own.sent }), sink), structuredOutput);
    }
    const read = await awaitUnlessAborted(call, extension.readFields(call.input, optionsOf(call)));
    if ('error' in read) return read;
    if (read.kind === 'invalid') return toInvalidOutcome(call, read.issues);
    // The tool itself rejects arguments that are not an object.
    if (read.kind === 'unreadable') return next(call, sink);
    return addOutput(await next(call.with({ input: read.input }), sink), read.structuredOutput);
  };
}

function addOutput(outcome: Outcome, structuredOutput: unknown): Outcome {
  return outcome.error === undefined ? withMetadata(outcome, { structuredOutput }) : outcome;
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
  return createFailedOutcome(toolName, createArgumentError(toolName, issues));
}
