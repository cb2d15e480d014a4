import { NotFoundError, OutputValidationError } from '../../base/errors/errors.js';
import { type ContentBlock, isContentBlock, text } from '../../call/response/content.js';
import type { ToolResult } from '../../call/response/tool-result.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import { didYouMean } from '../../tool/spec/nearest-names.js';
import { descriptionOf } from './list-offers.js';
import { callerOf, type OfferCallOptions, type OfferScope, runEntry } from './offer-call.js';

/** One message of a prompt. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock;
}

/** The messages of a prompt. */
export interface PromptResult {
  readonly description?: string | undefined;
  readonly messages: readonly PromptMessage[];
}

/**
 * Gets the messages of a prompt.
 *
 * @throws NotFoundError if there is no prompt of the name that the caller may use.
 * @throws ValidationError if the arguments are invalid. ToolError if the method of the prompt failed.
 */
export async function getPrompt(
  scope: OfferScope,
  { name, args }: { readonly name: string; readonly args: Readonly<Record<string, unknown>> },
  options: OfferCallOptions,
): Promise<PromptResult> {
  const { runner, table } = scope;
  const caller = callerOf(scope, options);
  const usable = runner.selection.usable(table.prompts, caller);
  const found = usable.find(({ entry }) => entry.spec.name === name)?.entry;
  if (found === undefined) {
    const hint = didYouMean(
      String(name),
      usable.map(({ entry }) => entry.spec.name),
    );
    throw new NotFoundError(`There is no prompt '${String(name)}'.${hint}`);
  }
  const result = await runEntry(runner, found, { input: args, options, method: 'getPrompt' });
  const description = descriptionOf(runner, found.spec, caller);
  return { ...(description === undefined ? {} : { description }), messages: toMessages(result, name) };
}

function toMessages({ data, content }: ToolResult, name: string): readonly PromptMessage[] {
  if (typeof data === 'string') return [{ role: 'user', content: text(data) }];
  if (Array.isArray(data)) return data.flatMap((one: unknown) => messagesOf(one, name));
  if (isRecord(data) && 'role' in data) return messagesOf(data, name);
  if (data !== undefined && !isContentBlock(data)) throw createShapeError(name);
  return content.map((block) => ({ role: 'user', content: block }));
}

function messagesOf(one: unknown, name: string): readonly PromptMessage[] {
  if (typeof one === 'string') return [{ role: 'user', content: text(one) }];
  if (isContentBlock(one)) return [{ role: 'user', content: one }];
  if (!isRecord(one)) throw createShapeError(name);
  const { role, content } = one;
  if (role !== 'user' && role !== 'assistant') throw createShapeError(name);
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  return blocks.map((block) => {
    if (typeof block === 'string') return { role, content: text(block) };
    if (!isContentBlock(block)) throw createShapeError(name);
    return { role, content: block };
  });
}

function createShapeError(name: string): OutputValidationError {
  return new OutputValidationError(
    `The prompt '${name}' must return a text, content blocks, or messages { role: 'user' | 'assistant', content }, whose ` +
      'content is a text or blocks such as image(…).',
    { toolName: name },
  );
}
