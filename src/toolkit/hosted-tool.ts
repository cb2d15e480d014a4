import { DefinitionError } from '../errors.js';
import type { HostedDefinition, ToolProviderName } from '../format/tool-format.js';
import { freezeDeep } from '../schema/json-schema/freeze-deep.js';
import { copyContainers } from '../state/containers.js';
import { previewValue } from '../value-preview.js';
import { basicGroup } from './tool-group.js';

const providers: readonly unknown[] = ['openai', 'anthropic', 'gemini'];

/** A tool that a model's provider runs. It appears in that provider's export as it is, and nowhere else. */
export interface HostedTool {
  readonly provider: ToolProviderName;
  /** The name by which it is removed. */
  readonly name: string;
  /** The definition as in the provider's documentation: `{ type: 'web_search' }`. */
  readonly definition: HostedDefinition;
}

/**
 * Names a tool that a model's provider runs.
 *
 * @example
 * ```ts
 * toolkit.register(hostedTool('openai', { type: 'web_search' }));
 * ```
 * @throws DefinitionError on an unknown provider, and on a definition without `name` or `type`.
 */
export function hostedTool(provider: ToolProviderName, definition: HostedDefinition): HostedTool {
  if (!providers.includes(provider)) {
    throw new DefinitionError(
      `hostedTool: the provider is openai, anthropic or gemini, not ${previewValue(provider)}.`,
    );
  }
  const name = definition.name ?? definition.type ?? Object.keys(definition)[0];
  if (typeof name !== 'string') throw new DefinitionError('hostedTool: the definition has neither a name nor a type.');
  const own = freezeDeep(copyContainers(definition)) as HostedDefinition;
  return Object.freeze({ provider, name, definition: own });
}

/** Whether something that is registered was made by `hostedTool()`. */
export function isHostedTool(value: unknown): value is HostedTool {
  if (typeof value !== 'object' || value === null) return false;
  const { provider, definition } = value as Partial<HostedTool>;
  return providers.includes(provider) && typeof definition === 'object';
}

/**
 * The group that a hosted tool is registered into. It runs elsewhere and is exported as it is: what else can be said of a
 * tool, such as a prefix, is a DefinitionError.
 */
export function hostedGroup(
  { name }: HostedTool,
  { group = basicGroup, ...others }: { readonly group?: string | undefined },
): string {
  const [other] = Object.entries(others).find(([, value]) => value !== undefined) ?? [];
  if (other === undefined) return group;
  throw new DefinitionError(`'${name}' is run by a model's provider: '${other}' means nothing to it. Leave it out.`);
}
