import { ValidationError } from '../../base/errors/errors.js';
import type { ToolCall } from '../../call/call-options.js';
import { argumentLimits } from '../../schema/values/limits.js';
import { parseJson, repairJson } from '../../tool/arguments/repair-json.js';
import { skipString } from './skip-string.js';
import { withoutThoughts } from './without-thoughts.js';

/**
 * Reads the tool calls that a model has written as JSON in a text: in code fences or not, one or several, with text
 * around them. Calls in the thoughts of a model are drafts, which are not returned. Malformed JSON is repaired. Arguments
 * that were cut off are returned as text, which a toolkit repairs only for read-only tools. Returns an empty list if the text contains no call.
 *
 * @throws ValidationError if the text contains a call that cannot be read. Its message may be sent to the model.
 */
export async function readReply(text: string): Promise<ToolCall[]> {
  if (text.length > argumentLimits.characters) {
    throw createReplyError(`The reply is longer than ${argumentLimits.characters} characters.`);
  }
  const reply = withoutThoughts(text);
  const fenced = (await Promise.all(fencedTexts(reply).map(readCalls))).flat();
  const calls = fenced.length > 0 ? fenced : await readBracketed(reply);
  if (calls.length > 0) return calls;
  if (!mentionsCall(reply)) return [];
  throw createReplyError('The reply contains a tool call that is not JSON.');
}

function createReplyError(problem: string): ValidationError {
  return new ValidationError(`${problem} Write each call as { "name": "…", "parameters": { … } }.`);
}

type Fields = Readonly<Record<string, unknown>>;

const argumentKeys = ['parameters', 'arguments', 'input'] as const;
const quote = `["'＂“”„‟‘’‚‛«»‹›]?`;
const colon = '\\s*[:：]';
// Bounded, so that a long text is searched in linear time.
const callStart = new RegExp(
  `${quote}name${quote}${colon}[^{}]{0,200}?${quote}(?:parameters|arguments|input)${quote}${colon}\\s*`,
);

function mentionsCall(text: string): boolean {
  return text.includes('{') && callStart.test(text);
}

async function readCalls(text: string): Promise<readonly ToolCall[]> {
  const parsed = parseJson(text);
  if (parsed !== undefined) return callsIn(parsed);
  // Only what looks like a call is repaired, because text in braces is not JSON.
  if (!mentionsCall(text)) return [];
  const repaired = await repairJson(text);
  const calls = callsIn(repaired?.value);
  const last = calls.at(-1);
  if (repaired?.isCutOff !== true || last === undefined) return calls;
  return [...calls.slice(0, -1), { ...last, input: await readLastArguments(text) }];
}

/** Returns the last call's arguments in text that was cut off. If they were cut off themselves, they are text. */
async function readLastArguments(text: string): Promise<unknown> {
  const starts = [...text.matchAll(new RegExp(callStart, 'g'))];
  const start = starts.at(-1);
  const rest = start === undefined ? text : text.slice(start.index + start[0].length);
  // An empty text would be the arguments of a tool without parameters.
  if (rest === '') return '{';
  const repaired = await repairJson(rest);
  return repaired?.isCutOff === false && typeof repaired.value === 'object' ? repaired.value : rest;
}

/** Returns the calls in a JSON value: a call, a list of calls, or an object with such a list. */
function callsIn(value: unknown): readonly ToolCall[] {
  if (Array.isArray(value)) return value.flatMap(callsIn);
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Fields;
  if (Array.isArray(fields.tool_calls)) return fields.tool_calls.flatMap(callsIn);
  if (typeof fields.function === 'object') return callsIn(fields.function);
  const { name } = fields;
  const key = argumentKeys.find((one) => Object.hasOwn(fields, one));
  if (typeof name !== 'string' || (key === undefined && Object.keys(fields).length > 1)) return [];
  return [{ name, input: (key === undefined ? undefined : fields[key]) ?? {} }];
}

function fencedTexts(reply: string): readonly string[] {
  return reply
    .split('```')
    .filter((_, index) => index % 2 === 1)
    .map((fenced) => fenced.replace(/^[\w-]*\s/, '').trim());
}

// Text in braces that is not JSON is rare.
const maxTexts = 100;

/** Reads the calls in the texts from each bracket to the one that closes it, or to the end of the reply. */
async function readBracketed(reply: string): Promise<ToolCall[]> {
  const calls: ToolCall[] = [];
  let start = bracketAfter(reply, 0);
  for (let count = 0; start !== -1 && count < maxTexts; count++) {
    const end = endOfJson(reply, start);
    const found = await readCalls(reply.slice(start, end));
    calls.push(...found);
    if (end === undefined && found.length > 0) break;
    // A bracket that is never closed may be part of a sentence.
    start = bracketAfter(reply, end ?? start + 1);
  }
  return calls;
}

function bracketAfter(text: string, from: number): number {
  const distance = text.slice(from).search(/[{[]/);
  return distance === -1 ? -1 : from + distance;
}

/** Returns the index after the bracket that closes the one at `start`. Undefined if none closes it. */
function endOfJson(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
    else at = skipString(text, at);
  }
  return undefined;
}
