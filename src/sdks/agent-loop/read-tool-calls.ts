import { DefinitionError } from '../../base/errors/errors.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { ToolCall } from '../../call/call-options.js';
import { parseArguments } from '../../toolkit/pipeline/repair-arguments.js';

/**
 * Reads the tool calls in the answer of a model: of OpenAI's Chat Completions or Responses API, of Anthropic's Messages
 * API, of Gemini's `generateContent`, or a result of the AI SDK. Returns an empty list if the answer has none. Calls that
 * the provider or the AI SDK has run are omitted. Arguments that are not the JSON text of an object are returned as
 * text, which a toolkit repairs or refuses. A call without a name has the name `''`, so that running it returns an error for the model.
 *
 * @example
 * ```ts
 * for (const { id, name, input } of readToolCalls(answer)) await toolkit.execute(name, input, { callId: id });
 * ```
 * @throws DefinitionError if the value is not such an answer, such as a promise or a stream of one.
 */
export function readToolCalls(answer: unknown): ToolCall[] {
  let calls: ToolCall[] | undefined;
  try {
    calls = readAnswer(answer);
  } catch {
    // A getter throws, or a proxy is revoked.
  }
  if (calls !== undefined) return calls;
  throw new DefinitionError(
    `readToolCalls: ${previewValue(answer)} is not an answer of OpenAI, Anthropic, Gemini or the AI SDK. ` +
      'Await the answer, and pass the entire object.',
  );
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns undefined if the value has the structure of no answer. */
function readAnswer(answer: unknown): ToolCall[] | undefined {
  if (!isObject(answer)) return undefined;
  if (Array.isArray(answer.choices)) return readChatMessage(fieldsOf(answer.choices[0]).message);
  if (Array.isArray(answer.candidates)) return readGeminiContent(fieldsOf(answer.candidates[0]).content);
  // Gemini has blocked the prompt.
  if (isObject(answer.promptFeedback)) return [];
  // A result of the AI SDK also has `output`, which throws if the model has generated none.
  if (Array.isArray(answer.content)) return readContentParts(answer.content);
  if (Array.isArray(answer.output)) return readResponseItems(answer.output);
  return Array.isArray(answer.toolCalls) ? readContentParts(answer.toolCalls) : undefined;
}

function readChatMessage(message: unknown): ToolCall[] {
  const { tool_calls: calls, function_call: legacy } = fieldsOf(message);
  const functions = objectsIn(calls).filter((call) => isObject(call.function));
  const read = functions.map((call) =>
    toCall(call.id, fieldsOf(call.function).name, fieldsOf(call.function).arguments),
  );
  return isObject(legacy) ? [...read, toCall(undefined, legacy.name, legacy.arguments)] : read;
}

function readResponseItems(items: readonly unknown[]): ToolCall[] {
  const calls = objectsIn(items).filter(({ type }) => type === 'function_call');
  return calls.map((call) => toCall(call.call_id, call.name, call.arguments));
}

function readGeminiContent(content: unknown): ToolCall[] {
  const calls = objectsIn(fieldsOf(content).parts).map((part) => part.functionCall);
  return objectsIn(calls).map((call) => toCall(call.id, call.name, call.args));
}

/** Reads the content of a message of Anthropic, and of a result of the AI SDK. */
function readContentParts(list: readonly unknown[]): ToolCall[] {
  const parts = objectsIn(list);
  const hasRun = new Set(
    parts.filter(({ type }) => type === 'tool-result' || type === 'tool-error').map((part) => part.toolCallId),
  );
  return parts.flatMap((part) => {
    if (part.type === 'tool_use') return [toCall(part.id, part.name, part.input)];
    if (part.type !== 'tool-call' || part.providerExecuted === true || hasRun.has(part.toolCallId)) return [];
    return [toCall(part.toolCallId, part.toolName, part.input)];
  });
}

function toCall(id: unknown, name: unknown, input: unknown): ToolCall {
  const known = typeof id === 'string' && id !== '' ? { id } : {};
  return { ...known, name: typeof name === 'string' ? name : '', input: readInput(input) };
}

function readInput(input: unknown): unknown {
  // Some models send nothing for a tool without parameters.
  if (input === undefined || input === null || input === '') return {};
  const parsed = parseArguments(input);
  return typeof parsed === 'object' ? parsed : input;
}

function objectsIn(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
