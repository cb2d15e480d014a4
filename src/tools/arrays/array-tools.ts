import type { JsonSchema } from '../../base/json/json-schema.js';
import { Tool } from '../../tool/decorators/tool.js';
import { getAt, type ItemPath, readPath, type Steps } from '../data/path.js';
import { type Group, groupItems, textOf } from '../data/values.js';
import { BuiltinRegistry } from '../definition/builtin-registry.js';
import { builtinTool } from '../definition/builtin-tool.js';
import { type Aggregation, aggregate } from './aggregate.js';
import { checkOf, type ItemCondition, type SortKey, sortItems } from './item-rules.js';

/** The items that a tool for lists receives. @description */
export interface ArrayInput {
  /** @maxItems 5000 */
  readonly items: readonly unknown[];
}

/** The index of an item. @description @asType integer @minimum -10000 @maximum 10000 */
export type ItemIndex = number;

/** The items that have an equal value. @description @additionalProperties false */
export interface ItemGroup {
  readonly key: unknown;
  /** @asType integer */
  readonly count: number;
  readonly items: readonly unknown[];
}

const aggregateSchema: JsonSchema = {
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
};

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
    }),
  )
  sort({
    items,
    by = [{}],
  }: ArrayInput & {
    /** The values to sort by, the most important first @maxItems 5 */
    readonly by?: readonly SortKey[];
  }): readonly unknown[] {
    return sortItems(items, by);
  }

  /** Returns the items that fulfil conditions. */
  @Tool(
    builtinTool('array', {
      name: 'array_filter',
      description: 'Get the items that fulfil all conditions, or any of them.',
    }),
  )
  filter({
    items,
    conditions,
    match = 'all',
  }: ArrayInput & {
    /** @minItems 1 @maxItems 10 */
    readonly conditions: readonly ItemCondition[];
    readonly match?: 'all' | 'any';
  }): readonly unknown[] {
    const checks = conditions.map(checkOf);
    return items.filter((item) => {
      return match === 'any' ? checks.some((check) => check(item)) : checks.every((check) => check(item));
    });
  }

  /** Returns one value of each item. */
  @Tool(
    builtinTool('array', {
      name: 'array_pluck',
      description: 'Get one value of each item. It is null where an item has none.',
    }),
  )
  pluck(input: ArrayInput & { readonly path: ItemPath }): readonly unknown[] {
    const steps = readPath(input.path, 'path');
    return input.items.map((item) => getAt(item, steps) ?? null);
  }

  /** Groups items that have an equal value. */
  @Tool(
    builtinTool('array', {
      name: 'array_group',
      description: 'Group the items that have an equal value, in the order of their first item.',
    }),
  )
  group(input: ArrayInput & { readonly by: ItemPath }): readonly ItemGroup[] {
    const groups = groupByPath(input.items, readPath(input.by, 'by'));
    return groups.map(({ key, members }) => ({ key, count: members.length, items: members }));
  }

  /** Removes items that are equal to an earlier one. */
  @Tool(
    builtinTool('array', {
      name: 'array_unique',
      description: 'Remove the items that are equal to an earlier one, or have an equal value.',
    }),
  )
  unique({ items, by = '' }: ArrayInput & { readonly by?: ItemPath }): readonly unknown[] {
    return groupByPath(items, readPath(by, 'by')).map(({ members }) => members[0]);
  }

  /** Returns a part of a list. */
  @Tool(
    builtinTool('array', {
      name: 'array_slice',
      description:
        'Get the items from an index up to, but not including, another. Negative indexes count from the end.',
    }),
  )
  slice({
    items,
    start = 0,
    end,
  }: ArrayInput & { readonly start?: ItemIndex; readonly end?: ItemIndex }): readonly unknown[] {
    return items.slice(start, end);
  }

  /** Divides a list into lists of a size. */
  @Tool(
    builtinTool('array', {
      name: 'array_chunk',
      description: 'Divide a list into lists with a number of items. The last one may have fewer.',
    }),
  )
  chunk(
    input: ArrayInput & {
      /** @asType integer @minimum 1 @maximum 5000 */
      readonly size: number;
    },
  ): readonly (readonly unknown[])[] {
    const count = Math.ceil(input.items.length / input.size);
    return Array.from({ length: count }, (_, at) => input.items.slice(at * input.size, (at + 1) * input.size));
  }

  /** Replaces lists in a list by their items. */
  @Tool(
    builtinTool('array', {
      name: 'array_flatten',
      description: 'Replace the lists in a list by their items, up to a depth.',
    }),
  )
  flatten({
    items,
    depth = 1,
  }: ArrayInput & {
    /** @asType integer @minimum 1 @maximum 60 */
    readonly depth?: number;
  }): readonly unknown[] {
    return items.flat(depth);
  }

  /** Combines the numbers of a list to one. */
  @Tool({
    ...builtinTool('array', {
      name: 'array_aggregate',
      description:
        'Count items, or get the sum, average, least, largest or median number, also for each group. Decimals are exact.',
    }),
    outputSchema: aggregateSchema,
  })
  async aggregate({
    items,
    operation,
    path = '',
    groupBy,
  }: ArrayInput & {
    readonly operation: Aggregation;
    readonly path?: ItemPath;
    readonly groupBy?: ItemPath;
  }): Promise<{ value: number | null } | { groups: readonly { key: unknown; value: number | null }[] }> {
    const steps = readPath(path, 'path');
    const combine = (members: readonly unknown[]): Promise<number | null> =>
      aggregate(
        members.map((item) => getAt(item, steps)),
        operation,
      );
    if (groupBy === undefined) return { value: await combine(items) };
    const groups = groupByPath(items, readPath(groupBy, 'groupBy'));
    return {
      groups: await Promise.all(groups.map(async ({ key, members }) => ({ key, value: await combine(members) }))),
    };
  }

  /** Joins items to a text. */
  @Tool(
    builtinTool('array', {
      name: 'array_join',
      description: 'Join items to one text. Items that are no texts are written as JSON.',
    }),
  )
  join({
    items,
    separator = ', ',
    path = '',
  }: ArrayInput & {
    /** @maxLength 100 */
    readonly separator?: string;
    readonly path?: ItemPath;
  }): string {
    const steps = readPath(path, 'path');
    const texts = items.map((item) => {
      return textOf(getAt(item, steps) ?? '');
    });
    return texts.join(separator);
  }

  /** Combines two lists as sets. */
  @Tool(
    builtinTool('array', {
      name: 'array_combine',
      description:
        'Combine two lists as sets: union (in either), intersection (in both), difference (only in items), or ' +
        'symmetric_difference (in one of them only). The result has no equal items.',
    }),
  )
  combine({
    items,
    others: otherItems,
    operation,
    by = '',
  }: ArrayInput & {
    /** @maxItems 5000 */
    readonly others: readonly unknown[];
    readonly operation: SetOperation;
    readonly by?: ItemPath;
  }): readonly unknown[] {
    const steps = readPath(by, 'by');
    const [ones, others] = [toSet(items, steps), toSet(otherItems, steps)];
    const onlyOnes = [...ones].filter(([key]) => !others.has(key));
    const onlyOthers = [...others].filter(([key]) => !ones.has(key));
    const chosen: Readonly<Record<SetOperation, readonly (readonly [string, unknown])[]>> = {
      union: [...ones, ...onlyOthers],
      intersection: [...ones].filter(([key]) => others.has(key)),
      difference: onlyOnes,
      symmetric_difference: [...onlyOnes, ...onlyOthers],
    };
    return chosen[operation].map(([, item]) => item);
  }
}

/** The ways in which two lists are combined as sets. @description */
export type SetOperation = 'union' | 'intersection' | 'difference' | 'symmetric_difference';

/** Returns the items by a value that identifies them, the first one of each value. */
function toSet(items: readonly unknown[], steps: Steps): ReadonlyMap<string, unknown> {
  const groups = groupItems(items, (item) => getAt(item, steps));
  return new Map(groups.map(({ id, members }) => [id, members[0]]));
}

/** Groups items by the value at a path. A missing value is null. */
function groupByPath(items: readonly unknown[], steps: Steps): readonly Group[] {
  return groupItems(items, (item) => getAt(item, steps) ?? null);
}
