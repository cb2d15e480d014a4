import { DefinitionError } from '../../base/errors/errors.js';
import { previewValue } from '../../base/values/value-preview.js';
import { copyContainers } from '../../call/state/containers.js';
import type { HostedDefinition, ToolProviderName } from '../../format/tool-format.js';
import { freezeDeep } from '../../schema/json-schema/freeze-deep.js';
import { basicGroup } from './tool-group.js';

const providers: readonly unknown[] = ['openai', 'anthropic', 'gemini'];

/** A tool that a model provider runs itself. It is exported unchanged, and only in that provider's format. */
export interface HostedTool {
  readonly provider: ToolProviderName;
  /** The name of the tool, by which `unregister` removes it. */
  readonly name: string;
  /** The definition in the provider's own format, such as `{ type: 'web_search' }`. */
  readonly definition: HostedDefinition;
}

/**
 * Creates a hosted tool, which a model provider runs itself, to be passed to `toolkit.register()`.
 *
 * @example
 * ```ts
 * toolkit.register(hostedTool('openai', { type: 'web_search' }));
 * ```
 * @throws DefinitionError if the provider is unknown, or if the definition is empty or its `name` or `type` is not a
 * string.
 */
export function hostedTool(provider: ToolProviderName, definition: HostedDefinition): HostedTool {
  if (!providers.includes(provider)) {
    throw new DefinitionError(
      `hostedTool: the provider must be openai, anthropic or gemini, not ${previewValue(provider)}.`,
    );
  }
  const name = definition.name ?? definition.type ?? Object.keys(definition)[0];
  if (typeof name !== 'string') throw new DefinitionError('hostedTool: the definition has neither a name nor a type.');
  const own = freezeDeep(copyContainers(definition)) as HostedDefinition;
  return Object.freeze({ provider, name, definition: own });
}

/** Checks whether a registered value was created by `hostedTool()`. */
export function isHostedTool(value: unknown): value is HostedTool {
  if (typeof value !== 'object' || value === null) return false;
  const { provider, definition } = value as Partial<HostedTool>;
  return providers.includes(provider) && typeof definition === 'object';
}

/**
 * Returns the group that a hosted tool is registered into. Throws a DefinitionError on any other option, such as a
 * prefix, because a hosted tool runs elsewhere and is exported unchanged.
 */
export function hostedGroup(
  { name }: HostedTool,
  { group = basicGroup, ...others }: { readonly group?: string | undefined },
): string {
  const [other] = Object.entries(others).find(([, value]) => value !== undefined) ?? [];
  if (other === undefined) return group;
  throw new DefinitionError(
    `'${name}' is run by a model provider, so the option '${other}' does not apply to it. Omit '${other}'.`,
  );
}
