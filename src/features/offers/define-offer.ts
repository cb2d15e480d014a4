import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { previewValue } from '../../base/values/value-preview.js';
import {
  type OfferParts,
  type PromptOptions,
  type ResourceOptions,
  readPromptOptions,
  readResourceOptions,
  resourceOnlyNames,
} from '../../tool/metadata/offer-options.js';
import { ToolSpec } from '../../tool/spec/tool-spec.js';

declare const offerBrand: unique symbol;

/** A resource or a prompt of a function, to be passed to `toolkit.register()`. */
export interface OfferDefinition {
  readonly name: string;
  readonly [offerBrand]: true;
}

/** The options of `defineResource`. The tool has the others. */
export type ResourceFields = Pick<
  ResourceOptions,
  'mimeType' | 'size' | 'annotations' | 'ttlMs' | 'cacheScope' | 'list' | 'live' | 'contentMeta'
>;

const fieldNames: OptionNames<ResourceFields> = resourceOnlyNames;

/** A function, or the tool that `tool()` made of one. */
export type OfferSource = ToolSpec | ((...args: never[]) => unknown);

/**
 * Defines a resource by a tool or a function, whose parameters are the variables of the URI.
 *
 * @param uri - The URI, or a URI template (RFC 6570).
 *
 * @example
 * ```ts
 * const order = tool((id: string) => orders.find(id), { name: 'order' });
 * toolkit.register(defineResource('shop://orders/{id}', order, { mimeType: 'application/json' }));
 * ```
 * @throws DefinitionError on an invalid URI or option.
 */
export function defineResource(uri: string, source: OfferSource, options: ResourceFields = {}): OfferDefinition {
  const where = `defineResource('${String(uri)}')`;
  checkOptionNames(options, fieldNames, where);
  return defined(source, readResourceOptions(uri, options, where), where);
}

/**
 * Defines a prompt by a tool or a function, whose parameters are the arguments of the prompt.
 *
 * @example
 * ```ts
 * const review = tool((code: string) => `Review this code:\n${code}`, { name: 'review' });
 * toolkit.register(definePrompt(review));
 * ```
 * @throws DefinitionError on a value that is neither a tool nor a function.
 */
export function definePrompt(source: OfferSource): OfferDefinition {
  const options: PromptOptions = {};
  return defined(source, readPromptOptions(options, 'definePrompt'), 'definePrompt');
}

function defined(source: OfferSource, { tool, offer }: OfferParts, where: string): OfferDefinition {
  if (!ToolSpec.is(source) && typeof source !== 'function') {
    throw new DefinitionError(`${where} requires a tool or a function, not ${previewValue(source)}.`);
  }
  const spec = ToolSpec.is(source) ? source : ToolSpec.fromFunction(source);
  checkRunsHere(spec, where);
  const { coerce = tool.coerce, annotations = tool.annotations } = spec;
  const { accumulate = spec.accumulate } = tool;
  // Only `register` sees that a definition is a spec, because a resource and a prompt are not tools.
  return spec.with({ coerce, annotations, accumulate }).offering(offer) as unknown as OfferDefinition;
}

/** Throws a DefinitionError on a tool that does not run while its caller waits. */
function checkRunsHere({ name, runsOnClient, durable, task }: ToolSpec, where: string): void {
  const option = runsOnClient ? 'clientTool()' : durable === true ? 'durable' : task === 'never' ? undefined : 'task';
  if (option === undefined) return;
  throw new DefinitionError(
    `${where}: '${name}' has ${option}, but what is read or got must run while its reader waits.`,
  );
}
