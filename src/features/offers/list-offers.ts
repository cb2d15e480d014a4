import type { ResourceAnnotations } from '../../tool/metadata/offer-options.js';
import type { ToolIcon } from '../../tool/metadata/tool-options.js';
import type { Caller } from '../../tool/spec/access.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { CallRunner } from '../../toolkit/call-runner.js';
import { completionsOf, propertiesOf } from './complete-argument.js';
import { callerOf, type OfferCallOptions, type OfferScope } from './offer-call.js';
import type { ResourceEntry } from './offer-table.js';

/** What lists say of each resource and prompt. */
interface ListedOffer {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly ToolIcon[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A resource in a list. */
export interface ListedResource extends ListedOffer {
  readonly uri: string;
  readonly mimeType?: string;
  /** The size in bytes. */
  readonly size?: number;
  readonly annotations?: ResourceAnnotations;
}

/** A template of resources in a list. */
export interface ListedTemplate extends ListedOffer {
  /** The URI template (RFC 6570). */
  readonly uriTemplate: string;
  readonly mimeType?: string;
  readonly annotations?: ResourceAnnotations;
}

/** A prompt in a list. */
export interface ListedPrompt extends ListedOffer {
  readonly arguments?: readonly PromptArgument[];
}

/** An argument of a prompt. */
export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** The resources of a toolkit or session. */
export interface ListedResources {
  readonly resources: readonly ListedResource[];
  readonly templates: readonly ListedTemplate[];
}

/** Lists the resources and the templates that a caller may read. */
export async function listResources(scope: OfferScope, options: OfferCallOptions): Promise<ListedResources> {
  return { resources: await listKnown(scope, options), templates: listTemplates(scope, options) };
}

/** Lists the resources that a caller may read, and those of templates whose values are known. */
export async function listKnown(scope: OfferScope, options: OfferCallOptions): Promise<readonly ListedResource[]> {
  const caller = callerOf(scope, options);
  const usable = scope.runner.selection.usableInList(scope.resources, caller);
  const fixed = usable.filter(({ template }) => template.isFixed);
  const known = await Promise.all(usable.map((one) => knownResources(scope, one, options)));
  const listed = [...fixed.map((one) => describeResource(scope.runner, one, caller)), ...known.flat()];
  // A template may complete to the URI of another resource, which takes precedence when it is read.
  return [...new Map([...listed].reverse().map((one) => [one.uri, one])).values()].reverse();
}

/** Lists the templates that a caller may read. */
export function listTemplates(scope: OfferScope, options: OfferCallOptions): readonly ListedTemplate[] {
  const caller = callerOf(scope, options);
  const usable = scope.runner.selection.usableInList(scope.resources, caller);
  return usable.filter(({ template }) => !template.isFixed).map((one) => describeTemplate(scope.runner, one, caller));
}

/** Lists the prompts that a caller may use. */
export function listPrompts(scope: OfferScope, options: OfferCallOptions): readonly ListedPrompt[] {
  const { runner, table } = scope;
  const caller = callerOf(scope, options);
  const usable = runner.selection.usableInList(table.prompts, caller);
  return usable.map(({ entry: { spec } }) => {
    const { required = [] } = spec.inputSchema as { readonly required?: readonly string[] };
    const args = Object.entries(propertiesOf(spec.inputSchema)).map(([name, { description }]) => ({
      name,
      ...(description === undefined ? {} : { description }),
      ...(required.includes(name) ? { required: true } : {}),
    }));
    return { ...describeOffer(runner, spec, caller), ...(args.length === 0 ? {} : { arguments: args }) };
  });
}

/** Returns the description of a resource or a prompt for a caller. */
export function descriptionOf(runner: CallRunner, spec: ToolSpec, { auth }: Caller): string | undefined {
  return spec.to(({ description }) => description, { auth, state: runner.parts.state });
}

/** Returns the resources of a template that are listed: one for each value of its variable. */
async function knownResources(
  scope: OfferScope,
  { entry, offer, template }: ResourceEntry,
  options: OfferCallOptions,
): Promise<readonly ListedResource[]> {
  const [variable] = template.required;
  if (offer.list !== true || variable === undefined) return [];
  const schema = propertiesOf(entry.spec.inputSchema)[variable] ?? {};
  const values = await completionsOf(scope, { entry, argument: variable, value: '', entered: {}, schema }, options);
  const { title, name, ...shared } = describeOffer(scope.runner, entry.spec, callerOf(scope, options));
  return values.flatMap((value) => {
    const uri = template.expand({ [variable]: value });
    // What could not be read is not listed, such as the value `..`.
    if (uri === undefined || template.match(uri) === undefined) return [];
    const titled = title === undefined ? {} : { title: `${title} ${value}` };
    return [{ uri, name: value, ...titled, ...shared, ...resourceFields(offer) }];
  });
}

function describeResource(runner: CallRunner, { entry, offer }: ResourceEntry, caller: Caller): ListedResource {
  const { uri, size } = offer;
  return {
    uri,
    ...describeOffer(runner, entry.spec, caller),
    ...nameOf(offer),
    ...resourceFields(offer),
    ...(size === undefined ? {} : { size }),
  };
}

function describeTemplate(runner: CallRunner, { entry, offer }: ResourceEntry, caller: Caller): ListedTemplate {
  return {
    uriTemplate: offer.uri,
    ...describeOffer(runner, entry.spec, caller),
    ...nameOf(offer),
    ...resourceFields(offer),
  };
}

function nameOf({ listedName }: ResourceEntry['offer']): { readonly name?: string } {
  return listedName === undefined ? {} : { name: listedName };
}

function resourceFields({
  mimeType,
  annotations,
}: ResourceEntry['offer']): Pick<ListedResource, 'mimeType' | 'annotations'> {
  return { ...(mimeType === undefined ? {} : { mimeType }), ...(annotations === undefined ? {} : { annotations }) };
}

function describeOffer(runner: CallRunner, spec: ToolSpec, caller: Caller): ListedOffer {
  const { name, title, icons, meta } = spec;
  const description = descriptionOf(runner, spec, caller);
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(icons === undefined ? {} : { icons }),
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}
