import type { JsonSchema } from 'toolwright';

/** What the tool that all contenders run takes. */
export interface SearchArguments {
  readonly query: string;
  readonly limit?: number;
  readonly tags?: readonly string[];
  readonly filter?: { readonly field: string; readonly op: 'eq' | 'lt' | 'gt'; readonly value: number };
}

/** Its schema, as an author writes it. */
export const searchSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 1 },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    tags: { type: 'array', items: { type: 'string' } },
    filter: {
      type: 'object',
      properties: { field: { type: 'string' }, op: { enum: ['eq', 'lt', 'gt'] }, value: { type: 'number' } },
      required: ['field', 'op', 'value'],
    },
  },
  required: ['query'],
  additionalProperties: false,
} satisfies JsonSchema;

/** Good arguments, all four given. */
export const goodArguments: SearchArguments = {
  query: 'observables',
  limit: 20,
  tags: ['rxjs', 'streams'],
  filter: { field: 'year', op: 'gt', value: 2020 },
};

/** Three violations at once: an empty query, a limit that is too big, a number among the tags. */
export const badArguments: unknown = { ...goodArguments, query: '', limit: 1_000, tags: ['rxjs', 7] };

/** The work of the tool itself: as good as none. */
export async function search(args: SearchArguments): Promise<object> {
  return { query: args.query, limit: args.limit };
}

/** The schema of a tool of one parameter. */
export const flatSchema = {
  type: 'object',
  properties: { query: { type: 'string' } },
  required: ['query'],
  additionalProperties: false,
} satisfies JsonSchema;

/** Arguments for the tool of one parameter. */
export const flatArguments = { query: goodArguments.query };

/** The method of that tool. */
export async function find(args: typeof flatArguments): Promise<object> {
  return { query: args.query };
}

const wideNames = Array.from({ length: 20 }, (_, index) => `field${index + 1}`);

/** The schema of a tool of twenty parameters. */
export const wideSchema: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(wideNames.map((name) => [name, { type: 'string' }])),
  required: wideNames,
  additionalProperties: false,
};

/** Arguments for the tool of twenty parameters. */
export const wideArguments: Readonly<Record<string, string>> = Object.fromEntries(
  wideNames.map((name) => [name, `value of ${name}`]),
);

/** The method of that tool. */
export async function wide(args: Readonly<Record<string, string>>): Promise<object> {
  return { first: args.field1, last: args.field20 };
}

/** Whether `result` is what `search` gives for the good arguments. */
export function isFound(result: unknown): boolean {
  return isRecord(result) && result.query === goodArguments.query && result.limit === goodArguments.limit;
}

/** Whether `value` is an object whose properties can be read. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** How many chunks a streaming tool yields. */
export const chunkCount = 1_000;

/** A tool that streams text. */
export async function* watch(): AsyncGenerator<string> {
  for (let index = 0; index < chunkCount; index++) yield 'chunk ';
}

/** A copy of the schema that nobody has seen before, told apart by a description. */
export function freshSchema(index: number): JsonSchema {
  return { ...structuredClone(searchSchema), description: `Search collection ${index}.` };
}
