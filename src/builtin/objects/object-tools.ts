import type { JsonSchema } from '../../base/json/json-schema.js';
import { Ctx } from '../../decorators/ctx.js';
import { Tool } from '../../decorators/tool.js';
import type { ToolContext } from '../../execution/tool-context.js';
import {
  checkName,
  createObject,
  deleteAt,
  getAt,
  isContainer,
  pathDescription,
  readPath,
  setAt,
} from '../data/path.js';
import { BuiltinRegistry } from '../definition/builtin-registry.js';
import { builtinTool } from '../definition/builtin-tool.js';
import { QueryEngine, type QueryOptions } from '../query/query-engine.js';
import { compareData, type Difference, flattenData, mergeData } from './compare.js';

const data: JsonSchema = { type: ['object', 'array'], description: 'An object or a list' };
const object: JsonSchema = { type: 'object' };
const path: JsonSchema = { type: 'string', description: pathDescription, maxLength: 500 };
const names: JsonSchema = { type: 'array', items: { type: 'string', maxLength: 200 }, minItems: 1, maxItems: 200 };

/** The data that a tool for objects receives. */
export interface DataInput {
  readonly data: unknown;
}

/** The properties of an object. */
export type Fields = Readonly<Record<string, unknown>>;

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
  @Tool(
    builtinTool('object', {
      name: 'object_get',
      description: 'Get the value at a path. It is null, or the default, if there is none.',
      input: { data, path, default: { description: 'The value if there is none', default: null } },
      output: {},
    }),
  )
  get(input: DataInput & { readonly path: string; readonly default: unknown }): unknown {
    return getAt(input.data, readPath(input.path, 'path')) ?? input.default;
  }

  /** Returns a copy with another value at a path. */
  @Tool(
    builtinTool('object', {
      name: 'object_set',
      description: 'Get a copy with another value at a path. Missing objects and lists on the way are created.',
      input: { data, path: { ...path, minLength: 1 }, value: { description: 'The new value' } },
      output: data,
    }),
  )
  set(input: DataInput & { readonly path: string; readonly value: unknown }): unknown {
    return setAt(input.data, readPath(input.path, 'path'), input.value);
  }

  /** Returns a copy without the values at some paths. */
  @Tool(
    builtinTool('object', {
      name: 'object_delete',
      description: 'Get a copy without the values at some paths.',
      input: { data, paths: { type: 'array', items: path, minItems: 1, maxItems: 50 } },
      output: data,
    }),
  )
  delete(input: DataInput & { readonly paths: readonly string[] }): unknown {
    return input.paths.reduce((copy, text) => deleteAt(copy, readPath(text, 'paths')), input.data);
  }

  /** Returns a copy with some properties only. */
  @Tool(
    builtinTool('object', {
      name: 'object_pick',
      description: 'Get a copy of an object with some of its properties only.',
      input: { object, names },
      output: object,
    }),
  )
  pick(input: { readonly object: Fields; readonly names: readonly string[] }): Fields {
    const chosen = input.names.filter((name) => Object.hasOwn(input.object, name));
    return createObject(chosen.map((name) => [checkName(name, 'names'), input.object[name]]));
  }

  /** Returns a copy without some properties. */
  @Tool(
    builtinTool('object', {
      name: 'object_omit',
      description: 'Get a copy of an object without some of its properties.',
      input: { object, names },
      output: object,
    }),
  )
  omit(input: { readonly object: Fields; readonly names: readonly string[] }): Fields {
    const omitted = new Set(input.names);
    return createObject(Object.entries(input.object).filter(([name]) => !omitted.has(name)));
  }

  /** Merges objects. */
  @Tool(
    builtinTool('object', {
      name: 'object_merge',
      description: 'Merge objects. The values of later ones replace those of earlier ones.',
      input: {
        objects: { type: 'array', items: object, minItems: 1, maxItems: 50 },
        deep: { type: 'boolean', description: 'Whether objects in objects are merged, too', default: true },
        lists: { type: 'string', enum: ['replace', 'append'], default: 'replace' },
      },
      output: object,
    }),
  )
  merge(input: {
    readonly objects: readonly Fields[];
    readonly deep: boolean;
    readonly lists: 'replace' | 'append';
  }): unknown {
    const mode = { isDeep: input.deep, appends: input.lists === 'append' };
    return input.objects.reduce<unknown>((merged, one) => mergeData(merged, one, mode), createObject([]));
  }

  /** Returns the names, the values, or both, of the properties of an object. */
  @Tool(
    builtinTool('object', {
      name: 'object_list',
      description: 'List the keys, the values or the entries ({ key, value }) of an object.',
      input: { object, what: { type: 'string', enum: ['keys', 'values', 'entries'] } },
      output: { type: 'array', items: {} },
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
      input: { data },
      output: object,
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
      input: { before: data, after: data },
      output: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            path: { type: 'string' },
            kind: { type: 'string', enum: ['added', 'removed', 'changed'] },
            before: {},
            after: {},
          },
          required: ['path', 'kind'],
          additionalProperties: false,
        },
      },
    }),
  )
  compare(input: { readonly before: unknown; readonly after: unknown }): readonly Difference[] {
    return compareData(input.before, input.after);
  }

  /** Returns the result of a JMESPath expression. */
  @Tool(
    builtinTool('object', {
      name: 'object_query',
      description: 'Query data with a JMESPath expression, such as people[?age > `30`].name | sort(@).',
      input: {
        data,
        expression: { type: 'string', description: 'The JMESPath expression', minLength: 1, maxLength: 1_000 },
      },
      output: {},
    }),
  )
  query(input: DataInput & { readonly expression: string }, @Ctx() context: ToolContext): Promise<unknown> {
    return this.#engine.query(input.expression, input.data, context.signal);
  }
}
