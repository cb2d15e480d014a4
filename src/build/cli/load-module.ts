import { Toolkit, ToolRegistry, ToolSpec, toolSpecsOf } from '../../index.js';
import { readForeign } from '../../tool/metadata/reflect-store.js';
import { readOffers } from '../../tool/metadata/tool-metadata.js';
import { offerSpecsOf } from '../../tool/registry/tool-specs-of.js';
import { importModule } from './import-module.js';
import { CommandFailure, createLoadFailure, exitCodes } from './shared/exit-codes.js';
import { isRecord } from './shared/is-record.js';
import { messageOf } from './shared/message-of.js';

/** A tool that a module exports. */
export interface LoadedTool {
  readonly spec: ToolSpec;
  /** The name of the export that contains the tool. */
  readonly exportName: string;
  /** The toolkit through which the tool is called, if the module exports one. */
  readonly toolkit: Toolkit | undefined;
  /** Whether the group of the tool is active when its source is served. @default true */
  readonly isActive?: boolean | undefined;
}

/** The tools that a module exports. */
export interface ModuleTools {
  readonly tools: readonly LoadedTool[];
  /** The resources, prompts and completions. A toolkit that the module exports has its own. @default none */
  readonly offers?: readonly ToolSpec[] | undefined;
  /** The reasons why exports were skipped, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Loads a module and finds its tools.
 *
 * @param path - The path of the JavaScript or TypeScript file, relative to the current folder.
 * @param version - A number that differs from those of earlier imports, so that a changed module is loaded again.
 * @throws CommandFailure if the module does not exist, fails to load, or exports no tools.
 */
export async function loadModule(path: string, version = 0): Promise<ModuleTools> {
  const exports = Object.entries(await importModule(path, version));
  const warnings: string[] = [];
  try {
    const entries = await Promise.all(exports.map(createExported));
    const exported = removeDuplicates(entries.flatMap(([exportName, value]) => toolsOfValue(exportName, value)));
    const names = new Set(exported.map(({ spec }) => spec.name));
    const tools = [...exported];
    for (const [exportName, registry] of findRegistryClasses(entries)) {
      // The module exports its own instances, or a toolkit that contains them.
      const ownNames = [...registry.toolNames(), ...readOffers(registry).map(({ name }) => name)];
      if (ownNames.every((name) => names.has(name))) continue;
      const instance = construct(registry);
      if (typeof instance === 'string') {
        warnings.push(`'${exportName}' is skipped: ${instance} Export an instance of it.`);
      } else tools.push(...toolsOfValue(exportName, instance).filter(({ spec }) => !names.has(spec.name)));
    }
    if (tools.length > 0) {
      const offers = tools.flatMap(({ spec }) => (spec.offer === undefined ? [] : spec));
      return { tools: tools.filter(({ spec }) => spec.offer === undefined), offers, warnings };
    }
  } catch (error) {
    throw createLoadFailure(`Cannot read the tools of '${path}': ${messageOf(error)}`, error);
  }
  const advice =
    describeNestModule(exports) ?? (warnings.join(' ') || 'Export a ToolRegistry, a Toolkit or a ToolSpec.');
  throw new CommandFailure(`'${path}' exports no tools. ${advice}`, exitCodes.module);
}

/** The keys with which NestJS stores the parts of a module on its class. */
const nestKeys = ['imports', 'providers', 'controllers', 'exports'];

/** Describes what to export in place of a module of NestJS. Undefined if none is exported. */
function describeNestModule(exports: readonly (readonly [string, unknown])[]): string | undefined {
  const module = exports.map(([, value]) => value).find(isNestModule);
  if (module === undefined) return undefined;
  return (
    "Export the toolkit of the NestJS module: import { createToolkitContext } from 'toolwright/nest'; " +
    `export const toolkit = async () => (await createToolkitContext(${module.name})).toolkit;`
  );
}

function isNestModule(value: unknown): value is { readonly name: string } {
  return typeof value === 'function' && nestKeys.some((key) => readForeign(value, key) !== undefined);
}

/** Calls the exported function `toolkit`, which starts an application and returns its toolkit. */
async function createExported([name, value]: readonly [string, unknown]): Promise<readonly [string, unknown]> {
  if (name !== 'toolkit' || typeof value !== 'function' || isRegistryClass(value)) return [name, value];
  return [name, await (value as () => unknown)()];
}

type RegistryClass = (new () => ToolRegistry) & Pick<typeof ToolRegistry, 'toolNames'>;

function toolsOfValue(exportName: string, value: unknown): readonly LoadedTool[] {
  if (Toolkit.is(value)) return value.list().map((spec) => ({ spec, exportName, toolkit: value }));
  return specsOf(value).map((spec) => ({ spec, exportName, toolkit: undefined }));
}

function specsOf(value: unknown): readonly ToolSpec[] {
  if (ToolSpec.is(value)) return [value];
  if (typeof value === 'object' && ToolRegistry.is(value)) {
    const tools: readonly ToolSpec[] = Object.values(toolSpecsOf<object>(value));
    return [...tools, ...offerSpecsOf(value)];
  }
  if (!Array.isArray(value) && !isRecord(value)) return [];
  const members: readonly unknown[] = Object.values(value);
  return members.every((member) => ToolSpec.is(member)) ? members : [];
}

/**
 * Finds the exported registry classes, without duplicates and without classes that another export extends or
 * instantiates.
 */
function findRegistryClasses(
  entries: readonly (readonly [string, unknown])[],
): readonly (readonly [string, RegistryClass])[] {
  const names = new Map<RegistryClass, string>();
  for (const [name, value] of entries) if (isRegistryClass(value)) names.set(value, names.get(value) ?? name);
  const derived: readonly unknown[] = [
    ...[...names.keys()].map((one) => one.prototype),
    ...entries.map(([, one]) => one),
  ];
  return [...names]
    .filter(([{ prototype }]) => !derived.some((one) => Object.prototype.isPrototypeOf.call(prototype, one as object)))
    .map(([registry, name]) => [name, registry]);
}

function isRegistryClass(value: unknown): value is RegistryClass {
  return typeof value === 'function' && ToolRegistry.is(value.prototype);
}

/** Creates an instance. Returns the reason if that is not possible. */
function construct(registry: RegistryClass): ToolRegistry | string {
  if (registry.length > 0) return 'its constructor requires arguments.';
  try {
    return new registry();
  } catch (error) {
    return `its constructor failed (${messageOf(error)}).`;
  }
}

/**
 * Removes duplicates: a spec may be exported several times. If a toolkit contains it, it is called through the toolkit.
 */
function removeDuplicates(tools: readonly LoadedTool[]): readonly LoadedTool[] {
  const bySpec = new Map<ToolSpec, LoadedTool>();
  for (const tool of tools) {
    const known = bySpec.get(tool.spec);
    if (known === undefined || (known.toolkit === undefined && tool.toolkit !== undefined)) bySpec.set(tool.spec, tool);
  }
  return [...bySpec.values()];
}
