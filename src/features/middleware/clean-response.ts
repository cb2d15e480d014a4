import { errorFromInfo, markLike, RateLimitError, type ToolError } from '../../base/errors/errors.js';
import { inspectText } from '../../base/text/inspect-text.js';
import { type ContentBlock, copyBlock, resourceLink, text } from '../../call/response/content.js';
import { contentData } from '../../call/response/rendered.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import { errorOf, renderedOf, reviseResponse } from '../../call/revise-response.js';
import { isContainer } from '../../call/state/containers.js';
import type { TextCleaner } from './text-cleaner.js';

/** Cleans a chunk. Returns the same object if nothing changes. */
export function cleanChunk(chunk: ToolResponse, clean: TextCleaner): ToolResponse {
  const parts = cleanParts(chunk, clean);
  return parts.isSame ? chunk : { ...chunk, ...parts.changes };
}

/** Cleans a final response, its error included. Returns the same object if nothing changes. */
export function cleanFinalResponse(last: ToolResponse, clean: TextCleaner): ToolResponse {
  const { isSame, changes } = cleanParts(last, clean);
  const error = cleanError(errorOf(last), clean);
  if (isSame && error === undefined) return last;
  const data = cleanData(last, changes, clean);
  return reviseResponse(last, { ...changes, data, ...(error === undefined ? {} : { error }) });
}

type Changes = Pick<ToolResponse, 'content' | 'structuredContent' | 'metadata' | 'meta'>;

function cleanParts(response: ToolResponse, clean: TextCleaner): { isSame: boolean; changes: Changes } {
  const { content, structuredContent, metadata, meta } = response;
  const cleaned = {
    content: cleanContent(content, clean),
    structuredContent: cleanJson(structuredContent, clean),
    metadata: cleanJson(metadata, clean),
    meta: cleanJson(meta, clean),
  };
  const { metadata: noted, meta: sent, ...shown } = cleaned;
  return {
    isSame:
      shown.content === content && shown.structuredContent === structuredContent && noted === metadata && sent === meta,
    changes: {
      ...shown,
      ...(noted === undefined ? {} : { metadata: noted }),
      ...(sent === undefined ? {} : { meta: sent }),
    },
  };
}

/** Returns the tool's own data if its JSON representation is unchanged, and the cleaned representation otherwise. */
function cleanData(last: ToolResponse, { content, structuredContent }: Changes, clean: TextCleaner): unknown {
  const { data } = renderedOf(last);
  if (structuredContent !== undefined) return structuredContent === last.structuredContent ? data : structuredContent;
  if (typeof data === 'string') return clean(data);
  return data === undefined || content === last.content ? data : contentData(content);
}

function cleanContent(content: readonly ContentBlock[], clean: TextCleaner): readonly ContentBlock[] {
  const cleaned = content.map((block) => cleanBlock(block, clean));
  return cleaned.every((block, index) => block === content[index]) ? content : Object.freeze(cleaned);
}

function cleanBlock(block: ContentBlock, clean: TextCleaner): ContentBlock {
  if (block.type === 'text') {
    const { type: _, text: shown, ...options } = block;
    const cleaned = clean(shown);
    return cleaned === shown ? block : text(cleaned, options);
  }
  if (block.type === 'resource') {
    const { resource: contents, ...rest } = block;
    // Bytes are not text: a match in their base64 is a coincidence.
    const { blob, ...words } = contents;
    const cleaned = cleanJson(words, clean);
    return cleaned === words
      ? block
      : copyBlock({ ...rest, resource: blob === undefined ? cleaned : { ...cleaned, blob } });
  }
  if (block.type === 'media_link') {
    const { type, media, ...words } = block;
    const cleaned = cleanJson(words, clean);
    return cleaned === words ? block : copyBlock({ type, media, ...cleaned });
  }
  if (block.type === 'file') {
    const { type, data, ...words } = block;
    const cleaned = cleanJson(words, clean);
    return cleaned === words ? block : copyBlock({ type, data, ...cleaned });
  }
  if (block.type !== 'resource_link') return block;
  const { type: _, ...link } = block;
  const cleaned = cleanJson(link, clean);
  return cleaned === link ? block : resourceLink(cleaned);
}

/** Cleans every string in JSON data, keys included. Returns the same object if nothing changes. */
export function cleanJson<T>(data: T, clean: TextCleaner): T {
  return cleanNode(data, clean) as T;
}

function cleanNode(node: unknown, clean: TextCleaner): unknown {
  if (typeof node === 'string') return clean(node);
  if (Array.isArray(node)) {
    const items = node.map((item) => cleanNode(item, clean));
    return items.every((item, index) => item === node[index]) ? node : items;
  }
  if (!isContainer(node)) return node;
  const members = Object.entries(node);
  const cleaned = members.map(([key, value]) => [clean(key), cleanNode(value, clean)] as const);
  const isSame = cleaned.every(([key, value], index) => key === members[index]?.[0] && value === members[index]?.[1]);
  return isSame ? node : Object.fromEntries(cleaned);
}

// Deep enough for the errors of HTTP clients.
const shownDepth = 6;

/** Creates a cleaned error of the same kind. Returns undefined if the error needs no cleaning. */
function cleanError(error: ToolError | undefined, clean: TextCleaner): ToolError | undefined {
  if (error === undefined) return undefined;
  const info = error.toJSON();
  const cleaned = cleanJson(info, clean);
  const shown = inspectText(error, shownDepth);
  if (cleaned === info && clean(shown) === shown) return undefined;
  const { toolName } = error;
  const { message, details } = cleaned;
  const { retryAfterMs } = error as { readonly retryAfterMs?: unknown };
  if (error.code === 'rate_limit' && typeof retryAfterMs === 'number') {
    return markLike(new RateLimitError(message, { toolName, details, retryAfterMs }), error);
  }
  // The error code and `retryable` come from this package, not from the tool.
  return markLike(errorFromInfo({ ...info, message, ...(details === undefined ? {} : { details }) }, toolName), error);
}
