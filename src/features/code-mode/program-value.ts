import { joinText, readParts } from '../../call/response/message-parts.js';
import type { ToolResponse } from '../../call/response/tool-response.js';

/**
 * Returns the data of a response or a result, as a program receives it. Without data, returns the text, in which media are
 * described.
 */
export function valueForProgram(response: Pick<ToolResponse, 'structuredContent' | 'content'>): unknown {
  const { structuredContent } = response;
  return structuredContent === undefined ? joinText(readParts(response, hasNoMedia)) : structuredContent;
}

function hasNoMedia(_: unknown): _ is never {
  return false;
}
