import { DefinitionError, ToolNotFoundError } from '../../base/errors/errors.js';
import { nearestName } from '../../base/options/nearest-name.js';
import { brands, hasBrand } from '../../base/values/brand.js';
import { classNameOf } from '../../base/values/class-name.js';
import { memoize } from '../../base/values/memoize.js';
import { previewValue } from '../../base/values/value-preview.js';
import { methodExecutor } from '../../call/native-executor.js';
import { ToolState } from '../../call/state/tool-state.js';
import { ToolInput } from '../../schema/input/tool-input.js';
import { interpretationFor } from '../../schema/validation/pattern-mode.js';
import type { Constructor } from '../metadata/class-records.js';
import { type DeclaredTool, readOffers, readTools, type ToolMetadata } from '../metadata/tool-metadata.js';
import type { ToolOptions } from '../metadata/tool-options.js';
import { completeOptions } from '../spec/complete-options.js';
import type { ToolData } from '../spec/tool-data.js';
import { assembleSpec, type ToolSpec } from '../spec/tool-spec.js';
import { type CreateExecutor, implementationOf } from './method-implementation.js';

/** The names of an object's public methods. */
export type MethodName<T> = { [K in keyof T]: T[K] extends (...args: never[]) => unknown ? K : never }[keyof T];

/** Specs by method name. Every public method has an optional key, because decorators do not affect types. */
export type ToolSpecs<T> = {
  readonly [K in Exclude<MethodName<T>, 'toToolSpecs' | 'listToolSpecs' | 'toolSpec'>]?: ToolSpec<ToolData<T[K]>>;
};

/**
 * Returns the specs of an instance by method name, for a class that cannot extend `ToolRegistry`. They are created once
 * per instance and share one ToolState.
 *
 * @throws DefinitionError if `instance` is not an object or the definition of a tool is not valid.
 */
export function toolSpecsOf<T extends object>(instance: T): ToolSpecs<T> {
  checkInstance(instance);
  return instanceTools(instance).all() as ToolSpecs<T>;
}

/**
 * Returns the resources, prompts and completions of an instance. Like its tools, they are created once per instance, and share
 * one ToolState with them.
 *
 * @throws DefinitionError if one of them is not valid.
 */
export function offerSpecsOf(instance: object): readonly ToolSpec[] {
  return instanceTools(instance).offers();
}

/** A tool that can be found by its method name or its tool name, and is built when it has been found. */
export interface FindableTool {
  readonly method: string;
  readonly name: string;
  build(): ToolSpec;
}

/** Lists the tools of an instance, whether or not each of them can be built. */
export function listTools(instance: object): readonly FindableTool[] {
  const tools = instanceTools(instance);
  return tools.declared.map((tool) => ({ method: tool.method, name: tool.name, build: () => tools.build(tool) }));
}

/**
 * Finds a spec by method name or tool name, and builds no other.
 *
 * @throws ToolNotFoundError if the tool does not exist. The message lists the available tools.
 * @throws DefinitionError if the definition of the tool is not valid.
 */
export function findSpec(tools: readonly FindableTool[], name: string, where: string): ToolSpec {
  const found = tools.find(({ method }) => method === name) ?? tools.find((tool) => tool.name === name);
  if (found !== undefined) return found.build();
  const methods = tools.map(({ method }) => method);
  const near = nearestName(name, [...methods, ...tools.map((tool) => tool.name)]);
  const hint = near === undefined ? '' : ` Did you mean '${near}'?`;
  throw new ToolNotFoundError(`${where} has no tool '${name}'.${hint} It has ${methods.join(', ') || 'none'}.`, {
    toolName: name,
  });
}

function checkInstance(instance: unknown): void {
  if (typeof instance === 'object' && instance !== null) return;
  const received = typeof instance === 'function' ? `the class ${classNameOf(instance)}` : previewValue(instance);
  throw new DefinitionError(
    `Expected an instance with @Tool() methods, but got ${received}. Pass an instance: new …().`,
  );
}

const instanceTools = memoize((instance: object) => new InstanceTools(instance));

/** The tools of one instance. Each spec is built once, when it is first needed. */
class InstanceTools {
  readonly #instance: object;
  readonly #state = new ToolState();
  readonly #specs = new Map<string, ToolSpec>();
  #all: Readonly<Record<string, ToolSpec>> | undefined;

  constructor(instance: object) {
    this.#instance = instance;
  }

  /** The tools as the class declares them now: a tool can be built once its schema has been defined. */
  get declared(): readonly DeclaredTool[] {
    const owner = classOf(this.#instance);
    const declared = readTools(owner);
    if (hasBrand(this.#instance, brands.registry)) checkReserved(declared, owner);
    return declared;
  }

  /** Builds the resources, prompts and completions. Throws a DefinitionError if one cannot be built. */
  offers(): readonly ToolSpec[] {
    return readOffers(classOf(this.#instance)).map((offer) => this.build(offer));
  }

  /** Builds all specs. Throws a DefinitionError if one cannot be built. */
  all(): Readonly<Record<string, ToolSpec>> {
    this.#all ??= Object.freeze(Object.fromEntries(this.declared.map((tool) => [tool.method, this.build(tool)])));
    return this.#all;
  }

  build(tool: DeclaredTool): ToolSpec {
    const built = this.#specs.get(tool.method);
    if (built !== undefined) return built;
    const metadata = tool.describe();
    const create = (changed: ToolMetadata, createExecutor: CreateExecutor): ToolSpec =>
      buildSpec(changed, this.#state, createExecutor);
    const spec =
      implementationOf(metadata)?.build(this.#instance, metadata, create) ??
      create(metadata, (slots) => methodExecutor(this.#instance, metadata.method, slots));
    this.#specs.set(tool.method, spec);
    return spec;
  }
}

const registryMembers: ReadonlySet<string> = new Set(['toToolSpecs', 'listToolSpecs', 'toolSpec']);

/**
 * Throws a DefinitionError for a tool that overrides a method of ToolRegistry, which would make all tools inaccessible.
 */
function checkReserved(tools: readonly DeclaredTool[], owner: Constructor): void {
  const reserved = tools.find(({ method }) => registryMembers.has(method));
  if (reserved === undefined) return;
  throw new DefinitionError(
    `${classNameOf(owner)}.${reserved.method} is both a tool and a method of ToolRegistry. ` +
      'Rename the method, and set the tool name with @Tool({ name }).',
  );
}

/** Builds the spec of a tool. The executor decides how, and on which instance, the method is called. */
export function buildSpec(tool: ToolMetadata, state: ToolState, createExecutor: CreateExecutor): ToolSpec {
  const where = locationOf(tool);
  const { input, ...parts } = readParts(tool);
  const { offer } = tool;
  return assembleSpec({ ...parts, where, input, executor: createExecutor(input.slots ?? []), state, offer });
}

/** The options and the input of a tool, shared by all instances of its class. */
interface ToolParts {
  readonly options: ToolOptions & { readonly name: string };
  readonly input: ToolInput;
  readonly propertyBindings: ToolMetadata['propertyBindings'];
}

const readParts = memoize((tool: ToolMetadata): ToolParts => {
  const { inputSchema, patterns } = tool.options;
  const { params, mangledNames, reflected, generated } = tool;
  const where = locationOf(tool);
  const interpretation = interpretationFor(patterns, where);
  const parameters = { params, mangledNames, reflected, $defs: generated?.$defs };
  const input = ToolInput.read({ where, inputSchema, ...parameters, interpretation });
  // The contents of resources and prompts have no schema.
  const described = tool.offer === undefined ? generated : { ...generated, returns: undefined };
  const options = completeOptions({ ...tool.options, name: tool.name }, described, where);
  return { options, input, propertyBindings: propertyBindingsOf(tool, input) };
});

/** Returns the bindings of properties, without those that only the overridden method could have. */
function propertyBindingsOf(
  { propertyBindings, inherited }: ToolMetadata,
  input: ToolInput,
): ToolMetadata['propertyBindings'] {
  const inheritedBindings = inherited?.bind ?? {};
  const entries = Object.entries(propertyBindings);
  return Object.fromEntries(entries.filter(([name]) => input.has(name) || !Object.hasOwn(inheritedBindings, name)));
}

function locationOf({ className, method }: ToolMetadata): string {
  return `${className}.${method}`;
}

// biome-ignore lint/complexity/noBannedTypes: a constructor of unknown signature has no other common type.
function classOf(instance: object): Function {
  const prototype: unknown = Object.getPrototypeOf(instance);
  const owner: unknown = (prototype as { readonly constructor?: unknown } | null)?.constructor;
  return typeof owner === 'function' ? owner : Object;
}
