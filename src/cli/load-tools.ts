import { Toolkit, ToolRegistry, ToolSpec, toolSpecsOf } from '../index.js';
import { CommandFailure, exitCodes } from './exit-codes.js';
import { importModule } from './import-module.js';
import { isRecord } from './is-record.js';
import { messageOf } from './message-of.js';

/** A tool that a module exports. */
export interface LoadedTool {
  readonly spec: ToolSpec;
  /** The export that it was found in. */
  readonly exportName: string;
  /** The toolkit that it is called through, where the module exports one. */
  readonly toolkit: Toolkit | undefined;
}

/** What a module has to offer. */
export interface LoadedModule {
  readonly tools: readonly LoadedTool[];
  /** Why some exports were passed over, in a sentence each. */
  readonly remarks: readonly string[];
}

/**
 * Loads a compiled module and finds its tools.
 *
 * @param path - Of the JavaScript file, from the current folder.
 * @throws CommandFailure if there is no such module, it fails to load, or it exports no tools.
 */
export async function loadTools(path: string): Promise<LoadedModule> {
  const entries = Object.entries(await importModule(path));
  const remarks: string[] = [];
  try {
    const made = withoutRepetitions(entries.flatMap(([exportName, value]) => toolsOfValue(exportName, value)));
    const names = new Set(made.map(({ spec }) => spec.name));
    const tools = [...made];
    for (const [exportName, registry] of classesOf(entries)) {
      // The module has made its own instances, in a toolkit perhaps.
      if (registry.toolNames().every((name) => names.has(name))) continue;
      const instance = construct(registry);
      if (typeof instance === 'string') {
        remarks.push(`'${exportName}' is left out: ${instance} Export an instance of it.`);
      } else tools.push(...toolsOfValue(exportName, instance).filter(({ spec }) => !names.has(spec.name)));
    }
    if (tools.length > 0) return { tools, remarks };
  } catch (error) {
    throw new CommandFailure(`Cannot read the tools of '${path}': ${messageOf(error)}`, exitCodes.module);
  }
  const reasons = remarks.length > 0 ? ` ${remarks.join(' ')}` : ' Export a ToolRegistry, a Toolkit or a ToolSpec.';
  throw new CommandFailure(`'${path}' exports no tools.${reasons}`, exitCodes.module);
}

type RegistryClass = (new () => ToolRegistry) & Pick<typeof ToolRegistry, 'toolNames'>;

function toolsOfValue(exportName: string, value: unknown): readonly LoadedTool[] {
  if (Toolkit.is(value)) return value.list().map((spec) => ({ spec, exportName, toolkit: value }));
  return specsOf(value).map((spec) => ({ spec, exportName, toolkit: undefined }));
}

function specsOf(value: unknown): readonly ToolSpec[] {
  if (ToolSpec.is(value)) return [value];
  if (typeof value === 'object' && ToolRegistry.is(value)) return Object.values(toolSpecsOf<object>(value));
  if (!Array.isArray(value) && !isRecord(value)) return [];
  const members: readonly unknown[] = Object.values(value);
  return members.every((member) => ToolSpec.is(member)) ? members : [];
}

/** The registry classes among the exports, each once, without those that another export extends or is made of. */
function classesOf(entries: readonly (readonly [string, unknown])[]): readonly (readonly [string, RegistryClass])[] {
  const names = new Map<RegistryClass, string>();
  for (const [name, value] of entries) if (isRegistryClass(value)) names.set(value, names.get(value) ?? name);
  const heirs: readonly unknown[] = [
    ...[...names.keys()].map((one) => one.prototype),
    ...entries.map(([, one]) => one),
  ];
  return [...names]
    .filter(([{ prototype }]) => !heirs.some((heir) => Object.prototype.isPrototypeOf.call(prototype, heir as object)))
    .map(([registry, name]) => [name, registry]);
}

function isRegistryClass(value: unknown): value is RegistryClass {
  return typeof value === 'function' && ToolRegistry.is(value.prototype);
}

/** An instance, or why there is none. */
function construct(registry: RegistryClass): ToolRegistry | string {
  if (registry.length > 0) return 'its constructor takes arguments.';
  try {
    return new registry();
  } catch (error) {
    return `its constructor failed (${messageOf(error)}).`;
  }
}

/** The same spec may be exported twice, or be in a toolkit too; it is called through the toolkit then. */
function withoutRepetitions(tools: readonly LoadedTool[]): readonly LoadedTool[] {
  const bySpec = new Map<ToolSpec, LoadedTool>();
  for (const tool of tools) {
    const known = bySpec.get(tool.spec);
    if (known === undefined || (known.toolkit === undefined && tool.toolkit !== undefined)) bySpec.set(tool.spec, tool);
  }
  return [...bySpec.values()];
}
