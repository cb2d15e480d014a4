import type { ToolContext } from '../../call/tool-context.js';
import { Ctx } from '../../tool/decorators/ctx.js';
import { Tool } from '../../tool/decorators/tool.js';
import { checkName, type Data, type DataPath, deleteAt, getAt, readPath, setAt } from '../data/path.js';
import { createObject, type Fields, isContainer } from '../data/values.js';
import { BuiltinRegistry } from '../definition/builtin-registry.js';
import { builtinTool } from '../definition/builtin-tool.js';
import { QueryEngine, type QueryOptions } from '../query/query-engine.js';
import { compareData, type Difference, flattenData, mergeFields } from './compare.js';

/** The data that a tool for objects receives. @description */
export interface DataInput {
  readonly data: Data;
}

/** An object, and the names of some of its properties. @description */
export interface NamesInput {
  readonly object: Fields;
  /** @minItems 1 @maxItems 200 */
  readonly names: readonly PropertyName[];
}

/** The name of a property. @description @maxLength 200 */
export type PropertyName = string;

/**
 * Operations on objects for models: values by path, merging, comparison, and JMESPath queries. A query runs in a worker
 * thread with a time limit, and requires the package `@jmespath-community/jmespath`.
 *
 * @example
 * ```ts
 * const city = new ObjectTools().get({ data: { address: { city: 'Oslo' } }, path: 'address.city' });
 * ```
 */
export class ObjectTools extends BuiltinRegistry {
  readonly #engine: QueryEngine;

  /** @throws DefinitionError if an option is invalid. */
  constructor(options: QueryOptions = {}) {
    super();
    this.#engine = new QueryEngine(options);
  }

  /** Returns the value at a path, or null. */
  @Tool({
    ...builtinTool('object', {
      name: 'object_get',
      description: 'Get the value at a path. It is null, or the default, if there is none.',
    }),
    outputSchema: {},
  })
  get({
    data,
    path,
    default: otherwise = null,
  }: DataInput & {
    readonly path: DataPath;
    /** The value if there is none */
    readonly default?: unknown;
  }): unknown {
    return getAt(data, readPath(path, 'path')) ?? otherwise;
  }

  /**
   * Returns a copy with another value at a path.
   *
   * @returns An object or a list
   * @asType ["object", "array"]
   */
  @Tool(
    builtinTool('object', {
      name: 'object_set',
      description: 'Get a copy with another value at a path. Missing objects and lists on the way are created.',
    }),
  )
  set(
    input: DataInput & {
      /** @minLength 1 */
      readonly path: DataPath;
      /** The new value */
      readonly value: unknown;
    },
  ): unknown {
    return setAt(input.data, readPath(input.path, 'path'), input.value);
  }

  /**
   * Returns a copy without the values at some paths.
   *
   * @returns An object or a list
   * @asType ["object", "array"]
   */
  @Tool(
    builtinTool('object', {
      name: 'object_delete',
      description: 'Get a copy without the values at some paths.',
    }),
  )
  delete(
    input: DataInput & {
      /** @minItems 1 @maxItems 50 */
      readonly paths: readonly DataPath[];
    },
  ): unknown {
    return input.paths.reduce((copy, text) => deleteAt(copy, readPath(text, 'paths')), input.data);
  }

  /** Returns a copy with some properties only. */
  @Tool(
    builtinTool('object', {
      name: 'object_pick',
      description: 'Get a copy of an object with some of its properties only.',
    }),
  )
  pick(input: NamesInput): Fields {
    const chosen = input.names.filter((name) => Object.hasOwn(input.object, name));
    return createObject(chosen.map((name) => [checkName(name, 'names'), input.object[name]]));
  }

  /** Returns a copy without some properties. */
  @Tool(
    builtinTool('object', {
      name: 'object_omit',
      description: 'Get a copy of an object without some of its properties.',
    }),
  )
  omit(input: NamesInput): Fields {
    const omitted = new Set(input.names);
    return createObject(Object.entries(input.object).filter(([name]) => !omitted.has(name)));
  }

  /** Merges objects. */
  @Tool(
    builtinTool('object', {
      name: 'object_merge',
      description: 'Merge objects. The values of later ones replace those of earlier ones.',
    }),
  )
  merge({
    objects,
    deep = true,
    lists = 'replace',
  }: {
    /** @minItems 1 @maxItems 50 */
    readonly objects: readonly Fields[];
    /** Whether objects in objects are merged, too */
    readonly deep?: boolean;
    readonly lists?: 'replace' | 'append';
  }): Fields {
    const mode = { isDeep: deep, appends: lists === 'append' };
    return objects.reduce((merged, one) => mergeFields(merged, one, mode), createObject([]));
  }

  /** Returns the names, the values, or both, of the properties of an object. */
  @Tool(
    builtinTool('object', {
      name: 'object_list',
      description: 'List the keys, the values or the entries ({ key, value }) of an object.',
    }),
  )
  list(input: { readonly object: Fields; readonly what: 'keys' | 'values' | 'entries' }): readonly unknown[] {
    if (input.what === 'keys') return Object.keys(input.object);
    if (input.what === 'values') return Object.values(input.object);
    return Object.entries(input.object).map(([key, value]) => ({ key, value }));
  }

  /** Returns all values by their paths, in one object without objects in it. */
  @Tool(
    builtinTool('object', {
      name: 'object_flatten',
      description: 'Get all values of nested data by their paths: { "address.city": "Oslo", "tags[0]": "a" }.',
    }),
  )
  flatten(input: DataInput): Fields {
    const isEmpty = isContainer(input.data) && Object.keys(input.data).length === 0;
    return createObject(isEmpty ? [] : flattenData(input.data));
  }

  /** Returns the differences between two values. */
  @Tool(
    builtinTool('object', {
      name: 'object_compare',
      description: 'List the differences between two versions of data, with their paths.',
    }),
  )
  compare(input: { readonly before: Data; readonly after: Data }): readonly Difference[] {
    return compareData(input.before, input.after);
  }

  /** Returns the result of a JMESPath expression. */
  @Tool({
    ...builtinTool('object', {
      name: 'object_query',
      description: 'Query data with a JMESPath expression, such as people[?age > `30`].name | sort(@).',
    }),
    outputSchema: {},
  })
  query(
    input: DataInput & {
      /** The JMESPath expression @minLength 1 @maxLength 1000 */
      readonly expression: string;
    },
    @Ctx() context: ToolContext,
  ): Promise<unknown> {
    return this.#engine.query(input.expression, input.data, context.signal);
  }
}
