import { DefinitionError } from '../errors.js';
import { checkToolName } from '../metadata/tool-name.js';
import type { ToolOptions } from '../metadata/tool-options.js';

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
  if (retry !== undefined && !(Number.isInteger(retry.maxRetries) && retry.maxRetries >= 0)) {
    throw new DefinitionError(`${where}: retry.maxRetries must be a whole number from 0.`);
  }
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
  if (value === undefined || value > 0) return;
  throw new DefinitionError(`${where} must be a number above 0, not ${value}.`);
}
