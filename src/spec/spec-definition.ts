import { DefinitionError } from '../base/errors/errors.js';
import { previewValue } from '../base/values/value-preview.js';
import { checkCoerce, checkPositive, checkRetry } from '../execution/check-limits.js';
import { checkToolName } from '../metadata/tool-name.js';
import type { ToolOptions } from '../metadata/tool-options.js';
import { freezeDeep } from '../schema/json-schema/freeze-deep.js';
import { checkProviderFeatures, copyProviderOptions } from './provider-features.js';

/** The definition of a tool without its schemas and its executor. */
export type SpecDefinition = Readonly<
  Required<Pick<ToolOptions, 'name'>> &
    Pick<
      ToolOptions,
      | 'title'
      | 'description'
      | 'version'
      | 'group'
      | 'tags'
      | 'examples'
      | 'annotations'
      | 'icons'
      | 'meta'
      | 'coerce'
      | 'timeoutMs'
      | 'deadlineMs'
      | 'chunkTimeoutMs'
      | 'retry'
      | 'concurrency'
      | 'idempotent'
      | 'effect'
      | 'verify'
      | 'canAccess'
      | 'needsApproval'
      | 'paths'
      | 'use'
      | 'accumulate'
      | 'strictReturn'
      | 'maxOutputChars'
      | 'stateScope'
      | 'durable'
      | 'deferLoading'
      | 'allowedCallers'
      | 'providerOptions'
    >
>;

const noTags: readonly string[] = Object.freeze([]);

/** Creates a checked definition from a tool's options. Throws a DefinitionError that begins with `where`. */
export function createDefinition(options: SpecDefinition, where: string): SpecDefinition {
  checkToolName(options.name, where);
  checkCoerce(options.coerce, where);
  checkPositive(options.timeoutMs, `${where}: timeoutMs`);
  checkPositive(options.deadlineMs, `${where}: deadlineMs`);
  checkPositive(options.chunkTimeoutMs, `${where}: chunkTimeoutMs`);
  checkPositive(options.maxOutputChars, `${where}: maxOutputChars`);
  const { retry } = options;
  checkRetry(retry, `${where}: retry`);
  checkConcurrency(options.concurrency, where);
  checkEffect(options, where);
  checkPermission(options, where);
  checkShapes(options, where);
  checkProviderFeatures(options, where);
  return Object.freeze({
    name: options.name,
    title: options.title,
    description: options.description,
    version: options.version,
    group: options.group,
    tags: options.tags === undefined ? noTags : Object.freeze([...options.tags]),
    examples: options.examples === undefined ? undefined : Object.freeze([...options.examples]),
    annotations: options.annotations === undefined ? undefined : Object.freeze({ ...options.annotations }),
    icons: options.icons === undefined ? undefined : freezeDeep(structuredClone(options.icons)),
    meta: options.meta === undefined ? undefined : Object.freeze({ ...options.meta }),
    coerce: options.coerce,
    timeoutMs: options.timeoutMs,
    deadlineMs: options.deadlineMs,
    chunkTimeoutMs: options.chunkTimeoutMs,
    retry: retry === undefined ? undefined : Object.freeze({ ...retry }),
    concurrency: options.concurrency,
    idempotent: options.idempotent,
    effect: options.effect,
    verify: options.verify,
    canAccess: options.canAccess,
    needsApproval: options.needsApproval,
    paths: options.paths === undefined ? undefined : Object.freeze({ ...options.paths }),
    use: options.use === undefined ? undefined : Object.freeze([...options.use]),
    accumulate: options.accumulate ?? 'concat',
    strictReturn: options.strictReturn ?? false,
    maxOutputChars: options.maxOutputChars,
    stateScope: options.stateScope,
    durable: options.durable,
    deferLoading: options.deferLoading,
    allowedCallers: options.allowedCallers === undefined ? undefined : Object.freeze([...options.allowedCallers]),
    providerOptions: copyProviderOptions(options.providerOptions),
  });
}

function checkConcurrency(concurrency: unknown, where: string): void {
  if (concurrency === undefined || concurrency === 'exclusive') return;
  if (typeof concurrency === 'number' && Number.isInteger(concurrency) && concurrency > 0) return;
  throw new DefinitionError(
    `${where}: concurrency must be a whole number of at least 1, or 'exclusive', not ${previewValue(concurrency)}.`,
  );
}

function checkEffect({ idempotent, effect, verify, durable }: SpecDefinition, where: string): void {
  if (durable !== undefined && typeof durable !== 'boolean') {
    throw new DefinitionError(`${where}: durable must be true or false, not ${previewValue(durable)}.`);
  }
  if (idempotent !== undefined && typeof idempotent !== 'boolean') {
    throw new DefinitionError(`${where}: idempotent must be true or false, not ${previewValue(idempotent)}.`);
  }
  if (effect !== undefined && effect !== 'write') {
    throw new DefinitionError(`${where}: effect must be 'write', not ${previewValue(effect)}.`);
  }
  if (verify === undefined) return;
  if (typeof verify !== 'function') {
    throw new DefinitionError(`${where}: verify must be a function, not ${previewValue(verify)}.`);
  }
  if (effect === undefined) throw new DefinitionError(`${where}: verify requires effect: 'write'.`);
}

function checkPermission({ canAccess, needsApproval, paths = {} }: SpecDefinition, where: string): void {
  for (const [name, reading] of Object.entries(paths)) {
    if (typeof reading?.resolve === 'function') continue;
    throw new DefinitionError(`${where}: paths.${name} must have a method 'resolve', not ${previewValue(reading)}.`);
  }
  if (canAccess !== undefined && typeof canAccess !== 'function') {
    throw new DefinitionError(`${where}: canAccess must be a function, not ${previewValue(canAccess)}.`);
  }
  if (needsApproval === undefined || ['boolean', 'function'].includes(typeof needsApproval)) return;
  throw new DefinitionError(
    `${where}: needsApproval must be true, false or a function, not ${previewValue(needsApproval)}.`,
  );
}

const texts = ['title', 'version', 'group'] as const;
const rules: readonly unknown[] = ['concat', 'last', 'none'];

/** Throws on values that the compiler would reject, because options may come from plain JavaScript. */
function checkShapes(options: SpecDefinition, where: string): void {
  for (const name of texts) {
    const value: unknown = options[name];
    if (value === undefined || typeof value === 'string') continue;
    throw new DefinitionError(`${where}: ${name} must be a string, not ${previewValue(value)}.`);
  }
  const { description } = options;
  if (description !== undefined && typeof description !== 'string' && typeof description !== 'function') {
    throw new DefinitionError(
      `${where}: description must be a string or a function, not ${previewValue(description)}.`,
    );
  }
  if (options.tags !== undefined && !Array.isArray(options.tags)) {
    throw new DefinitionError(`${where}: tags must be an array of strings, not ${previewValue(options.tags)}.`);
  }
  checkUse(options.use, where);
  checkStateScope(options.stateScope, where);
  if (options.accumulate === undefined || rules.includes(options.accumulate)) return;
  throw new DefinitionError(
    `${where}: accumulate must be 'concat', 'last' or 'none', not ${previewValue(options.accumulate)}.`,
  );
}

/** Throws a DefinitionError that begins with `where` on an unknown visibility of the state. */
export function checkStateScope(stateScope: unknown, where: string): void {
  if (stateScope === undefined || stateScope === 'bound' || stateScope === 'all') return;
  throw new DefinitionError(`${where}: stateScope must be 'bound' or 'all', not ${previewValue(stateScope)}.`);
}

function checkUse(use: unknown, where: string): void {
  const invalid = Array.isArray(use) ? use.find((middleware) => typeof middleware !== 'function') : use;
  if (use === undefined || (Array.isArray(use) && invalid === undefined)) return;
  throw new DefinitionError(`${where}: use must be an array of middleware functions, not ${previewValue(use)}.`);
}
