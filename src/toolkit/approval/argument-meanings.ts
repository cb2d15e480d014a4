import type { ApprovalContext } from '../../metadata/tool-options.js';
import type { ToolSpec } from '../../spec/tool-spec.js';

/** The arguments of a call, for permission rules. */
export interface ArgumentSource {
  readonly spec: ToolSpec;
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: ApprovalContext;
}

/**
 * Returns what an argument means to permission rules, by its dotted name: the value itself, each element of an array, and
 * where a path leads. Returns an empty list for a missing argument.
 */
export async function argumentMeanings(
  { spec, input, context }: ArgumentSource,
  name: string,
): Promise<readonly unknown[]> {
  const values = name
    .split('.')
    .reduce<readonly unknown[]>((found, key) => found.flatMap((one) => fieldOf(one, key)), [input]);
  const elements = values.flat(Number.POSITIVE_INFINITY as 1);
  const reading = spec.paths?.[name];
  if (reading === undefined) return elements;
  const meanings = elements.map(async (value) => (typeof value === 'string' ? reading.resolve(value, context) : value));
  return (await Promise.all(meanings)).flat();
}

function fieldOf(value: unknown, key: string): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => fieldOf(one, key));
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return [];
  return [Reflect.get(value, key)];
}
