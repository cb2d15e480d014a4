import { inspect } from 'node:util';
import { errorFromInfo, RateLimitError, type ToolError } from '../../errors.js';
import { type ContentBlock, resource, resourceLink, text } from '../../response/content.js';
import { contentData } from '../../response/rendered.js';
import type { ToolResponse } from '../../response/tool-response.js';
import { isContainer } from '../../state/containers.js';
import { lastError, renderedOf, reviseLast } from './revise-last.js';
import type { TextCleaner } from './text-cleaner.js';

/** A chunk without what must not be seen; the very same where there is nothing. */
export function cleanedChunk(chunk: ToolResponse, clean: TextCleaner): ToolResponse {
  const parts = cleanedParts(chunk, clean);
  return parts.isSame ? chunk : { ...chunk, ...parts.changes };
}

/** A last response without what must not be seen, error included; the very same where there is nothing. */
export function cleanedLast(last: ToolResponse, clean: TextCleaner): ToolResponse {
  const { isSame, changes } = cleanedParts(last, clean);
  const error = cleanedError(lastError(last), clean);
  if (isSame && error === undefined) return last;
  const data = cleanedData(last, changes, clean);
  return reviseLast(last, { ...changes, data, ...(error === undefined ? {} : { error }) });
}

type Changes = Pick<ToolResponse, 'content' | 'structuredContent' | 'metadata'>;

function cleanedParts(response: ToolResponse, clean: TextCleaner): { isSame: boolean; changes: Changes } {
  const { content, structuredContent, metadata } = response;
  const cleaned = {
    content: cleanedContent(content, clean),
    structuredContent: cleanedJson(structuredContent, clean),
    metadata: cleanedJson(metadata, clean),
  };
  const { metadata: noted, ...shown } = cleaned;
  return {
    isSame: shown.content === content && shown.structuredContent === structuredContent && noted === metadata,
    changes: { ...shown, ...(noted === undefined ? {} : { metadata: noted }) },
  };
}

/** The tool's own data where it has the same JSON form as before, else what is left of that form. */
function cleanedData(last: ToolResponse, { content, structuredContent }: Changes, clean: TextCleaner): unknown {
  const { data } = renderedOf(last);
  if (structuredContent !== undefined) return structuredContent === last.structuredContent ? data : structuredContent;
  if (typeof data === 'string') return clean(data);
  return data === undefined || content === last.content ? data : contentData(content);
}

function cleanedContent(content: readonly ContentBlock[], clean: TextCleaner): readonly ContentBlock[] {
  const cleaned = content.map((block) => cleanedBlock(block, clean));
  return cleaned.every((block, index) => block === content[index]) ? content : Object.freeze(cleaned);
}

function cleanedBlock(block: ContentBlock, clean: TextCleaner): ContentBlock {
  if (block.type === 'text') {
    const { type: _, text: shown, ...options } = block;
    const cleaned = clean(shown);
    return cleaned === shown ? block : text(cleaned, options);
  }
  if (block.type === 'resource') {
    const { type: _, resource: contents, ...options } = block;
    // Bytes are no text: what looks like a match in their base64 is none.
    const { blob, ...words } = contents;
    const cleaned = cleanedJson(words, clean);
    return cleaned === words ? block : resource(blob === undefined ? cleaned : { ...cleaned, blob }, options);
  }
  if (block.type !== 'resource_link') return block;
  const { type: _, ...link } = block;
  const cleaned = cleanedJson(link, clean);
  return cleaned === link ? block : resourceLink(cleaned);
}

/** Data with every text in it cleaned, keys included; the very same where nothing changes. */
function cleanedJson<T>(data: T, clean: TextCleaner): T {
  return cleanedNode(data, clean) as T;
}

function cleanedNode(node: unknown, clean: TextCleaner): unknown {
  if (typeof node === 'string') return clean(node);
  if (Array.isArray(node)) {
    const items = node.map((item) => cleanedNode(item, clean));
    return items.every((item, index) => item === node[index]) ? node : items;
  }
  if (!isContainer(node)) return node;
  const members = Object.entries(node);
  const cleaned = members.map(([key, value]) => [clean(key), cleanedNode(value, clean)] as const);
  const isSame = cleaned.every(([key, value], index) => key === members[index]?.[0] && value === members[index]?.[1]);
  return isSame ? node : Object.fromEntries(cleaned);
}

// Deep enough for what an HTTP client puts into its errors.
const shownDepth = 6;

/** An error of the same kind that shows no such text anywhere; undefined where the error itself shows none. */
function cleanedError(error: ToolError | undefined, clean: TextCleaner): ToolError | undefined {
  if (error === undefined) return undefined;
  const info = error.toJSON();
  const cleaned = cleanedJson(info, clean);
  const shown = inspect(error, { depth: shownDepth, breakLength: Number.POSITIVE_INFINITY });
  if (cleaned === info && clean(shown) === shown) return undefined;
  const { toolName } = error;
  const { message, details } = cleaned;
  const { retryAfterMs } = error as { readonly retryAfterMs?: unknown };
  if (error.code === 'rate_limit' && typeof retryAfterMs === 'number') {
    return new RateLimitError(message, { toolName, details, retryAfterMs });
  }
  // The code and what it says of another try are ours, not the tool's.
  return errorFromInfo({ ...info, message, ...(details === undefined ? {} : { details }) }, toolName);
}
