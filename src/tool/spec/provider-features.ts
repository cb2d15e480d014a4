import { DefinitionError } from '../../base/errors/errors.js';
import type { ProviderOptions } from '../metadata/provider-options.js';
import type { ToolOptions } from '../metadata/tool-options.js';

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

/** Throws a DefinitionError that begins with `where` on a field that the export of a tool writes itself. */
export function checkWrittenFields(options: ProviderOptions | undefined, where: string): void {
  for (const [provider, written] of Object.entries(writtenFields)) {
    const fields: object = options?.[provider as keyof ProviderOptions] ?? {};
    const field = Object.keys(fields).find((name) => name === 'type' || Object.hasOwn(written, name));
    if (field === undefined) continue;
    const option = written[field];
    throw new DefinitionError(
      `${where}: providerOptions.${provider}: the export writes '${field}' itself. ` +
        (option === undefined ? 'Remove it.' : `Use the option '${option}' of the tool.`),
    );
  }
}
