import {
  type MessageSource,
  type OpenAIFunctionCallOutput,
  type OpenAIToolMessage,
  toToolMessage,
} from '../../call/response/tool-message.js';

/** Creates the message of a result or a final response for the Chat Completions API, which accepts only text. */
export function toolMessage(result: MessageSource): OpenAIToolMessage {
  return toToolMessage(result, 'openai');
}

/** Creates the output of a result or a final response for the Responses API, with the images and files that it accepts. */
export function responsesToolOutput(result: MessageSource): OpenAIFunctionCallOutput {
  return toToolMessage(result, 'openai-responses');
}
