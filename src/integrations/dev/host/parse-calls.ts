import { readToolCalls, type ToolCall, ToolFormatter } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';

/**
 * Reads the calls in a text that a developer has copied: the answer of an API, a part of one, or what a model has written.
 *
 * @throws ValidationError if the text contains a call that cannot be read.
 */
export async function parseCalls(text: string): Promise<readonly ToolCall[]> {
  const answer = parseJson(text);
  for (const shape of shapesOf(answer)) {
    const calls = readAnswer(shape);
    if (calls.length > 0) return calls;
  }
  return new ToolFormatter().readCalls(text);
}

/** Returns the answers of which a value may be a part: the message of an answer, its content, or one of its items. */
function shapesOf(part: unknown): readonly unknown[] {
  if (!isRecord(part) && !Array.isArray(part)) return [];
  const items = Array.isArray(part) ? part : [part];
  return [
    part,
    { choices: [{ message: part }] },
    { content: items },
    { output: items },
    { candidates: [{ content: part }] },
    { candidates: [{ content: { parts: items } }] },
  ];
}

function readAnswer(answer: unknown): readonly ToolCall[] {
  try {
    return readToolCalls(answer);
  } catch {
    return [];
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
