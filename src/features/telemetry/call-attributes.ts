import type { Attributes } from '@opentelemetry/api';
import { collectSecrets, redactText } from '../../call/redact-secrets.js';
import { contentText } from '../../call/response/content.js';
import { toJsonValue } from '../../call/response/json-value.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { MiddlewareCall } from '../../toolkit/entry/middleware.js';

/** The options that control which data of a call is recorded. */
export interface CaptureOptions {
  /** Whether the arguments are recorded. They may contain private data. @default false */
  readonly captureInput?: boolean | undefined;
  /** Whether the result is recorded. It may contain private data. @default false */
  readonly captureOutput?: boolean | undefined;
}

// Tool names have at most 64 characters, but a model may request any name.
const maxNameLength = 64;

/** Returns the tool name that a model requested, truncated to the maximum length. */
export function truncateName({ name }: MiddlewareCall): string {
  return String(name).slice(0, maxNameLength);
}

/**
 * Creates the attributes of a call at its start.
 *
 * The names follow OpenTelemetry's conventions for generative AI:
 * https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/execute-tool.md
 */
export function createStartAttributes(call: MiddlewareCall, { captureInput }: CaptureOptions): Attributes {
  const description = call.spec?.description;
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': truncateName(call),
    'gen_ai.tool.call.id': call.id,
    'gen_ai.tool.type': 'function',
    ...(call.stage === 'result' ? { 'toolwright.stage': 'result' } : {}),
    ...(description === undefined ? {} : { 'gen_ai.tool.description': description }),
    ...(captureInput === true ? { 'gen_ai.tool.call.arguments': toAttributeText(call.input, call) } : {}),
  };
}

/**
 * Creates the attributes of the result if it is recorded. The conventions define a result only for successful calls.
 */
export function createResultAttributes(
  last: ToolResponse,
  call: MiddlewareCall,
  { captureOutput }: CaptureOptions,
): Attributes {
  if (captureOutput !== true || last.state !== 'success') return {};
  const { structuredContent, content } = last;
  const shown = structuredContent === undefined ? contentText(content) : structuredContent;
  return { 'gen_ai.tool.call.result': toAttributeText(shown, call) };
}

/** Redacts in a text the secrets that the state of the call or of the tool contains. */
export function redactSecrets(text: string, { context, spec }: MiddlewareCall): string {
  const own = spec === undefined ? [] : [...spec.state.roots(), spec.bindings];
  return redactText(text, collectSecrets([...context.state.roots(), ...own]));
}

/** Prints a string as it is, and any other value as JSON text, with secrets redacted. */
function toAttributeText(value: unknown, call: MiddlewareCall): string {
  try {
    const shown = typeof value === 'string' ? value : (JSON.stringify(toJsonValue(value)) ?? '');
    return redactSecrets(shown, call);
  } catch {
    return '[not serializable]';
  }
}
