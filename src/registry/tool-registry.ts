import { brandClass, brands, hasBrand } from '../brand.js';
import { readToolNames } from '../metadata/tool-metadata.js';
import type { ToolData } from '../spec/tool-data.js';
import type { ToolSpec } from '../spec/tool-spec.js';
import { findSpec, type MethodName, type ToolSpecs, toolSpecsOf } from './tool-specs-of.js';

/**
 * The base class of a service whose `@Tool()` methods are tools. It adds nothing to an instance but the means to get
 * at them.
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
  /** Whether `value` is a ToolRegistry, also of another copy of this package. */
  static is(value: unknown): value is ToolRegistry {
    return hasBrand(value, brands.registry);
  }

  /** The names of the class's tools. Readable before any instance exists. */
  static toolNames(): readonly string[] {
    return readToolNames(this);
  }

  /** This instance's specs by method name: built once, the same objects each time. Throws a DefinitionError. */
  toToolSpecs(): ToolSpecs<this> {
    return toolSpecsOf(this);
  }

  /** The method names of this instance's tools. */
  listToolSpecs(): readonly string[] {
    return Object.keys(this.toToolSpecs());
  }

  /**
   * One spec, by method or tool name.
   *
   * @throws ToolNotFoundError that names the tools there are.
   */
  toolSpec<K extends MethodName<this>>(name: K): ToolSpec<ToolData<this[K]>>;
  toolSpec(name: string): ToolSpec;
  toolSpec(name: string): ToolSpec {
    return findSpec(this.toToolSpecs() as Readonly<Record<string, ToolSpec>>, name, this.constructor.name);
  }
}
brandClass(ToolRegistry, brands.registry);
