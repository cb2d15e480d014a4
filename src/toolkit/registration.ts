import { DefinitionError } from '../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../base/options/check-options.js';
import {
  callback,
  flag,
  flagOrCallback,
  object,
  oneOf,
  recordOf,
  secretObject,
  string,
  strings,
} from '../base/options/option-rules.js';
import { brands, hasBrand } from '../base/values/brand.js';
import { classNameOf } from '../base/values/class-name.js';
import { previewValue } from '../base/values/value-preview.js';
import { description, schemaSource } from '../tool/metadata/tool-option-names.js';
import type { NeedsApproval, SchemaSource, ToolDescription } from '../tool/metadata/tool-options.js';
import { ToolRegistry } from '../tool/registry/tool-registry.js';
import { offerSpecsOf, toolSpecsOf } from '../tool/registry/tool-specs-of.js';
import { describeDefinition } from '../tool/spec/check-function.js';
import { listNames } from '../tool/spec/list-names.js';
import { publishedDescriptions } from '../tool/spec/published-description.js';
import { ToolSpec } from '../tool/spec/tool-spec.js';
import { checkMiddleware, type Middleware, middlewareList } from './entry/middleware.js';
import type { EnabledQuery, Postprocess, ToolEntry } from './entry/tool-entry.js';
import { basicGroup } from './entry/tool-group.js';
import { type DuplicatePolicy, duplicatePolicy } from './resolve-duplicates.js';

/** Changes to the definition of a tool, for one toolkit. */
export interface ToolOverrides {
  readonly name?: string | undefined;
  readonly description?: ToolDescription | undefined;
  /**
   * New names of arguments, by argument name. Models see and send the new names, and the former ones are unknown. The
   * method receives the values as before.
   */
  readonly args?: Readonly<Record<string, string>> | undefined;
  /** A JSON Schema that replaces the input schema. It has the names of `args`. The arguments stay the same. */
  readonly inputSchema?: SchemaSource | undefined;
}

/** The options of `register`. They refer to tools by their names as defined, before any prefix. */
export interface RegisterOptions {
  /** The group of all registered tools. @default the group of each tool, or 'basic' */
  readonly group?: string | undefined;
  /** The prefix of each name, joined by `__`. */
  readonly prefix?: string | undefined;
  /** The names of the tools to register. @default all */
  readonly include?: readonly string[] | undefined;
  /** The names of the tools not to register. @default none */
  readonly exclude?: readonly string[] | undefined;
  /** Fixed values by argument name, for every tool with such an argument. The model neither sees nor sets them. */
  readonly preset?: Readonly<Record<string, unknown>> | undefined;
  /** Changes to tool definitions, by tool name. */
  readonly overrides?: Readonly<Record<string, ToolOverrides>> | undefined;
  /**
   * How much of each description models receive: the full text, its first paragraph, or its first sentence.
   * `spec.description` retains the full text.
   *
   * @default 'full'
   */
  readonly descriptions?: 'full' | 'first-paragraph' | 'first-sentence' | undefined;
  /** Whether the tools are available. A predicate is called whenever tools are listed or called. @default true */
  readonly enabled?: boolean | ((query: EnabledQuery) => boolean) | undefined;
  /** Whether calls need approval. Overrides `needsApproval` of the tools. @default the tool's */
  readonly needsApproval?: NeedsApproval | undefined;
  /** Whether exports defer the tools. Overrides `deferLoading` of the tools. @default the tool's */
  readonly deferLoading?: boolean | undefined;
  /** Called with each response of the tools. A response that it returns replaces the tool's. */
  readonly postprocess?: Postprocess | undefined;
  /** Middleware around the calls of these tools, inside the middleware of their group. The first is the outermost. */
  readonly use?: readonly Middleware[] | undefined;
  /**
   * What happens to a class with `@UseGuards`, `@UsePipes`, `@UseInterceptors` or `@UseFilters` of NestJS on its tools or on
   * itself. Only `ToolkitModule` of `toolwright/nest` applies these decorators, so the class is refused: a guard would not
   * run. `'ignore'` registers the tools without what the decorators declare.
   *
   * @default 'refuse'
   */
  readonly nestGuards?: 'refuse' | 'ignore' | undefined;
  /** What happens to a tool whose name is already in use. @default the toolkit's */
  readonly onDuplicate?: DuplicatePolicy | undefined;
}

/**
 * A value that can be registered: an instance with tools, a spec, a plain function, or an array or object of specs and
 * functions. In an object, the key of a function is the name of its tool.
 */
export type ToolProvider = object | ToolSpec | readonly ToolSpec[] | ((...args: never[]) => unknown);

/** The source of the tools that are registered. */
export interface ToolOrigin {
  readonly source: string;
  /** Whether the source was read before. It may have lost tools that the options name. */
  readonly hasChanged: boolean;
}

const noMiddleware: readonly Middleware[] = Object.freeze([]);

/**
 * Creates the entries of a provider's tools. Throws a DefinitionError on options that name unknown tools or arguments.
 */
export function createEntries(
  provider: ToolProvider,
  options: RegisterOptions,
  origin?: ToolOrigin,
): readonly ToolEntry[] {
  checkRegisterOptions(options);
  const specs = specsOf(provider);
  if (origin?.hasChanged !== true) checkNames(specs, options);
  const chosen = specs.filter(({ name }) => {
    return options.include?.includes(name) !== false && options.exclude?.includes(name) !== true;
  });
  if (options.nestGuards !== 'ignore') checkNestDecorators(chosen);
  const { use = noMiddleware } = options;
  checkMiddleware(use, 'register');
  if (origin?.hasChanged !== true) checkPresets(chosen, options.preset ?? {});
  return chosen.map((spec) => ({
    spec: checkClientTool(adaptSpec(spec, options)),
    origin: spec,
    group: options.group ?? spec.group ?? basicGroup,
    source: origin?.source,
    enabled: options.enabled ?? true,
    middleware: Object.freeze([...use]),
    postprocess: options.postprocess,
  }));
}

const overrideNames: OptionNames<ToolOverrides> = {
  name: string,
  description,
  args: object,
  inputSchema: schemaSource,
};

/** The names of the options of `register`. */
export const registerOptionNames: OptionNames<RegisterOptions> = {
  group: string,
  prefix: string,
  include: strings,
  exclude: strings,
  preset: secretObject,
  overrides: recordOf<ToolOverrides>(overrideNames),
  descriptions: oneOf(...publishedDescriptions),
  enabled: flagOrCallback,
  needsApproval: flagOrCallback,
  deferLoading: flag,
  postprocess: callback,
  use: middlewareList,
  nestGuards: oneOf('refuse', 'ignore'),
  onDuplicate: duplicatePolicy,
};

/** Throws a DefinitionError that begins with `where` on an unknown option, and on an invalid one. */
export function checkRegisterOptions(options: RegisterOptions, where = 'register'): void {
  const given: unknown = options;
  if (ToolSpec.is(given) || hasBrand(given, brands.registry) || typeof given === 'function') {
    throw new DefinitionError(
      `${where}: the second argument has the options. Pass several providers as an array: ${where}([first, second]).`,
    );
  }
  checkOptionNames(options, registerOptionNames, where);
}

function checkNames(specs: readonly ToolSpec[], options: RegisterOptions): void {
  const names = new Set(specs.map((spec) => spec.name));
  for (const [option, listed] of [
    ['include', options.include ?? []],
    ['exclude', options.exclude ?? []],
    ['overrides', Object.keys(options.overrides ?? {})],
  ] as const) {
    const unknown = listed.find((name) => !names.has(name));
    if (unknown === undefined) continue;
    throw new DefinitionError(
      `register: '${option}' names '${unknown}', which is not a tool. The tools are ${listNames([...names])}.`,
    );
  }
  const both = options.include?.find((name) => options.exclude?.includes(name));
  if (both === undefined) return;
  throw new DefinitionError(`register: '${both}' is both included and excluded. Remove it from include or exclude.`);
}

function checkPresets(specs: readonly ToolSpec[], preset: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(preset)) {
    if (specs.some((spec) => hasArgument(spec, name))) continue;
    const names = specs.map((spec) => spec.name).join(', ');
    throw new DefinitionError(
      `register: preset names '${name}', but none of ${names || 'the tools'} has this argument.`,
    );
  }
}

/** Throws a DefinitionError on a tool that the client runs and that has hidden arguments, which the client never has. */
function checkClientTool(spec: ToolSpec): ToolSpec {
  if (!spec.runsOnClient) return spec;
  const [bound] = Object.keys(spec.bindings);
  if (bound === undefined) return spec;
  throw new DefinitionError(
    `register: the client runs '${spec.name}' with the arguments that the model sends, so '${bound}' cannot be preset ` +
      'or bound. Remove it from preset, or unbind it.',
  );
}

/** Throws a DefinitionError on a tool whose method has a decorator that only NestJS applies, such as a guard. */
function checkNestDecorators(specs: readonly ToolSpec[]): void {
  const { skippedDecorator } = specs.find((spec) => spec.skippedDecorator !== undefined) ?? {};
  if (skippedDecorator === undefined) return;
  const { where, decorator } = skippedDecorator;
  throw new DefinitionError(
    `register: ${where} has ${decorator} of NestJS on the method or its class, which a toolkit does not run. Let ` +
      "ToolkitModule of 'toolwright/nest' register the class, or say { nestGuards: 'ignore' } if it needs none of it here.",
  );
}

function hasArgument(spec: ToolSpec, name: string): boolean {
  return Object.hasOwn(spec.params, name) || Object.hasOwn(spec.bindings, name);
}

function adaptSpec(spec: ToolSpec, options: RegisterOptions): ToolSpec {
  const { prefix, preset = {}, overrides = {} } = options;
  const { needsApproval = spec.needsApproval, deferLoading = spec.deferLoading } = options;
  const override = Object.hasOwn(overrides, spec.name) ? (overrides[spec.name] ?? {}) : {};
  const name = override.name ?? spec.name;
  const { description: text } = override;
  const fixed = Object.entries(preset).filter(([argument]) => hasArgument(spec, argument));
  const withPresets = fixed.length === 0 ? spec : spec.preset(Object.fromEntries(fixed));
  const withNames = override.args === undefined ? withPresets : withPresets.renameArguments(override.args);
  const changes = {
    name: prefix === undefined ? name : `${prefix}__${name}`,
    ...(text === undefined ? {} : { description: text }),
    needsApproval,
    deferLoading,
    ...(override.inputSchema === undefined ? {} : { inputSchema: override.inputSchema }),
  };
  const isChanged =
    changes.name !== spec.name ||
    text !== undefined ||
    needsApproval !== spec.needsApproval ||
    deferLoading !== spec.deferLoading ||
    'inputSchema' in changes;
  const changed = isChanged ? withNames.with(changes) : withNames;
  return options.descriptions === undefined ? changed : changed.publishDescription(options.descriptions);
}

function specsOf(provider: ToolProvider): readonly ToolSpec[] {
  if (ToolSpec.is(provider)) return [provider];
  if (Array.isArray(provider)) return provider.flatMap((one: ToolProvider) => specsOf(one));
  if (isFunction(provider)) return [ToolSpec.fromFunction(provider)];
  // A registry from another copy of this package holds its own specs and their state.
  const tools = Object.values(ToolRegistry.is(provider) ? provider.toToolSpecs() : toolSpecsOf(provider));
  const specs = [...(tools as readonly ToolSpec[]), ...offerSpecsOf(provider)];
  if (specs.length > 0) return specs;
  const members: readonly (readonly [string, unknown])[] = Object.entries(provider);
  if (members.length > 0 && isObjectOfTools(provider)) return members.map(([name, member]) => specOf(name, member));
  throw createNoToolsError(provider, members);
}

function createNoToolsError(provider: object, members: readonly (readonly [string, unknown])[]): DefinitionError {
  const definition = describeDefinition(provider);
  if (definition !== undefined) return new DefinitionError(`register: the tool must be a spec, not ${definition}`);
  const { constructor: type } = provider;
  const found = typeof type === 'function' ? `${classNameOf(type)} has no tools.` : 'An object has no tools.';
  const [name, member] = (isPlain(provider) && members.find(([, one]) => !isToolMember(one))) || [];
  if (name === undefined) return new DefinitionError(`${found} ${providers}`);
  const described = describeDefinition(member, name) ?? `${previewValue(member)}. ${providers}`;
  return new DefinitionError(`${found} Its member '${name}' is ${described}`);
}

const providers =
  'Decorate methods with @Tool(), or register a spec, a function, or an array or object of specs and functions.';

/**
 * Checks whether an object contains tools only: the result of `toToolSpecs()`, or a plain object of specs and functions. The
 * namespace of a module is such an object.
 */
function isObjectOfTools(provider: object): boolean {
  const members: readonly unknown[] = Object.values(provider);
  return members.every((member) => ToolSpec.is(member)) || (isPlain(provider) && members.every(isToolMember));
}

function isPlain(provider: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(provider);
  return prototype === Object.prototype || prototype === null;
}

function isToolMember(member: unknown): boolean {
  return ToolSpec.is(member) || isFunction(member);
}

/** Returns a member as a spec. The key of a function is the name of its tool. */
function specOf(name: string, member: unknown): ToolSpec {
  if (isFunction(member)) return ToolSpec.fromFunction(member, { name });
  return member as ToolSpec;
}

function isFunction(value: unknown): value is (...args: never[]) => unknown {
  return typeof value === 'function' && !/^class\b/.test(Function.prototype.toString.call(value));
}
