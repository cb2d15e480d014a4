import 'toolwright/dto';
import { IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { lastValueFrom } from 'rxjs';
import { Param, Tool, Toolkit, ToolRegistry, ToolSpec, type ValidationError } from 'toolwright';
import { z } from 'zod';

class Note {
  @IsString() title!: string;
  @IsOptional() @IsNotEmpty() data?: unknown;
}

let runs = 0;
const executor = { kind: 'count', execute: () => runs++ };

class Notes extends ToolRegistry {
  @Tool() reflected(title: string, @Param({ schema: {} }) data?: unknown): unknown {
    return [title, data, runs++];
  }

  @Tool() sole(note: Note): unknown {
    return [note, runs++];
  }

  @Tool() among(note: Note, @Param({ optional: true }) limit?: number): unknown {
    return [note, limit, runs++];
  }
}

const notes = new Notes();
const json = {
  type: 'object',
  properties: { title: { type: 'string' }, data: {} },
  required: ['title'],
} as const;
const standard = z.object({ title: z.string(), data: z.unknown().optional() });

/** A tool of each kind, and the argument that holds its `title` and `data`, where they are not arguments themselves. */
const tools: readonly { readonly what: string; readonly tool: ToolSpec; readonly within?: string }[] = [
  { what: 'a JSON Schema', tool: ToolSpec.create({ name: 't', inputSchema: json, executor }) },
  { what: 'a DTO class', tool: ToolSpec.create({ name: 't', inputSchema: Note, executor }) },
  { what: 'a Standard Schema', tool: ToolSpec.create({ name: 't', inputSchema: standard, executor }) },
  { what: 'reflected parameters', tool: notes.toolSpec('reflected') },
  { what: 'a DTO as the sole parameter', tool: notes.toolSpec('sole') },
  { what: 'a DTO among parameters', tool: notes.toolSpec('among'), within: 'note' },
];

function deep(levels: number): unknown {
  return JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
}

const circle: Record<string, unknown> = {};
circle.circle = circle;
const ring: unknown[] = [];
ring.push(ring);

const polluting = '{"__proto__": {"polluted": true}}';
const keys = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`${'k'.repeat(50)}${index}`, 1]));

const attacks: readonly (readonly [what: string, data: unknown, message: string])[] = [
  ['__proto__', JSON.parse(polluting), "the name '__proto__' is never an argument"],
  ['__proto__ further down', [[JSON.parse(polluting)]], "the name '__proto__' is never an argument"],
  ['constructor', { constructor: { prototype: { polluted: true } } }, "the schema declares no 'constructor'"],
  ['prototype', { prototype: { polluted: true } }, "the schema declares no 'prototype'"],
  ['10,000 levels', deep(10_000), 'is nested deeper than 64 levels'],
  ['10 MB of keys', keys, 'holds more than 10000 values'],
  ['a text of 2 MB', 'x'.repeat(2_000_000), 'exceeds 1048576 characters in all'],
  ['10,001 items', new Array(10_001).fill(0), 'has more than 10000 items'],
  ['an object that contains itself', circle, 'is nested deeper than 64 levels, or cyclic'],
  ['an array that contains itself', ring, 'is nested deeper than 64 levels, or cyclic'],
];

describe.each(tools)('the arguments of a tool over $what', ({ tool, within }) => {
  const toolkit = new Toolkit();
  toolkit.register(tool);

  /** Returns arguments with `own` instead of a note, or in addition to it. */
  const argsOf = (own: Record<string, unknown>): Record<string, unknown> =>
    within === undefined ? own : { [within]: own };

  /** Returns the message of a rejection for each way to call the tool. Checks that no tool ran and no prototype changed. */
  async function rejections(args: unknown): Promise<readonly string[]> {
    const before = runs;
    const { error } = await tool.exec(args);
    expect((error as ValidationError).issues).toHaveLength(1);
    const last = await lastValueFrom(toolkit.callTool({ name: tool.name, input: args as Record<string, unknown> }));
    expect(last.error?.code).toBe('invalid_parameters');
    expect(runs).toBe(before);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    return [error?.toText() ?? '', last.error?.message ?? ''];
  }

  it.each(attacks)('are rejected if they contain %s', async (_attack, data, message) => {
    for (const text of await rejections(argsOf({ title: 'x', data }))) {
      expect(text).toContain(message);
      expect(text.length).toBeLessThan(400);
    }
  });

  it.each(['__proto__', 'constructor', 'prototype'])('are rejected if one has the name %s', async (name) => {
    const own = JSON.parse(`{"title": "x", "${name}": {"polluted": true}}`) as Record<string, unknown>;
    const text = JSON.stringify(argsOf(own));
    for (const message of [...(await rejections(argsOf(own))), ...(await rejections(text))])
      expect(message).toContain(name);
  });

  it('run the tool if they are harmless', async () => {
    const before = runs;
    const args = argsOf({ title: 'x', data: { deep: deep(30) } });
    expect((await tool.exec(args)).success).toBe(true);
    expect((await toolkit.execute(tool.name, args)).success).toBe(true);
    expect(runs).toBe(before + 2);
  });
});
