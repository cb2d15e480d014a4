import type { ContentLiteral } from '../../call/response/content.js';
import { toBlock } from '../../call/response/content.js';
import { readBlocks } from '../../call/response/read-blocks.js';
import { type ContentBlock, respond, type ToolResponse, text } from '../../index.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';

/** A chunk or an output in a message. A plain text is a string, and data whose content is its JSON text has only `data`. */
export type WireOutput =
  | string
  | { readonly data: unknown }
  | {
      readonly content: readonly ContentBlock[];
      readonly structuredContent?: unknown;
      readonly meta?: Readonly<Record<string, unknown>>;
    };

/** Converts a response for a message. */
export function toWireOutput({ content, structuredContent, meta }: ToolResponse): WireOutput | undefined {
  const [block] = content;
  if (block === undefined && structuredContent === undefined && meta === undefined) return undefined;
  if (meta === undefined && content.length === 1 && block?.type === 'text' && isPlain(block)) {
    if (structuredContent === undefined) return block.text;
    if (block.text === JSON.stringify(structuredContent)) return { data: structuredContent };
  }
  return {
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(meta === undefined ? {} : { meta }),
  };
}

/**
 * Converts the output in a message to what a tool returns or yields.
 *
 * @throws OutputValidationError if a block in it is invalid.
 */
export function fromWireOutput(output: unknown): unknown {
  if (typeof output === 'string' || !isRecord(output)) return output;
  if ('data' in output) return output.data;
  const { content, structuredContent, meta } = output;
  return respond({
    content: Array.isArray(content) ? readBlocks(content.filter(isRecord), readBlock) : [],
    structuredContent,
    meta: isRecord(meta) ? meta : undefined,
  });
}

function readBlock(block: Readonly<Record<string, unknown>>): ContentBlock {
  if (block.type === 'text' && typeof block.text === 'string' && isPlain(block)) return text(block.text);
  return toBlock(block as unknown as ContentLiteral);
}

/** Whether a block of text has neither annotations nor metadata. */
function isPlain(block: object): boolean {
  return Object.keys(block).length === 2;
}
