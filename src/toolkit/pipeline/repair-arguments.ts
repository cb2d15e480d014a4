import { ToolError } from '../../errors.js';
import { raceAbort } from '../../execution/abort-scope.js';
import { argumentLimits } from '../../schema/validation/limits.js';
import type { CallHandler, FoundTool, PipelineCall } from './pipeline.js';

/** Marks arguments that came as a text that is no JSON object. */
export const MALFORMED: unique symbol = Symbol('malformed');

/**
 * Parses arguments that came as JSON text. Gives undefined for what is no text, and for a text that every tool refuses.
 */
export function parseArguments(input: unknown): object | typeof MALFORMED | undefined {
  if (typeof input !== 'string' || input.length > argumentLimits.characters || input.trim() === '') return undefined;
  const value = parse(input);
  if (value === undefined || typeof value === 'string') return MALFORMED;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

/** Repairs malformed JSON arguments before a call goes on, if the tool accepts what they are repaired to. */
export function repairArguments(next: CallHandler): CallHandler {
  const repairAndRun: CallHandler = async (call, sink) => {
    const { root } = call;
    const found = findQuietly(call);
    root.repairedInput = found && (await repairFor(found, call));
    return next(root.repairedInput === undefined ? call : call.with({ input: root.repairedInput }), sink);
  };
  return (call, sink) => (call.root.isMalformed ? repairAndRun(call, sink) : next(call, sink));
}

/** A tool that cannot be found is reported later, by the call itself. */
function findQuietly({ name, root }: PipelineCall): FoundTool | undefined {
  try {
    const found = root.environment.find(name, root.options.auth);
    return ToolError.is(found) ? undefined : found;
  } catch {
    return undefined;
  }
}

/**
 * Gives the object that a malformed text stands for; undefined if the tool does not accept it. A text that ends in the
 * middle of a string was cut off: half a file must not be written for a whole one, so only a read-only tool gets it.
 */
async function repairFor({ entry }: FoundTool, { input, context }: PipelineCall): Promise<object | undefined> {
  const { spec, extension } = entry;
  const { state, signal } = context;
  const text = String(input);
  const candidate = parse(text) ?? (await repair(text, spec.annotations?.readOnlyHint === true));
  // JSON text inside of JSON text.
  const value = typeof candidate === 'string' ? parse(candidate) : candidate;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  try {
    const validating = (extension ?? spec).validate(value, { state });
    const validation = await raceAbort(validating, { signal, toolName: spec.name });
    return validation.ok ? value : undefined;
  } catch {
    // The call itself reports what is wrong, or that it was aborted.
    return undefined;
  }
}

// No model sends this character: it stands for the symbol of "end of transmission".
const marker = '\u2404';

async function repair(input: string, isHarmless: boolean): Promise<unknown> {
  const repairing = await loadRepair();
  if (repairing === undefined) return undefined;
  const { jsonrepair } = repairing;
  const repairedText = attempt(() => jsonrepair(input));
  if (repairedText === undefined) return undefined;
  // What is appended to a text that was cut off becomes part of its last string.
  const isCutOff = attempt(() => jsonrepair(input + marker).replace(marker, '')) === repairedText;
  return isCutOff && !isHarmless ? undefined : parse(repairedText);
}

/** Loads jsonrepair when it is first needed. A bundle may lack it: then texts are not repaired. */
async function loadRepair(): Promise<typeof import('jsonrepair') | undefined> {
  try {
    return await import('jsonrepair');
  } catch {
    return undefined;
  }
}

function parse(json: string): unknown {
  return attempt(() => JSON.parse(json) as unknown);
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
