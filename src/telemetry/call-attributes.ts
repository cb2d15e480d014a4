import type { Attributes } from '@opentelemetry/api';
import { collectSecrets, redactText } from '../execution/redact.js';
import { contentText } from '../response/content.js';
import { toJsonValue } from '../response/json-value.js';
import type { ToolResponse } from '../response/tool-response.js';
import type { MiddlewareCall } from '../toolkit/middleware/middleware.js';

/** What of a call is recorded besides what it is. */
export interface CaptureOptions {
  /** Whether the arguments are recorded. They may hold what is private. @default false */
  readonly captureInput?: boolean | undefined;
  /** Whether the result is recorded. It may hold what is private. @default false */
  readonly captureOutput?: boolean | undefined;
}

// Tool names have at most 64 characters; a model may ask for anything.
const longestName = 64;

/** The name that a model asked for, as far as a tool could have it. */
export function shownName({ name }: MiddlewareCall): string {
  return String(name).slice(0, longestName);
}

/**
 * What is known of a call when it begins.
 *
 * The names are those of OpenTelemetry's conventions for generative AI:
 * https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/execute-tool.md
 */
export function startAttributes(call: MiddlewareCall, { captureInput }: CaptureOptions): Attributes {
  const description = call.spec?.description;
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': shownName(call),
    'gen_ai.tool.call.id': call.id,
    'gen_ai.tool.type': 'function',
    ...(description === undefined ? {} : { 'gen_ai.tool.description': description }),
    ...(captureInput === true ? { 'gen_ai.tool.call.arguments': shownJson(call.input, call) } : {}),
  };
}

/** What a call gave, if it is to be recorded: the conventions know a result only of a success. */
export function resultAttributes(
  last: ToolResponse,
  call: MiddlewareCall,
  { captureOutput }: CaptureOptions,
): Attributes {
  if (captureOutput !== true || last.state !== 'success') return {};
  const { structuredContent, content } = last;
  const shown = structuredContent === undefined ? contentText(content) : structuredContent;
  return { 'gen_ai.tool.call.result': shownJson(shown, call) };
}

/** A text without the secrets that the call's state, or the tool's own, holds. */
export function withoutSecrets(text: string, { context, spec }: MiddlewareCall): string {
  const own = spec === undefined ? [] : [...spec.state.roots(), spec.bindings];
  return redactText(text, collectSecrets([...context.state.roots(), ...own]));
}

/** Text as it is, all else as JSON text. */
function shownJson(value: unknown, call: MiddlewareCall): string {
  try {
    const shown = typeof value === 'string' ? value : (JSON.stringify(toJsonValue(value)) ?? '');
    return withoutSecrets(shown, call);
  } catch {
    return '[no JSON form]';
  }
}
