import { DefinitionError } from '../errors.js';
import { checkToolName } from '../metadata/tool-name.js';
import type { RetryOptions, ToolOptions } from '../metadata/tool-options.js';
import { previewValue } from '../value-preview.js';

/** What a spec says of its tool besides what it takes and how it runs. */
export type SpecDefinition = Readonly<
  Required<Pick<ToolOptions, 'name'>> &
    Pick<
      ToolOptions,
      | 'title'
      | 'description'
      | 'group'
      | 'tags'
      | 'examples'
      | 'annotations'
      | 'meta'
      | 'timeoutMs'
      | 'chunkTimeoutMs'
      | 'retry'
      | 'accumulate'
      | 'strictReturn'
      | 'maxOutputChars'
    >
>;

/** Picks a definition out of a tool's options, and checks it. Throws a DefinitionError that begins with `where`. */
export function createDefinition(options: SpecDefinition, where: string): SpecDefinition {
  checkToolName(options.name, where);
  checkPositive(options.timeoutMs, `${where}: timeoutMs`);
  checkPositive(options.chunkTimeoutMs, `${where}: chunkTimeoutMs`);
  checkPositive(options.maxOutputChars, `${where}: maxOutputChars`);
  const { retry } = options;
  if (retry !== undefined) checkRetry(retry, `${where}: retry`);
  return Object.freeze({
    name: options.name,
    title: options.title,
    description: options.description,
    group: options.group,
    tags: Object.freeze([...(options.tags ?? [])]),
    examples: options.examples === undefined ? undefined : Object.freeze([...options.examples]),
    annotations: options.annotations === undefined ? undefined : Object.freeze({ ...options.annotations }),
    meta: options.meta === undefined ? undefined : Object.freeze({ ...options.meta }),
    timeoutMs: options.timeoutMs,
    chunkTimeoutMs: options.chunkTimeoutMs,
    retry: retry === undefined ? undefined : Object.freeze({ ...retry }),
    accumulate: options.accumulate ?? 'concat',
    strictReturn: options.strictReturn ?? false,
    maxOutputChars: options.maxOutputChars,
  });
}

function checkPositive(value: number | undefined, where: string): void {
  if (value === undefined || (typeof value === 'number' && value > 0)) return;
  throw new DefinitionError(`${where} must be a number above 0, not ${previewValue(value)}.`);
}

function checkRetry(retry: RetryOptions, where: string): void {
  const { maxRetries, delayMs = 0, maxDelayMs = 0, backoff = 'fixed' } = retry;
  if (!Number.isInteger(maxRetries) || maxRetries < 0) {
    throw new DefinitionError(`${where}.maxRetries must be a whole number from 0, not ${previewValue(maxRetries)}.`);
  }
  for (const [name, value] of Object.entries({ delayMs, maxDelayMs })) {
    if (typeof value === 'number' && value >= 0) continue;
    throw new DefinitionError(`${where}.${name} must be a number from 0, not ${previewValue(value)}.`);
  }
  if (backoff === 'fixed' || backoff === 'exponential') return;
  throw new DefinitionError(`${where}.backoff must be 'fixed' or 'exponential', not ${previewValue(backoff)}.`);
}
