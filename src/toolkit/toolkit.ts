import { randomUUID } from 'node:crypto';
import { defer, type Observable, of, throwError } from 'rxjs';
import { brandClass, brands, hasBrand } from '../brand.js';
import { DefinitionError, ToolError, ToolInactiveError, ToolNotFoundError } from '../errors.js';
import type { CallOptions, ToolCall } from '../execution/call-options.js';
import { refusedCall, toLastResponse, toResult } from '../execution/outcome.js';
import type { FunctionJsonSchema } from '../format/to-json-schema.js';
import { nearestName } from '../nearest-name.js';
import { ToolRegistry } from '../registry/tool-registry.js';
import { toolSpecsOf } from '../registry/tool-specs-of.js';
import type { ToolResponse } from '../response/tool-response.js';
import type { ToolResult } from '../response/tool-result.js';
import { ToolSpec } from '../spec/tool-spec.js';
import { LayeredState } from '../state/layered-state.js';
import { ToolState } from '../state/tool-state.js';
import { basicGroup, type ToolGroup, type ToolGroupOptions } from './tool-group.js';

/** What a toolkit is made with. */
export interface ToolkitOptions {
  /** Values that bindings find before those of a tool's own state. A plain object is copied. */
  readonly state?: ToolState | Readonly<Record<string, unknown>> | undefined;
}

/** How tools are registered. */
export interface RegisterOptions {
  /** The group for all of them. @default each tool's own, else 'basic' */
  readonly group?: string | undefined;
}

/** Which tools are meant. */
export interface ToolFilter {
  /** Only tools whose group is active, or is not. */
  readonly active?: boolean | undefined;
  readonly group?: string | undefined;
  /** Only tools that have one of these tags. */
  readonly tags?: readonly string[] | undefined;
}

/** What can be registered: an instance with tools, a spec, several (in a list or by name), or a plain function. */
export type ToolProvider = object | ToolSpec | readonly ToolSpec[] | ((...args: never[]) => unknown);

interface Entry {
  readonly spec: ToolSpec;
  readonly group: string;
}

/**
 * A set of tools in groups: what an agent holds. It lists what a model may see, and runs what a model asks for.
 * Order of tools is the order of registration, stable for the sake of prompt caches.
 *
 * @example
 * ```ts
 * const toolkit = new Toolkit();
 * toolkit.register(new KnowledgeBase(store));
 * const tools = toolkit.getJsonSchemas();
 * const result = await toolkit.execute('search', { query: 'streams' });
 * ```
 */
export class Toolkit {
  /** The values that bindings find before those of a tool's own state. */
  readonly state: ToolState;
  readonly #tools = new Map<string, Entry>();
  readonly #groups = new Map<string, ToolGroup>();

  constructor(options: ToolkitOptions = {}) {
    this.state = ToolState.from(options.state);
    this.#addGroup(basicGroup, { active: true });
  }

  /** Whether `value` is a Toolkit, also of another copy of this package. */
  static is(value: unknown): value is Toolkit {
    return hasBrand(value, brands.toolkit);
  }

  /**
   * Makes a group. It is inactive unless told otherwise.
   *
   * @throws DefinitionError if the name is taken.
   */
  createGroup(name: string, options: ToolGroupOptions = {}): void {
    if (this.#groups.has(name)) throw new DefinitionError(`There is a group '${name}' already. Choose another name.`);
    this.#addGroup(name, options);
  }

  /** Switches groups on or off. Throws a DefinitionError on an unknown name, before anything changes. */
  updateGroups(names: readonly string[], active: boolean): void {
    const groups = names.map((name) => this.#group(name));
    if (!active) this.#refuseBasic(names, 'switched off');
    for (const group of groups) this.#groups.set(group.name, Object.freeze({ ...group, active }));
  }

  /** Removes groups and their tools. Throws a DefinitionError on an unknown name, before anything changes. */
  removeGroups(names: readonly string[]): void {
    for (const name of names) this.#group(name);
    this.#refuseBasic(names, 'removed');
    for (const name of names) this.#groups.delete(name);
    for (const [name, { group }] of this.#tools) if (names.includes(group)) this.#tools.delete(name);
  }

  /** The names of the active groups, in the order of their creation. */
  activeGroups(): readonly string[] {
    return [...this.#groups.values()].filter((group) => group.active).map((group) => group.name);
  }

  /** The instructions of the active groups, each under its name; empty if none has any. */
  getGroupInstructions(): string {
    return [...this.#groups.values()]
      .filter(({ active, instructions }) => active && instructions !== undefined)
      .map(({ name, instructions }) => `## ${name}\n\n${instructions}`)
      .join('\n\n');
  }

  /**
   * Adds tools: all of them, or none if one cannot be added.
   *
   * @throws DefinitionError on a name that is taken, a group that does not exist, and a mistake in a class.
   */
  register(provider: ToolProvider, options: RegisterOptions = {}): void {
    const added = new Map<string, Entry>();
    for (const spec of specsOf(provider)) {
      const group = options.group ?? spec.group ?? basicGroup;
      if (!this.#groups.has(group)) {
        throw new DefinitionError(
          `'${spec.name}' belongs to the group '${group}', which does not exist. Create it: createGroup('${group}').`,
        );
      }
      if (this.#tools.has(spec.name) || added.has(spec.name)) {
        throw new DefinitionError(`There is a tool named '${spec.name}' already. Rename one: spec.rename(…).`);
      }
      added.set(spec.name, { spec, group });
    }
    for (const [name, entry] of added) this.#tools.set(name, entry);
  }

  /** Removes a tool. Throws a ToolNotFoundError if there is none of that name. */
  unregister(name: string): void {
    if (!this.#tools.delete(name)) throw this.#notFound(name);
  }

  /** The spec of that name, whether active or not. */
  get(name: string): ToolSpec | undefined {
    return this.#tools.get(name)?.spec;
  }

  /** The specs in the order of registration. */
  list(filter: ToolFilter = {}): readonly ToolSpec[] {
    const { active, group, tags } = filter;
    return [...this.#tools.values()]
      .filter((entry) => active === undefined || this.#isActive(entry) === active)
      .filter((entry) => group === undefined || entry.group === group)
      .filter(({ spec }) => tags === undefined || tags.some((tag) => spec.tags.includes(tag)))
      .map((entry) => entry.spec);
  }

  /** What a model may see: each active tool's `toJsonSchema()`, in a fresh array. */
  getJsonSchemas(): FunctionJsonSchema[] {
    return this.list({ active: true }).map((spec) => spec.toJsonSchema());
  }

  /** Runs what a model asks for. An unknown or inactive tool answers too, with what the model can do about it. */
  callTool(call: ToolCall, options: CallOptions = {}): Observable<ToolResponse> {
    // Looked up when subscribed to: the tool may have been switched on or off since.
    return defer(() => {
      const found = this.#find(call.name);
      const callOptions = this.#optionsOf(options, call.id);
      if (!ToolError.is(found)) return found.stream(call.input, callOptions);
      if (options.throwOnError === true) return throwError(() => found);
      return of(toLastResponse(refusedCall(call.name, found), callOptions.callId ?? randomUUID()));
    });
  }

  /** Runs a tool and gives the whole outcome. Only `throwOnError` makes it throw. */
  async execute(name: string, args?: unknown, options: CallOptions = {}): Promise<ToolResult> {
    const found = this.#find(name);
    const callOptions = this.#optionsOf(options, undefined);
    if (!ToolError.is(found)) return found.exec(args, callOptions);
    if (options.throwOnError === true) throw found;
    return toResult(refusedCall(name, found), callOptions.callId ?? randomUUID());
  }

  #find(name: string): ToolSpec | ToolError {
    const entry = this.#tools.get(name);
    if (entry === undefined) return this.#notFound(name);
    if (this.#isActive(entry)) return entry.spec;
    return new ToolInactiveError(
      `The tool '${name}' is in the group '${entry.group}', which is not active. The group must be activated first.`,
      { toolName: name, details: { group: entry.group } },
    );
  }

  #notFound(name: string): ToolNotFoundError {
    const names = this.list({ active: true }).map((spec) => spec.name);
    const near = nearestName(String(name), names);
    const hint = near === undefined ? '' : ` Did you mean '${near}'?`;
    const those = names.length === 0 ? 'No tool is active.' : `The tools are ${names.join(', ')}.`;
    return new ToolNotFoundError(`There is no tool named '${name}'.${hint} ${those}`, { toolName: name });
  }

  #optionsOf(options: CallOptions, callId: string | undefined): CallOptions {
    const state =
      options.state === undefined ? this.state : LayeredState.of(ToolState.from(options.state), [this.state]);
    return { ...options, state, callId: options.callId ?? callId };
  }

  #isActive({ group }: Entry): boolean {
    return this.#groups.get(group)?.active === true;
  }

  #addGroup(name: string, { description, instructions, active = false }: ToolGroupOptions): void {
    this.#groups.set(name, Object.freeze({ name, description, instructions, active }));
  }

  #group(name: string): ToolGroup {
    const group = this.#groups.get(name);
    if (group !== undefined) return group;
    throw new DefinitionError(`There is no group '${name}'. The groups are ${[...this.#groups.keys()].join(', ')}.`);
  }

  #refuseBasic(names: readonly string[], change: string): void {
    if (names.includes(basicGroup)) throw new DefinitionError(`The group '${basicGroup}' cannot be ${change}.`);
  }
}
brandClass(Toolkit, brands.toolkit);

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
    `${typeof type === 'function' ? type.name : 'An object'} has no tools. ` +
      'Mark methods with @Tool(), or register a spec, several, or a function.',
  );
}

function isClass(provider: object): boolean {
  return /^class\b/.test(Function.prototype.toString.call(provider));
}
