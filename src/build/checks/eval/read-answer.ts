import { parseJson } from '../../../base/json/parse-json.js';
import { previewValue } from '../../../base/values/value-preview.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { argumentLimits } from '../../../schema/values/limits.js';
import type { ModelAnswer, ModelCall } from './model.js';

/** The longest answer of a model, in bytes, or characters of a line. */
export const maxAnswerLength = 10 * 1024 * 1024;

/** Parses JSON of a model. Returns undefined for any other text, and for JSON that is nested deeper than arguments may be. */
export function parseModelJson(text: string): unknown {
  try {
    const value = parseJson(text);
    return isTooDeep(value, argumentLimits.depth) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isTooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isTooDeep(one, levels - 1));
}

/** Reads a line of a model: `{ "calls": [{ "name": …, "arguments": … }] }`. */
export function readAnswer(line: string): ModelAnswer {
  const value = parseModelJson(line);
  if (isRecord(value) && Array.isArray(value.calls)) return readCalls(value.calls);
  return { problem: `The model answered ${previewValue(value ?? line)}, not {"calls":[…]}.` };
}

/** Reads the calls of a model. The arguments of a call are an object or its JSON text, and may be missing. */
export function readCalls(items: readonly unknown[]): ModelAnswer {
  const calls: ModelCall[] = [];
  for (const item of items) {
    const { name, arguments: sent } = isRecord(item) ? item : {};
    if (typeof name !== 'string' || name === '') {
      return { problem: `The model answered the call ${previewValue(item)}, which has no name.` };
    }
    const args = readArguments(sent);
    if (!isRecord(args)) {
      return { problem: `The model called ${previewValue(name)} with ${previewValue(sent)}, which is no JSON object.` };
    }
    calls.push({ name, arguments: args });
  }
  return { calls };
}

function readArguments(sent: unknown): unknown {
  // Some models send nothing for a tool without parameters.
  if (sent === undefined || sent === null || sent === '') return {};
  return typeof sent === 'string' ? parseModelJson(sent) : sent;
}
