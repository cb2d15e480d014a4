import type {
  FieldFlow,
  ParamFlow,
  ReadersRule,
  ToolFlow,
  Trust,
  TrustRule,
} from '../../tool/metadata/flow-options.js';
import { originOf } from '../../tool/spec/tool-origin.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { shownSpec } from '../../toolkit/entry/tool-entry.js';
import { ArgumentShape } from './argument-shape.js';
import { type DecidingPolicy, hasDecidingArgument } from './deciding-parameters.js';
import { checkParams, type FlowOptions, type ToolFlowPolicy } from './flow-options.js';
import { labelOfFields } from './labels/field-labels.js';
import { FlowTree } from './labels/flow-tree.js';
import { createLabel, type Label, untrustedLabel } from './labels/label.js';

/** What is known of the data of a tool in a toolkit. */
export interface ToolPolicy extends DecidingPolicy {
  /** Whether results are trusted. Undefined if neither the author nor the application says so. */
  readonly trust: TrustRule | undefined;
  readonly readers: ReadersRule | undefined;
  readonly fields: FlowTree<FieldFlow>;
  /** What a model sees of results. */
  readonly show: NonNullable<ToolFlow['show']>;
  /** Whether data leaves through the tool. */
  readonly isOpenWorld: boolean;
  /** Whether any argument decides. */
  readonly hasDecidingArgument: boolean;
  /** What is known of the places in its arguments. */
  readonly shape: ArgumentShape;
  /** The label of all results whose call was given and has read what anyone may read. Undefined if it is not always the same. */
  readonly fixedLabel: Label | undefined;
  /** The label of what nothing is said of in those results. */
  readonly fixedRest: Label | undefined;
  /** Whether any binding may decide. */
  readonly hasBindings: boolean;
  readonly isImported: boolean;
  /** Whether the names, descriptions and enums of the definition are trusted. */
  readonly hasTrustedDefinition: boolean;
  /** Whether the author or the application says how trusted results are. */
  readonly isLabelled: boolean;
}

/** The policies of the tools of a toolkit, by their entries. */
export class ToolPolicies {
  readonly #options: FlowOptions;
  readonly #policies = new WeakMap<ToolSpec, ToolPolicy>();
  #areAnyPrivate = false;
  #haveHandles: boolean;

  constructor(options: FlowOptions) {
    this.#options = options;
    this.#haveHandles = Object.values(options.sources ?? {}).some(({ show }) => show === 'handle');
    // A tool of which the application says something may be registered later.
    this.#areAnyPrivate = Object.values(options.tools ?? {}).some(hasReaders);
  }

  /**
   * The label of what comes from elsewhere, of which nothing is known. Where any data of the toolkit is private, only the user
   * may read it.
   */
  get unknownLabel(): Label {
    return this.#areAnyPrivate ? createLabel('untrusted', []) : untrustedLabel;
  }

  /** Notes that there is data that not anyone may read. */
  notePrivate(): void {
    this.#areAnyPrivate = true;
  }

  /** The names of the tools of which the application says something. */
  get names(): readonly string[] {
    return Object.keys(this.#options.tools ?? {});
  }

  /** Whether any registered tool may show its results as handles. */
  get haveHandles(): boolean {
    return this.#haveHandles;
  }

  /**
   * Checks a tool that is registered, and notes whether it has private data.
   *
   * @throws DefinitionError if what is said of the tool names an argument that it does not have.
   */
  check(spec: ToolSpec): void {
    if (spec.flow !== undefined && hasReaders(spec.flow)) this.notePrivate();
    const { tools = {} } = this.#options;
    const own = Object.hasOwn(tools, spec.name) ? tools[spec.name] : undefined;
    if (own?.show === 'handle' || spec.flow?.show === 'handle') this.#haveHandles = true;
    const said = own?.params;
    const params = { ...spec.flow?.params, ...said };
    if (Object.keys(params).length === 0) return;
    checkParams(spec.name, namesIn(params), [...Object.keys(spec.params), ...Object.keys(spec.bindings)]);
  }

  /** Returns the policy of a tool. */
  of(entry: ToolEntry): ToolPolicy {
    const spec = shownSpec(entry);
    const known = this.#policies.get(spec);
    if (known !== undefined) return known;
    const policy = this.#read(entry, spec);
    this.#policies.set(spec, policy);
    return policy;
  }

  #read({ source }: ToolEntry, spec: ToolSpec): ToolPolicy {
    const { tools = {}, sources = {}, all: isStrict = false } = this.#options;
    const said = Object.hasOwn(tools, spec.name) ? tools[spec.name] : undefined;
    const ofSource = source !== undefined && Object.hasOwn(sources, source) ? sources[source] : undefined;
    const own = spec.flow;
    const isImported = isImportedTool(spec);
    // A server that says what may be trusted says so of itself. What it says of its tools is in no such option.
    const imported: Trust | undefined = isImported ? (ofSource?.trust ?? 'untrusted') : undefined;
    const params = FlowTree.of<ParamFlow>({ ...own?.params, ...said?.params });
    const { readOnlyHint = false, openWorldHint } = spec.annotations ?? {};
    const isReadOnly = said?.readOnly ?? (!isImported && readOnlyHint);
    // The hints of a server are about itself. Whatever is sent to it has left.
    const hint = said?.openWorld ?? (isImported ? true : openWorldHint);
    const trust = said?.trust ?? own?.trust ?? imported;
    const policy: Omit<ToolPolicy, 'hasDecidingArgument' | 'shape' | 'fixedLabel' | 'fixedRest'> = {
      spec,
      trust,
      readers: said?.readers ?? own?.readers,
      fields: FlowTree.of<FieldFlow>({ ...own?.fields, ...said?.fields }),
      params,
      show: said?.show ?? own?.show ?? ofSource?.show ?? 'value',
      isReadOnly,
      isOpenWorld: hint ?? !isReadOnly,
      opensAddresses: hint ?? true,
      all: said?.all ?? isStrict,
      isImported,
      hasTrustedDefinition: !isImported || spec.isPinned || ofSource?.definitions === 'trusted',
      hasBindings: Object.keys(spec.bindings).length > 0,
      isLabelled: trust !== undefined || own !== undefined || said !== undefined,
    };
    const fixedRest = fixedRestOf(policy);
    return {
      ...policy,
      fixedRest,
      hasDecidingArgument: hasDecidingArgument(policy),
      shape: ArgumentShape.of(policy),
      fixedLabel: fixedRest && labelOfFields(policy.fields, fixedRest),
    };
  }
}

// A server may say something else of each result.
function fixedRestOf({
  trust,
  readers,
  isImported,
}: Pick<ToolPolicy, 'trust' | 'readers' | 'isImported'>): Label | undefined {
  return !isImported && typeof trust === 'string' && readers === undefined ? createLabel(trust, 'anyone') : undefined;
}

/** Checks whether not anyone may read the results of a tool, or parts of them. */
export function isPrivate({ readers, fields }: Pick<ToolPolicy, 'readers' | 'fields'>): boolean {
  return areLimited(readers) || fields.all.some((one) => areLimited(one.readers));
}

/** Checks whether anything that is said of a tool limits who reads what. */
function hasReaders({
  readers,
  fields = {},
  params = {},
}: Pick<ToolFlowPolicy, 'readers' | 'fields' | 'params'>): boolean {
  const areParams = Object.values(params).some((one) => one.readers !== undefined);
  return areParams || areLimited(readers) || Object.values(fields).some((one) => areLimited(one.readers));
}

function areLimited(readers: ReadersRule | undefined): boolean {
  return readers !== undefined && readers !== 'anyone';
}

function isImportedTool(spec: ToolSpec): boolean {
  return spec.kind === 'mcp' || originOf(spec) !== undefined;
}

function namesIn(params: Readonly<Record<string, ParamFlow>>) {
  const readers = Object.values(params).flatMap((one) => one.readers ?? []);
  return { params: Object.keys(params), readers };
}
