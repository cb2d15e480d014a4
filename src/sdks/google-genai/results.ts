import { type GeminiFunctionResponse, type MessageSource, toToolMessage } from '../../call/response/tool-message.js';

/** Creates the part of a result or a final response for Gemini, with the images and files that it accepts. */
export function functionResponse(result: MessageSource): GeminiFunctionResponse {
  return toToolMessage(result, 'gemini');
}
