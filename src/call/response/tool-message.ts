import { DefinitionError, infoForModel, type ToolError, type ToolErrorInfo } from '../../base/errors/errors.js';
import { isGeneratedCallId } from '../../base/runtime/call-ids.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { ContentBlock } from './content.js';
import { acceptsNone, isText, joinText, type Part, readParts } from './message-parts.js';
import {
  type AnthropicResultPart,
  type GeminiMedia,
  isAnthropicMedia,
  isGeminiMedia,
  isOpenAIMedia,
  type OpenAIOutputItem,
  toAnthropicPart,
  toGeminiMedia,
  toOpenAIItem,
} from './provider-media.js';

/** The parts of a result, or of a final response, from which its message is created. */
export interface MessageSource {
  readonly toolName: string;
  readonly callId: string;
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly error?: ToolError | ToolErrorInfo;
}

/** The result of a call for a program or for a prompt, independent of any provider. */
export interface ToolMessage {
  tool_name: string;
  /** The structured content of the result, or its text. Null if the call failed. */
  output: unknown;
  /** Null if the call succeeded. */
  error: ToolErrorInfo | null;
}

/** The result of a call for OpenAI's Chat Completions API, which accepts only text. */
export interface OpenAIToolMessage {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

/** The result of a call for OpenAI's Responses API. It is an item of `input`. */
export interface OpenAIFunctionCallOutput {
  type: 'function_call_output';
  call_id: string;
  output: string | OpenAIOutputItem[];
}

/** The result of a call for Anthropic's Messages API. It is a part of the content of the next user message. */
export interface AnthropicToolResult {
  type: 'tool_result';
  tool_use_id: string;
  content: string | AnthropicResultPart[];
  is_error?: true;
}

/** The result of a call for Gemini. It is a part of the next content with the role `user`. */
export interface GeminiFunctionResponse {
  functionResponse: {
    /** The ID of the call. Omitted if the model sent none. */
    id?: string;
    name: string;
    response: { output: unknown } | { error: string };
    /** The images and files of the result. Gemini 3 and later models accept them. */
    parts?: GeminiMedia[];
  };
}

/** The messages that `result.toMessage()` creates, by the API that receives them. */
export interface ToolMessages {
  openai: OpenAIToolMessage;
  'openai-responses': OpenAIFunctionCallOutput;
  anthropic: AnthropicToolResult;
  gemini: GeminiFunctionResponse;
}

/** Creates the message for a provider from a result. Throws a DefinitionError if the provider is unknown. */
export function toToolMessage<Provider extends keyof ToolMessages>(
  result: MessageSource,
  provider: Provider,
): ToolMessages[Provider] {
  if (Object.hasOwn(messages, provider)) return messages[provider](result);
  const names = Object.keys(messages).join(', ');
  throw new DefinitionError(`toMessage: ${previewValue(provider)} is not a provider. The providers are ${names}.`);
}

/** Creates the message that is independent of any provider. */
export function toPlainMessage(result: MessageSource & { readonly error?: ToolError }): ToolMessage {
  const { toolName: tool_name, error, structuredContent } = result;
  if (error !== undefined) return { tool_name, output: null, error: infoForModel(error) };
  return { tool_name, output: outputOf(structuredContent, readParts(result, acceptsNone)), error: null };
}

const messages: { readonly [Provider in keyof ToolMessages]: (result: MessageSource) => ToolMessages[Provider] } = {
  openai: (result) => ({
    role: 'tool',
    tool_call_id: result.callId,
    content: joinText(readParts(result, acceptsNone)),
  }),
  'openai-responses': (result) => {
    const parts = readParts(result, isOpenAIMedia);
    const output = isText(parts) ? joinText(parts) : parts.map(toOpenAIItem);
    return { type: 'function_call_output', call_id: result.callId, output };
  },
  anthropic: (result) => {
    const isError = result.error !== undefined;
    // The API accepts only text in the result of a failed call.
    const parts = readParts(result, isError ? acceptsNone : isAnthropicMedia);
    const content = isText(parts) ? joinText(parts) : parts.map(toAnthropicPart);
    return { type: 'tool_result', tool_use_id: result.callId, content, ...(isError ? { is_error: true } : {}) };
  },
  gemini: (result) => {
    const { callId, toolName: name, structuredContent, error } = result;
    const parts = readParts(result, error === undefined ? isGeminiMedia : acceptsNone);
    const media = parts.filter((part) => part.type === 'media');
    const response = error === undefined ? { output: outputOf(structuredContent, parts) } : { error: joinText(parts) };
    return {
      functionResponse: {
        // Gemini refuses an ID that it has not sent.
        ...(callId === '' || isGeneratedCallId(callId) ? {} : { id: callId }),
        name,
        response,
        ...(media.length === 0 ? {} : { parts: media.map(toGeminiMedia) }),
      },
    };
  },
};

function outputOf(structuredContent: unknown, parts: readonly Part[]): unknown {
  return structuredContent === undefined ? joinText(parts) : structuredContent;
}
