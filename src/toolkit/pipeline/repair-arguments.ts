import { ToolError } from '../../base/errors/errors.js';
import { raceAbort } from '../../call/abort-scope.js';
import { argumentLimits } from '../../schema/values/limits.js';
import { parseJson, repairJson } from '../../tool/arguments/repair-json.js';
import type { CallHandler, FoundTool, PipelineCall } from './pipeline.js';

/** The result for a string that is not the JSON text of an object. */
export const MALFORMED: unique symbol = Symbol('malformed');

/**
 * Parses arguments that are JSON text. Returns undefined for anything but a string, and for a string that every tool
 * rejects.
 */
export function parseArguments(input: unknown): object | typeof MALFORMED | undefined {
  if (typeof input !== 'string' || input.length > argumentLimits.characters || input.trim() === '') return undefined;
  const value = parseJson(input);
  if (value === undefined || typeof value === 'string') return MALFORMED;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

/** Repairs malformed JSON arguments before a call continues, if the tool accepts the repaired arguments. */
export function repairArguments(next: CallHandler): CallHandler {
  const repairAndRun: CallHandler = async (call, sink) => {
    const { root } = call;
    const found = findQuietly(call);
    root.repairedInput = found && (await repairInput(found, call));
    return next(root.repairedInput === undefined ? call : call.with({ input: root.repairedInput }), sink);
  };
  return (call, sink) => (call.root.isMalformed ? repairAndRun(call, sink) : next(call, sink));
}

/**
 * Returns the tool of a call, or undefined. The error of a tool that cannot be found is reported by the call itself.
 */
function findQuietly({ name, root }: PipelineCall): FoundTool | undefined {
  try {
    const found = root.environment.find(name, root.options);
    return ToolError.is(found) ? undefined : found;
  } catch {
    return undefined;
  }
}

/**
 * Repairs malformed arguments. Returns undefined if the tool does not accept the repaired object. Only a read-only tool
 * receives text that was cut off, because other tools might write an incomplete file or pay a part of a price.
 */
async function repairInput({ entry }: FoundTool, { input, context, root }: PipelineCall): Promise<object | undefined> {
  const { spec, extension } = entry;
  const { state, signal } = context;
  const text = String(input);
  const candidate = parseJson(text) ?? (await repair(text, spec.annotations?.readOnlyHint === true));
  // JSON text may be encoded as JSON twice.
  const value = typeof candidate === 'string' ? parseJson(candidate) : candidate;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  try {
    const validating = (extension ?? spec).validate(value, { state, coerce: root.options.coerce });
    const validation = await raceAbort(validating, { signal, toolName: spec.name });
    return validation.ok ? value : undefined;
  } catch {
    // The call itself reports the error, or that it was aborted.
    return undefined;
  }
}

async function repair(text: string, isReadOnly: boolean): Promise<unknown> {
  const repaired = await repairJson(text);
  return repaired?.isCutOff === true && !isReadOnly ? undefined : repaired?.value;
}
