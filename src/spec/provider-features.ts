import { DefinitionError } from '../base/errors/errors.js';
import { previewValue } from '../base/values/value-preview.js';
import { checkDeferLoading } from '../format/tool-format.js';
import type { ProviderOptions } from '../metadata/provider-options.js';
import type { ToolOptions } from '../metadata/tool-options.js';
import { freezeDeep } from '../schema/json-schema/freeze-deep.js';
import { copyContainers } from '../state/containers.js';

type ProviderFeatures = Pick<ToolOptions, 'deferLoading' | 'allowedCallers' | 'providerOptions'>;

/** The fields that exports write, with the option of a tool that decides on each. */
const writtenFields: Readonly<Record<keyof ProviderOptions, Readonly<Record<string, keyof ToolOptions>>>> = {
  anthropic: {
    name: 'name',
    description: 'description',
    input_schema: 'inputSchema',
    input_examples: 'examples',
    defer_loading: 'deferLoading',
    allowed_callers: 'allowedCallers',
  },
  openai: {
    name: 'name',
    description: 'description',
    parameters: 'inputSchema',
    defer_loading: 'deferLoading',
    allowed_callers: 'allowedCallers',
  },
  gemini: {
    name: 'name',
    description: 'description',
    parameters: 'inputSchema',
    parametersJsonSchema: 'inputSchema',
  },
};

/** Throws a DefinitionError that begins with `where` on an invalid option for model providers. */
export function checkProviderFeatures(options: ProviderFeatures, where: string): void {
  checkDeferLoading(options.deferLoading, where);
  checkAllowedCallers(options.allowedCallers, where);
  checkProviderOptions(options.providerOptions, `${where}: providerOptions`);
}

/** Copies and freezes provider options deeply. */
export function copyProviderOptions(options: ProviderOptions | undefined): ProviderOptions | undefined {
  return freezeDeep(copyContainers(options)) as ProviderOptions | undefined;
}

function checkAllowedCallers(callers: unknown, where: string): void {
  if (callers === undefined) return;
  const isList = Array.isArray(callers) && callers.length > 0 && new Set(callers).size === callers.length;
  if (isList && callers.every((caller) => caller === 'direct' || caller === 'code')) return;
  throw new DefinitionError(
    `${where}: allowedCallers must be ['direct'], ['code'] or ['direct', 'code'], not ${previewValue(callers)}.`,
  );
}

function checkProviderOptions(options: unknown, where: string): void {
  if (options === undefined) return;
  if (!isObject(options)) throw new DefinitionError(`${where} must be an object, not ${previewValue(options)}.`);
  for (const [provider, written] of Object.entries(writtenFields)) {
    const fields: unknown = Reflect.get(options, provider);
    if (fields === undefined) continue;
    if (!isObject(fields)) {
      throw new DefinitionError(`${where}.${provider} must be an object, not ${previewValue(fields)}.`);
    }
    const field = Object.keys(fields).find((name) => name === 'type' || Object.hasOwn(written, name));
    if (field === undefined) continue;
    const option = written[field];
    throw new DefinitionError(
      `${where}.${provider}: the export writes '${field}' itself. ` +
        (option === undefined ? 'Remove it.' : `Use the option '${option}' of the tool.`),
    );
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
