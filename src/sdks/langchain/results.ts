import { ToolMessage } from '@langchain/core/messages';
import { type InlineMedia, isText, joinText, readParts, type TextPart } from '../../call/response/message-parts.js';
import { isImageOrPdf } from '../../call/response/provider-media.js';
import type { ToolResponse } from '../../call/response/tool-response.js';

/** A part of the content of a tool's result, in the form that the chat models of LangChain accept. */
type LangChainPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'file'; source_type: 'base64'; mime_type: string; data: string; metadata: { filename: string } };

/** The content of a result for a model, and its data for the application. */
export type ContentAndArtifact = [content: string | LangChainPart[], artifact: unknown];

/** Converts a response to the content for a model and the structured content for the application. */
export function toContentAndArtifact(response: ToolResponse): ContentAndArtifact {
  const hasFailed = response.error !== undefined;
  const parts = readParts(response, (media): media is InlineMedia => !hasFailed && isImageOrPdf(media));
  return [isText(parts) ? joinText(parts) : parts.map(toPart), response.structuredContent];
}

/** Converts a response to the message that answers a call. */
export function toMessage(response: ToolResponse, id: string): ToolMessage {
  const [content, artifact] = toContentAndArtifact(response);
  const status = response.error === undefined ? 'success' : 'error';
  return new ToolMessage({ content, artifact, status, tool_call_id: id, name: response.toolName });
}

function toPart(part: TextPart | InlineMedia): LangChainPart {
  if (part.type === 'text') return part;
  const { mimeType, data, name: filename = 'file.pdf' } = part;
  if (mimeType.startsWith('image/'))
    return { type: 'image_url', image_url: { url: `data:${mimeType};base64,${data}` } };
  return { type: 'file', source_type: 'base64', mime_type: mimeType, data, metadata: { filename } };
}
