import { emitWarning } from '../../base/errors/emit-warning.js';
import { DefinitionError } from '../../base/errors/errors.js';
import type { CompletionOffer, ResourceOffer } from '../../tool/metadata/offer-options.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import type { DuplicatePolicy } from '../../toolkit/resolve-duplicates.js';
import { UriTemplate } from './uri-template.js';

/** A registered resource, or a template of resources. */
export interface ResourceEntry {
  readonly entry: ToolEntry;
  readonly offer: ResourceOffer;
  readonly template: UriTemplate;
  /** The contents, if they are a page that no method returns. */
  readonly text?: string | undefined;
}

/** A registered prompt. */
export interface PromptEntry {
  readonly entry: ToolEntry;
}

/** A registered completion. */
export interface CompletionEntry {
  readonly entry: ToolEntry;
  readonly offer: CompletionOffer;
}

/** The resources that are registered already, and the templates of others. */
interface TakenResources {
  readonly resources: ReadonlyMap<string, ResourceEntry>;
  readonly templates: readonly ResourceEntry[];
}

/** The resources, prompts and completions of a toolkit, in the order of registration. */
export class OfferTable {
  /** The resources by their URI or template. */
  #resources: ReadonlyMap<string, ResourceEntry> = new Map();
  /** The prompts by their name. */
  #prompts: ReadonlyMap<string, ToolEntry> = new Map();
  #completions: readonly CompletionEntry[] = [];
  /** The resources of sources that were reported because another one has their URI. */
  readonly #reported = new Set<string>();

  get resources(): readonly ResourceEntry[] {
    return [...this.#resources.values()];
  }

  get prompts(): readonly PromptEntry[] {
    return [...this.#prompts.values()].map((entry) => ({ entry }));
  }

  /** Returns the method that completes an argument of a resource or a prompt. Returns undefined if there is none. */
  completion({ spec, origin = spec }: ToolEntry, argument: string): ToolEntry | undefined {
    const { owner } = spec.offer ?? {};
    const found = this.#completions.find(
      ({ offer }) =>
        owner !== undefined &&
        offer.owner === owner &&
        (offer.argument === undefined || offer.argument === argument) &&
        offer.of?.includes(origin.name) !== false,
    );
    return found?.entry;
  }

  /**
   * Prepares to add entries. Returns a function that adds them.
   *
   * @param replaced - Whether an entry is removed before others are added.
   * @throws DefinitionError if one of them cannot be added.
   */
  prepare(
    entries: readonly ToolEntry[],
    policy: DuplicatePolicy,
    replaced: (entry: ToolEntry) => boolean = () => false,
  ): () => void {
    const kept = this.#without(replaced);
    const resources = new Map(kept.resources);
    const prompts = new Map(kept.prompts);
    const completions = [...kept.completions];
    // Those of others: what a source has already is removed here.
    const templates = [...resources.values()].filter(({ template }) => !template.isFixed);
    for (const entry of entries) {
      const { offer } = entry.spec;
      if (offer?.kind === 'completion') completions.push({ entry, offer });
      else if (offer?.kind === 'prompt') {
        const { name } = entry.spec;
        if (isFree(prompts, name, { policy, what: `prompt named '${name}'` })) prompts.set(name, entry);
      } else if (offer?.kind === 'resource') {
        const resource = readResource(entry, offer);
        const isOfSource = entry.source !== undefined && policy === 'error';
        if (isOfSource && this.#isTaken({ resources, templates }, resource)) continue;
        if (isFree(resources, offer.uri, { policy, what: `resource '${offer.uri}'` }))
          resources.set(offer.uri, resource);
      }
    }
    for (const { spec } of entries) checkUi(spec, [...resources.values()]);
    return () => {
      this.#resources = resources;
      this.#prompts = prompts;
      this.#completions = completions;
    };
  }

  /**
   * Whether the URI of a source's resource belongs to another one, be it by its template: servers that do not know each
   * other may choose the same URI, and none must take over another's. It is reported once.
   */
  #isTaken({ resources, templates }: TakenResources, { entry, offer, template }: ResourceEntry): boolean {
    const { source } = entry;
    const owner =
      resources.get(offer.uri) ??
      (template.isFixed ? templates.find((one) => one.template.match(offer.uri)) : undefined);
    if (owner === undefined) return false;
    const key = JSON.stringify([source, offer.uri]);
    if (!this.#reported.has(key)) {
      const of = owner.entry.source === undefined ? 'the toolkit itself' : `'${owner.entry.source}'`;
      emitWarning(
        `The resource '${offer.uri}' of '${source}' was not registered: ${of} has it already. Set onDuplicate to choose.`,
      );
    }
    this.#reported.add(key);
    return true;
  }

  /** Removes entries. Returns whether there were any. */
  removeWhere(isRemoved: (entry: ToolEntry) => boolean): boolean {
    const kept = this.#without(isRemoved);
    const isChanged =
      kept.resources.length < this.#resources.size ||
      kept.prompts.length < this.#prompts.size ||
      kept.completions.length < this.#completions.length;
    this.#resources = new Map(kept.resources);
    this.#prompts = new Map(kept.prompts);
    this.#completions = kept.completions;
    return isChanged;
  }

  #without(isRemoved: (entry: ToolEntry) => boolean): {
    readonly resources: readonly (readonly [string, ResourceEntry])[];
    readonly prompts: readonly (readonly [string, ToolEntry])[];
    readonly completions: readonly CompletionEntry[];
  } {
    return {
      resources: [...this.#resources].filter(([, { entry }]) => !isRemoved(entry)),
      prompts: [...this.#prompts].filter(([, entry]) => !isRemoved(entry)),
      completions: this.#completions.filter(({ entry }) => !isRemoved(entry)),
    };
  }
}

/** Whether an entry can be added. Throws a DefinitionError if the policy refuses it. */
function isFree(
  table: ReadonlyMap<string, unknown>,
  key: string,
  { policy, what }: { readonly policy: DuplicatePolicy; readonly what: string },
): boolean {
  if (!table.has(key) || policy === 'replace') return true;
  if (policy === 'skip') {
    emitWarning(`The ${what} was not registered: there is one already, and onDuplicate is 'skip'.`);
    return false;
  }
  throw new DefinitionError(`There is a ${what} already. Rename one, or set { onDuplicate: 'replace' }.`);
}

/** Throws a DefinitionError on a tool whose view is a URI of which there is no resource. */
function checkUi({ name, ui }: ToolSpec, resources: readonly ResourceEntry[]): void {
  const view = ui?.view;
  if (typeof view !== 'string' || resources.some(({ template }) => template.match(view) !== undefined)) return;
  throw new DefinitionError(
    `${name}: ui names '${view}', but there is no such resource. Write @Resource('${view}', { mimeType: ` +
      "'text/html;profile=mcp-app' }) in the same class, or register the resource first. For a page of your own, write ui: view(html).",
  );
}

/** Reads the template of a resource. Throws a DefinitionError if its variables are not the parameters. */
function readResource(entry: ToolEntry, offer: ResourceOffer): ResourceEntry {
  const { spec } = entry;
  const template = new UriTemplate(offer.uri, spec.name);
  const { properties = {}, required = [] } = spec.inputSchema as {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly required?: readonly string[];
  };
  const [unknown] = template.names.filter((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined) {
    throw new DefinitionError(`${spec.name}: the variable '${unknown}' of '${offer.uri}' is not a parameter.`);
  }
  const [missing] = required.filter((name) => !template.required.includes(name));
  if (missing !== undefined) {
    throw new DefinitionError(
      `${spec.name}: the parameter '${missing}' is required, but a URI of '${offer.uri}' need not have it. Add it to the ` +
        'template, bind it, or give it a default.',
    );
  }
  if (offer.list === true && template.required.length !== 1) {
    throw new DefinitionError(`${spec.name}: list requires a template with one variable, and not '${offer.uri}'.`);
  }
  return { entry, offer, template };
}
