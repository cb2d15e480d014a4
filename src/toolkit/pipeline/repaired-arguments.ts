import { CallGuard, interruption } from '../../execution/call-guard.js';
import { followAbort } from '../../execution/follow-abort.js';
import type { ToolContext } from '../../execution/tool-context.js';
import { argumentLimits } from '../../schema/validation/limits.js';
import type { ToolEntry } from '../tool-entry.js';

/** Says that arguments came as a text that is no JSON object: a model's slip that may be put right. */
export const MALFORMED: unique symbol = Symbol('malformed');

/** Whether arguments came as such a text. */
export function isMalformed(input: unknown): input is string {
  return readText(input) === MALFORMED;
}

/** The object that arguments which came as a text stand for. Undefined of what is no text, and of what a tool refuses. */
export function readText(input: unknown): object | typeof MALFORMED | undefined {
  if (typeof input !== 'string' || input.length > argumentLimits.characters || input.trim() === '') return undefined;
  const value = parsed(input);
  if (value === undefined || typeof value === 'string') return MALFORMED;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

/**
 * The arguments that a malformed text stands for; undefined if none can be made of it that the tool takes. A text that
 * ends in the middle of a string was cut off: half a file must not be written for a whole one, so only a tool that
 * changes nothing gets it.
 */
export async function repairedArguments(
  input: string,
  { spec, extension }: Pick<ToolEntry, 'spec' | 'extension'>,
  { state, signal }: Pick<ToolContext, 'state' | 'signal'>,
): Promise<object | undefined> {
  const isHarmless = spec.annotations?.readOnlyHint === true;
  const candidate = parsed(input) ?? (await repaired(input, isHarmless));
  // JSON text inside of JSON text.
  const value = typeof candidate === 'string' ? parsed(candidate) : candidate;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const guard = new CallGuard();
  const unfollow = followAbort(signal, () => guard.end(interruption(spec.name, signal.reason)));
  try {
    const validation = await guard.wait((extension ?? spec).validate(value, { state }));
    return validation.ok ? value : undefined;
  } catch {
    // The call itself tells what is wrong, or that it was aborted.
    return undefined;
  } finally {
    unfollow();
  }
}

// No model sends this character: it stands for the symbol of "end of transmission".
const marker = '\u2404';

async function repaired(input: string, isHarmless: boolean): Promise<unknown> {
  const repairing = await loadRepair();
  if (repairing === undefined) return undefined;
  const { jsonrepair } = repairing;
  const repairedText = attempt(() => jsonrepair(input));
  if (repairedText === undefined) return undefined;
  // What is appended to a text that was cut off becomes part of its last string.
  const isCutOff = attempt(() => jsonrepair(input + marker).replace(marker, '')) === repairedText;
  return isCutOff && !isHarmless ? undefined : parsed(repairedText);
}

/** Loaded when first needed: nearly all texts are well-formed. Where a bundle lacks it, texts are taken as they are. */
async function loadRepair(): Promise<typeof import('jsonrepair') | undefined> {
  try {
    return await import('jsonrepair');
  } catch {
    return undefined;
  }
}

function parsed(json: string): unknown {
  return attempt(() => JSON.parse(json) as unknown);
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
