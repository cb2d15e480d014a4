import type { SampleMessage, SampleRequest, SampleResult } from '../../../call/client/call-client.js';
import type { ContentLiteral } from '../../../call/response/content.js';
import { acceptsNone, readParts } from '../../../call/response/message-parts.js';
import type { ContentBlock } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';

// The default limit of a completion, enough for a paragraph or two. In tokens.
const usualMaxTokens = 1_024;

/** Converts a request for a completion to the params of `sampling/createMessage`. */
export function toSampling(request: SampleRequest): Readonly<Record<string, unknown>> {
  const { messages, maxTokens = usualMaxTokens, systemPrompt, temperature, stopSequences, modelPreferences } = request;
  const optional = Object.entries({ systemPrompt, temperature, stopSequences, modelPreferences });
  return {
    messages: messages.flatMap(toMessages),
    maxTokens,
    ...Object.fromEntries(optional.filter(([, value]) => value !== undefined)),
  };
}

/** Converts the result of `sampling/createMessage` to the completion of the model. */
export function fromSampling(answer: unknown): SampleResult {
  const { content, model, stopReason } = isRecord(answer) ? answer : {};
  const blocks = [content].flat().filter(isRecord);
  const texts = blocks.filter(({ type }) => type === 'text').map(({ text }) => String(text));
  return {
    text: texts.join('\n'),
    content: blocks,
    model: String(model ?? ''),
    stopReason: typeof stopReason === 'string' ? stopReason : undefined,
  };
}

/** Creates one message per block: before protocol version 2025-11-25, a message has only one block. */
function toMessages({ role, content }: SampleMessage): readonly object[] {
  if (typeof content === 'string') return [{ role, content: { type: 'text', text: content } }];
  return [content]
    .flat()
    .flatMap(toSampled)
    .map((block) => ({ role, content: block }));
}

/** Converts a block to one of those that a message may have: text, an image or audio. Others become a text. */
function toSampled(block: ContentBlock | ContentLiteral): readonly object[] {
  const isAccepted = block.type === 'text' || block.type === 'image' || block.type === 'audio';
  return isAccepted ? [{ ...block }] : readParts({ content: [block] }, acceptsNone);
}
