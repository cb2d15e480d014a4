import { checkOptionNames, type OptionNames } from '../check-options.js';
import { DefinitionError } from '../errors.js';
import { classNameOf } from '../metadata/class-records.js';
import type { NeedsApproval, SchemaSource } from '../metadata/tool-options.js';
import { ToolRegistry } from '../registry/tool-registry.js';
import { toolSpecsOf } from '../registry/tool-specs-of.js';
import { ToolSpec } from '../spec/tool-spec.js';
import { previewValue } from '../value-preview.js';
import { checkMiddleware, type Middleware } from './middleware/middleware.js';
import type { DuplicatePolicy } from './tool-catalog.js';
import type { EnabledQuery, Postprocess, ToolEntry } from './tool-entry.js';
import { basicGroup } from './tool-group.js';

/** Changes to a tool's definition for one toolkit. */
export interface ToolOverrides {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Another JSON Schema for the same arguments. */
  readonly inputSchema?: SchemaSource | undefined;
}

/** Options of `register`. They name tools as they are defined, before any prefix. */
export interface RegisterOptions {
  /** The group for all of them. @default each tool's own, else 'basic' */
  readonly group?: string | undefined;
  /** Put before each name, joined by `__`. */
  readonly prefix?: string | undefined;
  /** Only these tools. */
  readonly include?: readonly string[] | undefined;
  /** All but these tools. */
  readonly exclude?: readonly string[] | undefined;
  /** Fixed values by argument, for every tool that has such an argument: hidden from the model, out of its reach. */
  readonly preset?: Readonly<Record<string, unknown>> | undefined;
  /** Changes to definitions, by the names of the tools. */
  readonly overrides?: Readonly<Record<string, ToolOverrides>> | undefined;
  /** Whether models get the first paragraph of a description or all of it. @default 'full' */
  readonly description?: 'summary' | 'full' | undefined;
  /**
   * Whether models get the whole text of each description, or its first sentence. `spec.description` keeps the whole text.
   * @default 'full'
   */
  readonly descriptions?: 'full' | 'first-sentence' | undefined;
  /** Whether the tools are there. A predicate is asked whenever tools are listed or called. @default true */
  readonly enabled?: boolean | ((query: EnabledQuery) => boolean) | undefined;
  /** Whether calls need approval, whatever the tools say of themselves. @default as each tool says */
  readonly needsApproval?: NeedsApproval | undefined;
  readonly postprocess?: Postprocess | undefined;
  /** Middleware around the calls of these tools, inside of that of their group. The first is the outermost. */
  readonly use?: readonly Middleware[] | undefined;
  /** @deprecated The former name of `use`. */
  readonly middleware?: readonly Middleware[] | undefined;
  /** @default the toolkit's */
  readonly onDuplicate?: DuplicatePolicy | undefined;
}

/**
 * A value that can be registered: an instance with tools, a spec, several (in a list or by name), or a plain function.
 */
export type ToolProvider = object | ToolSpec | readonly ToolSpec[] | ((...args: never[]) => unknown);

/** Whose tools are registered. */
export interface ToolOrigin {
  readonly source: string;
  /** Whether the source had tools before: it may have lost those that the options name. */
  readonly hasChanged: boolean;
}

const noMiddleware: readonly Middleware[] = Object.freeze([]);

/** The entries that registering a provider makes. Throws a DefinitionError on options that name no tool or argument. */
export function entriesOf(provider: ToolProvider, options: RegisterOptions, origin?: ToolOrigin): readonly ToolEntry[] {
  checkRegisterOptions(options);
  const specs = specsOf(provider);
  if (origin?.hasChanged !== true) checkNames(specs, options);
  const chosen = specs.filter(({ name }) => {
    return options.include?.includes(name) !== false && options.exclude?.includes(name) !== true;
  });
  const { use = options.middleware ?? noMiddleware } = options;
  checkMiddleware(use, 'register');
  if (origin?.hasChanged !== true) checkPresets(chosen, options.preset ?? {});
  return chosen.map((spec) => ({
    spec: adapted(spec, options),
    origin: spec,
    group: options.group ?? spec.group ?? basicGroup,
    source: origin?.source,
    enabled: options.enabled ?? true,
    middleware: Object.freeze([...use]),
    postprocess: options.postprocess,
  }));
}

const optionNames: OptionNames<RegisterOptions> = {
  group: true,
  prefix: true,
  include: true,
  exclude: true,
  preset: true,
  overrides: true,
  description: true,
  descriptions: true,
  enabled: true,
  needsApproval: true,
  postprocess: true,
  use: true,
  middleware: true,
  onDuplicate: true,
};

const overrideNames: OptionNames<ToolOverrides> = { name: true, description: true, inputSchema: true };

function checkRegisterOptions(options: RegisterOptions): void {
  checkOptionNames(options, optionNames, 'register');
  for (const [name, override] of Object.entries(options.overrides ?? {})) {
    checkOptionNames(override, overrideNames, `register: overrides.${name}`);
  }
  const { descriptions = 'full' } = options;
  if (descriptions === 'full' || descriptions === 'first-sentence') return;
  throw new DefinitionError(
    `register: descriptions must be 'full' or 'first-sentence', not ${previewValue(descriptions)}.`,
  );
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
    throw new DefinitionError(`'${option}' names '${unknown}', which is no tool. They are ${[...names].join(', ')}.`);
  }
  const both = options.include?.find((name) => options.exclude?.includes(name));
  if (both !== undefined) throw new DefinitionError(`'${both}' is both included and excluded. Say one of them.`);
}

function checkPresets(specs: readonly ToolSpec[], preset: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(preset)) {
    if (specs.some((spec) => takes(spec, name))) continue;
    const names = specs.map((spec) => spec.name).join(', ');
    throw new DefinitionError(`preset: none of ${names || 'the tools'} has an argument '${name}'.`);
  }
}

function takes(spec: ToolSpec, name: string): boolean {
  return Object.hasOwn(spec.params, name) || Object.hasOwn(spec.bindings, name);
}

function adapted(spec: ToolSpec, options: RegisterOptions): ToolSpec {
  const { prefix, preset = {}, overrides = {}, description, needsApproval = spec.needsApproval } = options;
  const override = Object.hasOwn(overrides, spec.name) ? (overrides[spec.name] ?? {}) : {};
  const name = override.name ?? spec.name;
  const text = override.description ?? spec.description;
  const changes = {
    name: prefix === undefined ? name : `${prefix}__${name}`,
    description: description === 'summary' ? text?.split(/\n\s*\n/)[0]?.trim() : text,
    needsApproval,
    ...(override.inputSchema === undefined ? {} : { inputSchema: override.inputSchema }),
  };
  const isChanged =
    changes.name !== spec.name ||
    changes.description !== spec.description ||
    needsApproval !== spec.needsApproval ||
    'inputSchema' in changes;
  const changed = isChanged ? spec.with(changes) : spec;
  const renamed = options.descriptions === undefined ? changed : changed.publishDescription(options.descriptions);
  const fixed = Object.entries(preset).filter(([argument]) => takes(spec, argument));
  return fixed.length === 0 ? renamed : renamed.preset(Object.fromEntries(fixed));
}

function specsOf(provider: ToolProvider): readonly ToolSpec[] {
  if (ToolSpec.is(provider)) return [provider];
  if (Array.isArray(provider)) return provider.flatMap((one: ToolProvider) => specsOf(one));
  if (typeof provider === 'function' && !isClass(provider)) {
    return [ToolSpec.fromFunction(provider as (...args: never[]) => unknown)];
  }
  // A registry of another copy of this package keeps its specs, and their state, itself.
  const specs = Object.values(ToolRegistry.is(provider) ? provider.toToolSpecs() : toolSpecsOf(provider));
  if (specs.length > 0) return specs as readonly ToolSpec[];
  // What `toToolSpecs()` gave: specs by method name.
  const members: readonly unknown[] = Object.values(provider);
  if (members.length > 0 && members.every((member) => ToolSpec.is(member))) return members as readonly ToolSpec[];
  const { constructor: type } = provider;
  throw new DefinitionError(
    `${typeof type === 'function' ? classNameOf(type) : 'An object'} has no tools. ` +
      'Mark methods with @Tool(), or register a spec, several, or a function.',
  );
}

function isClass(provider: object): boolean {
  return /^class\b/.test(Function.prototype.toString.call(provider));
}
