import type { JsonSchema } from '../../base/json/json-schema.js';
import { Tool } from '../../decorators/tool.js';
import { getAt, pathDescription, readPath, type Steps } from '../data/path.js';
import { BuiltinRegistry } from '../definition/builtin-registry.js';
import { builtinTool } from '../definition/builtin-tool.js';
import { type Aggregation, aggregate, aggregations } from './aggregate.js';
import { compareValues, conditionSchema, fulfils, keyOf, type Operator } from './item-rules.js';

const items: JsonSchema = { type: 'array', items: {}, maxItems: 5_000 };
const array: JsonSchema = { type: 'array', items: {} };
const path: JsonSchema = {
  type: 'string',
  description: `${pathDescription}; empty for the item itself`,
  maxLength: 200,
};
const by: JsonSchema = { ...path, default: '' };
const index: JsonSchema = { type: 'integer', minimum: -10_000, maximum: 10_000 };

/** The items that a tool for lists receives. */
export interface ArrayInput {
  readonly items: readonly unknown[];
}

/**
 * Operations on lists for models: sorting, filtering, grouping, sets and sums. Sums require the package decimal.js.
 *
 * @example
 * ```ts
 * const sorted = new ArrayTools().sort({ items: [3, 1, 2], by: [{ path: '', direction: 'descending' }] });
 * ```
 */
export class ArrayTools extends BuiltinRegistry {
  /** Sorts items. Items that are equal retain their order. */
  @Tool(
    builtinTool('array', {
      name: 'array_sort',
      description: 'Sort items by themselves or by values in them. Null and missing values are last.',
      input: {
        items,
        by: {
          type: 'array',
          description: 'The values to sort by, the most important first',
          items: {
            type: 'object',
            properties: {
              path: by,
              direction: { type: 'string', enum: ['ascending', 'descending'], default: 'ascending' },
            },
            required: [],
            additionalProperties: false,
          },
          maxItems: 5,
          default: [{}],
        },
      },
      output: array,
    }),
  )
  sort(
    input: ArrayInput & {
      readonly by: readonly { readonly path: string; readonly direction: 'ascending' | 'descending' }[];
    },
  ): readonly unknown[] {
    const keys = input.by.map(({ path: text = '', direction }) => {
      return { steps: readPath(text, 'by'), sign: direction === 'descending' ? -1 : 1 };
    });
    const rows = input.items.map((item) => ({ item, values: keys.map(({ steps }) => getAt(item, steps)) }));
    rows.sort((one, other) => {
      for (const [at, { sign }] of keys.entries()) {
        const order = compareKeys(one.values[at], other.values[at], sign);
        if (order !== 0) return order;
      }
      return 0;
    });
    return rows.map(({ item }) => item);
  }

  /** Returns the items that fulfil conditions. */
  @Tool(
    builtinTool('array', {
      name: 'array_filter',
      description: 'Get the items that fulfil all conditions, or any of them.',
      input: {
        items,
        conditions: { type: 'array', items: conditionSchema, minItems: 1, maxItems: 10 },
        match: { type: 'string', enum: ['all', 'any'], default: 'all' },
      },
      output: array,
    }),
  )
  filter(
    input: ArrayInput & {
      readonly conditions: readonly { readonly path?: string; readonly operator: Operator; readonly value?: unknown }[];
      readonly match: 'all' | 'any';
    },
  ): readonly unknown[] {
    const conditions = input.conditions.map(({ path: text = '', operator, value }) => {
      return { path: readPath(text, 'conditions'), operator, value };
    });
    return input.items.filter((item) => {
      return input.match === 'any'
        ? conditions.some((condition) => fulfils(item, condition))
        : conditions.every((condition) => fulfils(item, condition));
    });
  }

  /** Returns one value of each item. */
  @Tool(
    builtinTool('array', {
      name: 'array_pluck',
      description: 'Get one value of each item. It is null where an item has none.',
      input: { items, path },
      output: array,
    }),
  )
  pluck(input: ArrayInput & { readonly path: string }): readonly unknown[] {
    const steps = readPath(input.path, 'path');
    return input.items.map((item) => getAt(item, steps) ?? null);
  }

  /** Groups items that have an equal value. */
  @Tool(
    builtinTool('array', {
      name: 'array_group',
      description: 'Group the items that have an equal value, in the order of their first item.',
      input: { items, by: path },
      output: {
        type: 'array',
        items: {
          type: 'object',
          properties: { key: {}, count: { type: 'integer' }, items: array },
          required: ['key', 'count', 'items'],
          additionalProperties: false,
        },
      },
    }),
  )
  group(
    input: ArrayInput & { readonly by: string },
  ): readonly { key: unknown; count: number; items: readonly unknown[] }[] {
    const groups = groupItems(input.items, readPath(input.by, 'by'));
    return groups.map(({ key, members }) => ({ key, count: members.length, items: members }));
  }

  /** Removes items that are equal to an earlier one. */
  @Tool(
    builtinTool('array', {
      name: 'array_unique',
      description: 'Remove the items that are equal to an earlier one, or have an equal value.',
      input: { items, by },
      output: array,
    }),
  )
  unique(input: ArrayInput & { readonly by: string }): readonly unknown[] {
    return groupItems(input.items, readPath(input.by, 'by')).map(({ members }) => members[0]);
  }

  /** Returns a part of a list. */
  @Tool(
    builtinTool('array', {
      name: 'array_slice',
      description:
        'Get the items from an index up to, but not including, another. Negative indexes count from the end.',
      input: { items, start: { ...index, default: 0 }, end: index },
      optional: ['end'],
      output: array,
    }),
  )
  slice(input: ArrayInput & { readonly start: number; readonly end?: number }): readonly unknown[] {
    return input.items.slice(input.start, input.end);
  }

  /** Divides a list into lists of a size. */
  @Tool(
    builtinTool('array', {
      name: 'array_chunk',
      description: 'Divide a list into lists with a number of items. The last one may have fewer.',
      input: { items, size: { type: 'integer', minimum: 1, maximum: 5_000 } },
      output: { type: 'array', items: array },
    }),
  )
  chunk(input: ArrayInput & { readonly size: number }): readonly (readonly unknown[])[] {
    const count = Math.ceil(input.items.length / input.size);
    return Array.from({ length: count }, (_, at) => input.items.slice(at * input.size, (at + 1) * input.size));
  }

  /** Replaces lists in a list by their items. */
  @Tool(
    builtinTool('array', {
      name: 'array_flatten',
      description: 'Replace the lists in a list by their items, up to a depth.',
      input: { items, depth: { type: 'integer', minimum: 1, maximum: 60, default: 1 } },
      output: array,
    }),
  )
  flatten(input: ArrayInput & { readonly depth: number }): readonly unknown[] {
    return input.items.flat(input.depth);
  }

  /** Combines the numbers of a list to one. */
  @Tool(
    builtinTool('array', {
      name: 'array_aggregate',
      description:
        'Count items, or get the sum, average, least, largest or median number, also for each group. Decimals are exact.',
      input: { items, operation: { type: 'string', enum: [...aggregations] }, path: by, groupBy: path },
      optional: ['groupBy'],
      output: {
        type: 'object',
        properties: {
          value: { type: ['number', 'null'] },
          groups: {
            type: 'array',
            items: {
              type: 'object',
              properties: { key: {}, value: { type: ['number', 'null'] } },
              required: ['key', 'value'],
              additionalProperties: false,
            },
          },
        },
        additionalProperties: false,
      },
    }),
  )
  async aggregate(
    input: ArrayInput & { readonly operation: Aggregation; readonly path: string; readonly groupBy?: string },
  ): Promise<{ value: number | null } | { groups: readonly { key: unknown; value: number | null }[] }> {
    const steps = readPath(input.path, 'path');
    const combine = (members: readonly unknown[]): Promise<number | null> =>
      aggregate(
        members.map((item) => getAt(item, steps)),
        input.operation,
      );
    if (input.groupBy === undefined) return { value: await combine(input.items) };
    const groups = groupItems(input.items, readPath(input.groupBy, 'groupBy'));
    return {
      groups: await Promise.all(groups.map(async ({ key, members }) => ({ key, value: await combine(members) }))),
    };
  }

  /** Joins items to a text. */
  @Tool(
    builtinTool('array', {
      name: 'array_join',
      description: 'Join items to one text. Items that are no texts are written as JSON.',
      input: { items, separator: { type: 'string', maxLength: 100, default: ', ' }, path: by },
      output: { type: 'string' },
    }),
  )
  join(input: ArrayInput & { readonly separator: string; readonly path: string }): string {
    const steps = readPath(input.path, 'path');
    const texts = input.items.map((item) => {
      const value = getAt(item, steps) ?? '';
      return typeof value === 'string' ? value : JSON.stringify(value);
    });
    return texts.join(input.separator);
  }

  /** Combines two lists as sets. */
  @Tool(
    builtinTool('array', {
      name: 'array_combine',
      description:
        'Combine two lists as sets: union (in either), intersection (in both), difference (only in items), or ' +
        'symmetric_difference (in one of them only). The result has no equal items.',
      input: {
        items,
        others: items,
        operation: { type: 'string', enum: ['union', 'intersection', 'difference', 'symmetric_difference'] },
        by,
      },
      output: array,
    }),
  )
  combine(
    input: ArrayInput & { readonly others: readonly unknown[]; readonly operation: SetOperation; readonly by: string },
  ): readonly unknown[] {
    const steps = readPath(input.by, 'by');
    const [ones, others] = [toSet(input.items, steps), toSet(input.others, steps)];
    const onlyOnes = [...ones].filter(([key]) => !others.has(key));
    const onlyOthers = [...others].filter(([key]) => !ones.has(key));
    const chosen: Readonly<Record<SetOperation, readonly (readonly [string, unknown])[]>> = {
      union: [...ones, ...onlyOthers],
      intersection: [...ones].filter(([key]) => others.has(key)),
      difference: onlyOnes,
      symmetric_difference: [...onlyOnes, ...onlyOthers],
    };
    return chosen[input.operation].map(([, item]) => item);
  }
}

/** The ways in which two lists are combined as sets. */
export type SetOperation = 'union' | 'intersection' | 'difference' | 'symmetric_difference';

/** Compares two sorting keys. Missing values are last in both directions. */
function compareKeys(one: unknown, other: unknown, sign: number): number {
  const order = compareValues(one, other);
  return one === undefined || one === null || other === undefined || other === null ? order : order * sign;
}

/** Returns the items by a value that identifies them, the first one of each value. */
function toSet(values: readonly unknown[], steps: Steps): ReadonlyMap<string, unknown> {
  const set = new Map<string, unknown>();
  for (const item of values) {
    const key = keyOf(getAt(item, steps));
    if (!set.has(key)) set.set(key, item);
  }
  return set;
}

function groupItems(
  values: readonly unknown[],
  steps: Steps,
): readonly { key: unknown; members: readonly unknown[] }[] {
  const groups = new Map<string, { key: unknown; members: unknown[] }>();
  for (const item of values) {
    const key = getAt(item, steps) ?? null;
    const text = keyOf(key);
    const group = groups.get(text) ?? { key, members: [] };
    group.members.push(item);
    groups.set(text, group);
  }
  return [...groups.values()];
}
