import 'toolwright/dto';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type as ark } from 'arktype';
import { Type } from 'class-transformer';
import { IsArray, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { Param, type SchemaSource, Tool, Toolkit, ToolRegistry, ToolSpec } from 'toolwright';
import * as v from 'valibot';
import { z } from 'zod';

class Range {
  @IsInt() from!: number;
  @IsInt() to = 9;
}

class Search {
  @IsString() q!: string;
  @IsInt() limit = 10;
  @ValidateNested() @Type(() => Range) range = Object.assign(new Range(), { from: 0 });
  @IsArray() @ValidateNested({ each: true }) @Type(() => Range) others: Range[] = [];
}

/** A class that refers to itself, so that its schema is in `$defs`. */
class Tree {
  @IsString() q!: string;
  @IsInt() limit = 10;
  @IsArray() @ValidateNested({ each: true }) @Type(() => Tree) below: Tree[] = [];
}

class Nullable {
  @IsString() q!: string;
  @IsOptional() @IsInt() limit?: number | null;
}

class Kb extends ToolRegistry {
  @Tool() one(search: Search): unknown {
    return search;
  }

  @Tool() two(search: Search, @Param({ type: Boolean }) dryRun = true): unknown {
    return { search, dryRun };
  }

  @Tool() optional(search: Nullable = { q: 'none', limit: 1 }, @Param({ type: Boolean }) dryRun = true): unknown {
    return { search, dryRun };
  }
}

const zodRange = z.object({ from: z.number(), to: z.number().optional() });
const zodSearch = z.object({
  q: z.string(),
  limit: z.number().default(10),
  range: zodRange.optional(),
  others: z.array(zodRange).optional(),
});
const valibotSearch = v.object({
  q: v.string(),
  limit: v.optional(v.number(), 10),
  range: v.optional(v.object({ from: v.number(), to: v.optional(v.number()) })),
});
const arkSearch = ark({ q: 'string', 'limit?': 'number', 'range?': { from: 'number', 'to?': 'number' } });

function toolOver(inputSchema: SchemaSource): ToolSpec {
  return ToolSpec.create({ name: 't', inputSchema, executor: { kind: 'test', execute: (args) => args } });
}

const kb = new Kb();

/** A tool, arguments as strict mode makes a model send them, and what the tool receives. */
type Case = readonly [what: string, tool: ToolSpec, args: Record<string, unknown>, received: unknown];

const search = { q: 'x', limit: null, range: { from: 1, to: null }, others: [{ from: 2, to: null }] };
const made = { q: 'x', limit: 10, range: { from: 1, to: 9 }, others: [{ from: 2, to: 9 }] };

const cases: readonly Case[] = [
  ['a DTO with initialisers', toolOver(Search), search, made],
  ['a DTO as the sole parameter', kb.toolSpec('one'), search, made],
  ['a DTO among parameters', kb.toolSpec('two'), { search, dryRun: null }, { search: made, dryRun: true }],
  [
    'a DTO with a default',
    kb.toolSpec('optional'),
    { search: null, dryRun: null },
    { search: { q: 'none', limit: 1 }, dryRun: true },
  ],
  [
    'a DTO all left out',
    toolOver(Search),
    { q: 'x', limit: null, range: null, others: null },
    { q: 'x', limit: 10, range: { from: 0, to: 9 }, others: [] },
  ],
  [
    'a DTO within itself',
    toolOver(Tree),
    { q: 'x', limit: null, below: [{ q: 'y', limit: null, below: null }] },
    { q: 'x', limit: 10, below: [{ q: 'y', limit: 10, below: [] }] },
  ],
  ['a DTO that takes null', toolOver(Nullable), { q: 'x', limit: null }, { q: 'x', limit: null }],
  ['a zod schema', toolOver(zodSearch), search, { q: 'x', limit: 10, range: { from: 1 }, others: [{ from: 2 }] }],
  [
    'a zod schema, all left out',
    toolOver(zodSearch),
    { q: 'x', limit: null, range: null, others: null },
    { q: 'x', limit: 10 },
  ],
  ['a zod schema that takes null', toolOver(z.object({ q: z.string().nullish() })), { q: null }, { q: null }],
  [
    'a valibot schema',
    toolOver(toStandardJsonSchema(valibotSearch)),
    { q: 'x', limit: null, range: { from: 1, to: null } },
    { q: 'x', limit: 10, range: { from: 1 } },
  ],
  [
    'an arktype schema',
    toolOver(arkSearch),
    { q: 'x', limit: null, range: { from: 1, to: null } },
    { q: 'x', range: { from: 1 } },
  ],
];

describe('a null that strict mode makes a model send', () => {
  it.each(cases)(
    'counts as absent at every level, unless it may be null, for %s',
    async (_what, tool, args, received) => {
      const { parameters, strict } = tool.toOpenAI({ strict: true, onWarning: () => undefined });
      expect({ strict, required: parameters.required }).toEqual({ strict: true, required: Object.keys(args) });
      const toolkit = new Toolkit();
      toolkit.register(tool);
      for (const data of [await tool.call(args), (await toolkit.execute(tool.name, args)).data]) {
        expect(JSON.parse(JSON.stringify(data))).toEqual(received);
      }
    },
  );

  const refused: readonly (readonly [what: string, tool: ToolSpec, args: object, path: string])[] = [
    ['a DTO', toolOver(Search), { q: null, limit: null }, '/q'],
    ['a nested DTO', toolOver(Search), { q: 'x', range: { from: null } }, '/range/from'],
    ['a list of DTOs', toolOver(Search), { q: 'x', others: [{ from: 1 }, { from: null }] }, '/others/1/from'],
    ['a zod schema', toolOver(zodSearch), { q: null, limit: null }, '/q'],
    ['a nested zod schema', toolOver(zodSearch), { q: 'x', range: { from: null, to: null } }, '/range/from'],
  ];
  it.each(refused)('is rejected if %s requires a value', async (_what, tool, args, path) => {
    expect(await tool.validate(args)).toMatchObject({ ok: false, issues: [{ path }] });
  });
});
