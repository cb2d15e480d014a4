import { nearestName } from '../../base/options/nearest-name.js';
import { DefinitionError, ToolNotFoundError, type ToolSpec } from '../../index.js';
import type { SourceGroup } from '../../toolkit/tool-source.js';
import type { CountedSource } from './counted-source.js';
import type { AgentDefinition, ToolSetDefinition } from './manager-options.js';
import type { Read, ReadDefinitions } from './read-agents.js';
import { createMissingError, selectTools } from './select-tools.js';
import { sourcesOf, type ToolPart } from './tool-file.js';
import { createToolTable, type LoadedFile, type ToolTable } from './tool-table.js';

/** The parts of a collection. */
export interface CollectionParts {
  readonly files: readonly LoadedFile[];
  readonly toolSets: ReadDefinitions<ToolSetDefinition>;
  readonly agents: ReadDefinitions<AgentDefinition>;
}

/** The tools, tool sets and agents that were loaded at one time. */
export class ToolCollection {
  readonly files: readonly LoadedFile[];
  readonly table: ToolTable;
  readonly toolSets: ReadonlyMap<string, Read<ToolSetDefinition>>;
  readonly agents: ReadonlyMap<string, Read<AgentDefinition>>;
  /** The errors of files and definitions, and of names that do not exist. */
  readonly errors: readonly DefinitionError[];
  readonly #parts: CollectionParts;

  constructor(parts: CollectionParts) {
    const { files, toolSets, agents } = parts;
    this.#parts = parts;
    this.files = files;
    this.table = createToolTable(files);
    this.toolSets = toolSets.byName;
    this.agents = agents.byName;
    this.errors = Object.freeze([
      ...files.flatMap(({ errors }) => errors),
      ...toolSets.errors,
      ...agents.errors,
      ...[...this.toolSets.keys()].flatMap((name) => errorsOf(() => this.getToolSet(name))),
      ...[...this.agents.values()].flatMap((agent) => errorsOf(() => this.#selectOwn(agent))),
      ...[...this.agents.values()].flatMap((agent) => errorsOf(() => this.#setNames(agent))),
    ]);
  }

  /** Returns a collection in which a source has other tools. */
  withTools(source: CountedSource, specs: readonly ToolSpec[]): ToolCollection {
    const files = this.files.map((file) => {
      const isSource = (part: ToolPart): boolean => part.source === source;
      if (!file.parts.some(isSource)) return file;
      return { ...file, parts: file.parts.map((part) => (isSource(part) ? { ...part, specs } : part)) };
    });
    return new ToolCollection({ ...this.#parts, files });
  }

  /** The resources, prompts and completions of all files. */
  get offers(): readonly ToolSpec[] {
    const specs = this.files.flatMap(({ parts }) => parts.flatMap((part) => part.specs));
    return [...new Set(specs)].filter(({ offer }) => offer !== undefined);
  }

  /** Returns a tool. @throws ToolNotFoundError if it does not exist. */
  getTool(name: string): ToolSpec {
    const found = this.table.tools.get(name);
    if (found !== undefined) return found.spec;
    throw new ToolNotFoundError(`There is no tool named '${name}'.${this.#hint(name, this.table.tools.keys())}`, {
      toolName: name,
    });
  }

  /** Returns the tools of a set. @throws DefinitionError if it does not exist, or names a tool that does not exist. */
  getToolSet(name: string): readonly ToolSpec[] {
    const { definition, tools, timeoutMs } = this.#find(this.toolSets, name, 'tool set');
    const specs = [...new Set(selectTools(definition, tools, this.table.tools))];
    return Object.freeze(timeoutMs === undefined ? specs : specs.map((spec) => spec.with({ timeoutMs })));
  }

  /** Returns an agent. @throws DefinitionError if it does not exist. */
  getAgent(name: string): Read<AgentDefinition> {
    return this.#find(this.agents, name, 'agent');
  }

  /** Returns the tools of an agent: its own tools, then those of its sets that it does not have yet. */
  toolsOf(name: string): readonly ToolSpec[] {
    const agent = this.getAgent(name);
    const specs = [...this.#selectOwn(agent), ...this.#setNames(agent).flatMap((set) => this.getToolSet(set))];
    const byName = new Map<string, ToolSpec>();
    for (const spec of specs) if (!byName.has(spec.name)) byName.set(spec.name, spec);
    const tools = [...byName.values()];
    return agent.parallel === false ? tools.map((spec) => spec.with({ concurrency: 'exclusive' })) : tools;
  }

  /** Returns the groups of tools. `active` activates all of them; otherwise, a source decides on its own groups. */
  groupsOf(specs: readonly ToolSpec[], { active }: { readonly active: boolean }): readonly SourceGroup[] {
    const declared = sourcesOf(this.files).flatMap(({ source }) => source.groups ?? []);
    const names = new Set(specs.flatMap(({ group }) => group ?? []));
    return [...names].map((name) => {
      const group = declared.find((one) => one.name === name) ?? { name, active: true };
      return active ? { ...group, active } : group;
    });
  }

  /** Checks whether another collection has the same files, tool sets and agents. */
  equals(other: ToolCollection): boolean {
    const areSame = other.files.length === this.files.length && this.files.every((one, at) => one === other.files[at]);
    return (
      areSame &&
      serialize(this.toolSets) === serialize(other.toolSets) &&
      serialize(this.agents) === serialize(other.agents)
    );
  }

  #selectOwn({ definition, tools = [] }: Read<AgentDefinition>): readonly ToolSpec[] {
    return selectTools(definition, tools, this.table.tools);
  }

  #setNames({ definition, toolSets = [] }: Read<AgentDefinition>): readonly string[] {
    const known = [...this.toolSets.keys()];
    const index = toolSets.findIndex((name) => !known.includes(name));
    if (index < 0) return toolSets;
    const [key = ''] = definition.pathOf('toolSets', 'tool_sets').slice(-1);
    throw createMissingError({ definition, key: String(key), index, what: 'tool set' }, toolSets[index] ?? '', known);
  }

  #find<T>(byName: ReadonlyMap<string, T>, name: string, what: string): T {
    const found = byName.get(name);
    if (found !== undefined) return found;
    throw new DefinitionError(`There is no ${what} named '${name}'.${this.#hint(name, byName.keys())}`);
  }

  #hint(name: string, known: Iterable<string>): string {
    const names = [...known];
    const near = nearestName(name, names);
    const hint = near === undefined ? ` The names are ${names.join(', ') || 'none'}.` : ` Did you mean '${near}'?`;
    const { length } = this.files.filter(({ errors }) => errors.length > 0);
    return length === 0 ? hint : `${hint} Files that could not be loaded, see errors: ${length}.`;
  }
}

function errorsOf(check: () => unknown): readonly DefinitionError[] {
  try {
    check();
    return [];
  } catch (error) {
    if (DefinitionError.is(error)) return [error];
    throw error;
  }
}

/** Returns the text of definitions, without their positions. */
function serialize(byName: ReadonlyMap<string, { readonly definition: unknown }>): string {
  return JSON.stringify([...byName.values()].map((one) => ({ ...one, definition: undefined })));
}
