import 'toolwright/dto';
import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsArray, IsInt, IsString, ValidateNested } from 'class-validator';
import { Field, type JsonSchema, Param, Tool, ToolRegistry, ToolSpec, toolSpecsOf } from 'toolwright';
import { z } from 'zod';

class Label {
  @IsString() text!: string;
  @IsString() color: string = 'red';
  @Field({ default: 'small' }) @IsString() size!: string;
}

class Order {
  @IsInt() count: number = 3;
  @Field({ default: 'post' }) @IsString() way!: string;
  @ValidateNested() @Type(() => Label) label!: Label;
  @IsArray() @ValidateNested({ each: true }) @Type(() => Label) labels!: Label[];
}

class Shop extends ToolRegistry {
  @Tool()
  order(order: Order) {
    return order;
  }

  @Tool()
  search(@Param({ default: 'tea' }) query: string, limit: number = 5) {
    return { query, limit };
  }
}

const withDefaults: JsonSchema = {
  type: 'object',
  properties: {
    own: { type: 'integer', default: 1 },
    referred: { $ref: '#/$defs/Word' },
    nested: { type: 'object', properties: { inner: { type: 'string', default: 'i' } }, required: ['inner'] },
    list: { type: 'array', items: { $ref: '#/$defs/Entry' } },
    plain: { type: 'string' },
  },
  required: ['own', 'referred', 'plain', 'list'],
  $defs: {
    Word: { type: 'string', default: 'w' },
    Entry: { type: 'object', properties: { at: { type: 'number', default: 0 } }, required: ['at'] },
  },
};
const executor = { kind: 'echo', execute: (args: unknown) => args };

const specs: readonly ToolSpec[] = [
  ...Object.values(toolSpecsOf(new Shop())),
  ToolSpec.create({ name: 'json', inputSchema: withDefaults, executor }),
  ToolSpec.create({
    name: 'zod',
    inputSchema: z.object({ own: z.number().default(1), nested: z.object({ inner: z.string().default('i') }) }),
    executor,
  }),
];

const silent = { onWarning: () => {} };
const formats: readonly (readonly [string, (spec: ToolSpec) => unknown])[] = [
  ['toJsonSchema', (spec) => spec.toJsonSchema()],
  ['toMcp', (spec) => spec.toMcp()],
  ['toAnthropic', (spec) => spec.toAnthropic(silent)],
  ['toOpenAI', (spec) => spec.toOpenAI(silent)],
  ['toOpenAI for chat completions', (spec) => spec.toOpenAI({ api: 'chat', ...silent })],
  ['toGemini', (spec) => spec.toGemini(silent)],
];

/** Lists the required properties of all schemas in an export that have a default. */
function requiredWithDefault(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { properties = {}, required = [] } = value as { properties?: Record<string, unknown>; required?: string[] };
  const own = Array.isArray(required)
    ? required.filter((name) => Object.hasOwn((properties[name] as object | undefined) ?? {}, 'default'))
    : [];
  return [...own, ...Object.values(value).flatMap(requiredWithDefault)];
}

describe('a field with a default', () => {
  it.each(formats)('is not required in %s', (_, format) => {
    for (const spec of specs) {
      const exported = format(spec);
      expect(JSON.stringify(exported)).toContain('"default"');
      expect(requiredWithDefault(exported)).toEqual([]);
    }
  });

  it('is optional in prompts and declarations', () => {
    const [order] = specs;
    expect(order?.signature()).toContain('way = "post"');
    expect(order?.code).toMatch(/way\?: string/);
    expect(order?.toPrompt()).toContain('size?: string');
  });

  it('is filled in if it is omitted', async () => {
    const [order, search, json] = specs;
    expect(await order?.call({ label: { text: 'a' }, labels: [{ text: 'b', size: 'big' }] })).toEqual({
      count: 3,
      way: 'post',
      label: { text: 'a', color: 'red', size: 'small' },
      labels: [{ text: 'b', color: 'red', size: 'big' }],
    });
    expect(await search?.call({})).toEqual({ query: 'tea', limit: 5 });
    expect(await json?.call({ plain: 'p', nested: {}, list: [{}, { at: 2 }] })).toEqual({
      own: 1,
      referred: 'w',
      nested: { inner: 'i' },
      list: [{ at: 0 }, { at: 2 }],
      plain: 'p',
    });
  });

  it('is filled in inside definitions that contain themselves', async () => {
    const tree = ToolSpec.create({
      name: 'tree',
      inputSchema: {
        type: 'object',
        properties: { root: { $ref: '#/$defs/Node' } },
        $defs: {
          Node: {
            type: 'object',
            properties: {
              size: { type: 'number', default: 1 },
              below: { type: 'array', items: { $ref: '#/$defs/Node' } },
            },
          },
        },
      },
      executor,
    });
    expect(await tree.call({ root: { below: [{}, { below: [{}] }] } })).toEqual({
      root: { size: 1, below: [{ size: 1 }, { size: 1, below: [{ size: 1 }] }] },
    });
  });
});
