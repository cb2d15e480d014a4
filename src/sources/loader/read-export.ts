import { Toolkit, ToolRegistry, type ToolSource, ToolSpec, toolSpecsOf } from '../../index.js';
import { readOffers, readToolNames } from '../../tool/metadata/tool-metadata.js';
import { offerSpecsOf } from '../../tool/registry/tool-specs-of.js';
import { readSource, type ToolPart } from './tool-file.js';

type ToolClass = new () => object;

/**
 * Returns the tools of an export: a spec, a function, a class with tools or its instance, a tool source, or an array or
 * object of specs. Returns the reason if it contains no tools.
 *
 * @param name - The name of a tool that is a function.
 * @throws DefinitionError if a tool is invalid.
 */
export async function readExport(name: string, value: unknown): Promise<ToolPart | string> {
  const found = await findTools(name, value);
  // Reads the types of functions now, so that the warning about a function without types names its file.
  if (typeof found === 'object') for (const spec of found.specs) void spec.inputSchema;
  return found;
}

async function findTools(name: string, value: unknown): Promise<ToolPart | string> {
  if (ToolSpec.is(value)) return { specs: [value] };
  if (typeof value === 'function') return readFunction(name, value);
  if (typeof value !== 'object' || value === null) return 'It is not a tool.';
  if (isToolSource(value)) return readSource(value);
  if (Toolkit.is(value)) return 'It is a toolkit. Export its tools instead.';
  const members: readonly unknown[] = Object.values(value);
  if (members.length > 0 && members.every((member) => ToolSpec.is(member))) return { specs: members };
  const specs = specsOf(value);
  return specs.length > 0 ? { specs } : 'It contains no tools.';
}

/** Finds the classes that other values of a module extend or instantiate. */
export function findBaseClasses(values: readonly unknown[]): ReadonlySet<unknown> {
  const derived = values.map((value) => (typeof value === 'function' ? value.prototype : value));
  const isBase = (value: unknown): boolean =>
    isToolClass(value) && derived.some((one) => Object.prototype.isPrototypeOf.call(value.prototype, one as object));
  return new Set(values.filter(isBase));
}

function readFunction(name: string, value: object): ToolPart | string {
  if (isToolClass(value)) {
    if (value.length > 0) return 'Its constructor requires arguments. Export an instance of it.';
    return { specs: specsOf(new value()) };
  }
  if (/^class\b/.test(Function.prototype.toString.call(value))) return 'It is a class without tools.';
  return { specs: [ToolSpec.fromFunction(value as (...args: never[]) => unknown, { name })] };
}

function specsOf(instance: object): readonly ToolSpec[] {
  // A registry from another copy of this package holds its own specs and their state.
  const tools: readonly ToolSpec[] = Object.values(
    ToolRegistry.is(instance) ? instance.toToolSpecs() : toolSpecsOf<object>(instance),
  );
  return [...tools, ...offerSpecsOf(instance)];
}

function isToolClass(value: unknown): value is ToolClass {
  if (typeof value !== 'function' || value.prototype === undefined) return false;
  return readToolNames(value).length > 0 || readOffers(value).length > 0;
}

function isToolSource(value: object): value is ToolSource {
  const { name, specs, close } = value as Partial<Record<keyof ToolSource, unknown>>;
  return typeof name === 'string' && typeof specs === 'function' && typeof close === 'function';
}
