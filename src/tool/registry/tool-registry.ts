import { brandClass, brands, hasBrand } from '../../base/values/brand.js';
import { classNameOf } from '../../base/values/class-name.js';
import { readToolNames } from '../metadata/tool-metadata.js';
import type { ToolData } from '../spec/tool-data.js';
import type { ToolSpec } from '../spec/tool-spec.js';
import {
  type FindableTool,
  findSpec,
  listTools,
  type MethodName,
  type ToolSpecs,
  toolSpecsOf,
} from './tool-specs-of.js';

/**
 * The base class of a service whose `@Tool()` methods are tools. It adds only the methods that return these tools.
 *
 * @example
 * ```ts
 * class Calculator extends ToolRegistry {
 *   @Tool({ description: 'Add two numbers' })
 *   add(a: number, b: number): number {
 *     return a + b;
 *   }
 * }
 * const sum = await new Calculator().toolSpec('add').call({ a: 1, b: 2 });
 * ```
 */
export abstract class ToolRegistry {
  /** Checks whether `value` is a ToolRegistry, possibly of another copy of this package. */
  static is(value: unknown): value is ToolRegistry {
    return hasBrand(value, brands.registry);
  }

  /**
   * Returns the names of the class's tools. Requires no instance.
   *
   * @throws DefinitionError if the definition of a tool is not valid.
   */
  static toolNames(): readonly string[] {
    return readToolNames(this);
  }

  /**
   * Returns the specs of this instance by method name. They are created once; each call returns the same objects.
   *
   * @throws DefinitionError if the definition of a tool is not valid.
   */
  toToolSpecs(): ToolSpecs<this> {
    return toolSpecsOf(this);
  }

  /** Returns the method names of this instance's tools, whether or not each of them can be built. */
  listToolSpecs(): readonly string[] {
    return findableTools(this).map(({ method }) => method);
  }

  /**
   * Returns the spec of a tool by method name or tool name. A tool of the class that cannot be built does not matter here.
   *
   * @throws ToolNotFoundError if the tool does not exist. The message lists the available tools.
   */
  toolSpec<K extends MethodName<this>>(name: K): ToolSpec<ToolData<this[K]>>;
  toolSpec(name: string): ToolSpec;
  toolSpec(name: string): ToolSpec {
    return findSpec(findableTools(this), name, classNameOf(this.constructor));
  }
}
brandClass(ToolRegistry, brands.registry);

/** Lists the tools of a registry: those of a subclass that creates its own specs are the ones that it creates. */
function findableTools(registry: ToolRegistry): readonly FindableTool[] {
  if (registry.toToolSpecs === ToolRegistry.prototype.toToolSpecs) return listTools(registry);
  const specs = Object.entries(registry.toToolSpecs() as Readonly<Record<string, ToolSpec>>);
  return specs.map(([method, spec]) => ({ method, name: spec.name, build: () => spec }));
}
