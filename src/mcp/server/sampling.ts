import type { SampleMessage, SampleRequest, SampleResult } from '../../index.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';

// Enough for a paragraph or two. In tokens.
const usualMaxTokens = 1_024;

/** What `sampling/createMessage` asks for. */
export function toSampling(request: SampleRequest): Readonly<Record<string, unknown>> {
  const { messages, maxTokens = usualMaxTokens, systemPrompt, temperature, stopSequences, modelPreferences } = request;
  const optional = Object.entries({ systemPrompt, temperature, stopSequences, modelPreferences });
  return {
    messages: messages.flatMap(toMessages),
    maxTokens,
    ...Object.fromEntries(optional.filter(([, value]) => value !== undefined)),
  };
}

/** What the model said, as `sampling/createMessage` answers it. */
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

/** Each block is a message of its own: protocol versions before 2025-11-25 know no others. */
function toMessages({ role, content }: SampleMessage): readonly object[] {
  if (typeof content === 'string') return [{ role, content: { type: 'text', text: content } }];
  return [content].flat().map((block) => ({ role, content: { ...block } }));
}
