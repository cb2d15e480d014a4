import 'toolwright/dto';
import 'reflect-metadata';
import { IsEnum, IsInt, IsOptional } from 'class-validator';
import { Field, Param, Tool, ToolRegistry, type ToolSpec } from 'toolwright';
import { defineToolSchemas } from 'toolwright/generated';

// As TypeScript compiles `enum Level { Low, High }`.
const Level = { Low: 0, High: 1, 0: 'Low', 1: 'High' } as const;
const names = '0 = Low, 1 = High.';

class Alert {
  @IsEnum(Level) level!: number;
  @IsEnum(Level) @Field({ description: 'How bad it is' }) described!: number;
  @IsEnum(Level, { each: true }) levels!: number[];
  @IsOptional() @IsEnum({ Off: -1, None: -1, On: 'on' }) mode?: string | number;
  @IsOptional() @IsInt() count?: number;
}

class Alerts extends ToolRegistry {
  @Tool() raise(alert: Alert): Alert {
    return alert;
  }
  @Tool() typed(level: unknown, @Param({ description: 'How bad it is' }) described: unknown, levels: unknown): unknown {
    return [level, described, levels];
  }
  @Tool() commented(alert: Alert): Alert {
    return alert;
  }
}
// As `toolwright generate` writes them for `Level` and `Alert`.
const level = { type: 'number', enum: [0, 1], valueNames: { Low: 0, High: 1 } };
const alert = {
  type: 'object',
  properties: {
    level: { ...level, description: 'How bad' },
    described: { ...level, description: 'A comment' },
    levels: { type: 'array', items: level },
    mode: {},
    count: { ...level, description: 'Typed only.' },
  },
  required: ['level', 'described', 'levels'],
  instanceOf: Alert,
};
defineToolSchemas(Alerts, {
  typed: {
    params: [
      { name: 'level', schema: { ...level, description: 'The level' } },
      { name: 'described', schema: level },
      { name: 'levels', schema: { type: 'array', items: level } },
    ],
  },
  commented: { params: [{ name: 'alert', schema: alert }] },
});

function specOf(method: 'raise' | 'typed' | 'commented'): ToolSpec {
  return new Alerts().toolSpec(method);
}

describe('the names of a numeric enum', () => {
  it('extend the description of a DTO property', () => {
    const number = { type: 'number', enum: [0, 1] };
    expect(specOf('raise').params).toMatchObject({
      level: { ...number, description: names },
      described: { ...number, description: `How bad it is. ${names}` },
      levels: { type: 'array', items: { ...number, description: names } },
      mode: { enum: [-1, 'on', null], description: '-1 = Off or None.' },
    });
  });

  it('extend the description of a generated type, also the one of @Param()', () => {
    expect(specOf('typed').params).toEqual({
      level: { type: 'number', enum: [0, 1], description: `The level. ${names}` },
      described: { type: 'number', enum: [0, 1], description: `How bad it is. ${names}` },
      levels: { type: 'array', items: { type: 'number', enum: [0, 1], description: names } },
    });
  });

  it('are stated once if a DTO has a generated type, after the comment or the description of @Field()', () => {
    expect(specOf('commented').params).toMatchObject({
      level: { description: `How bad. ${names}` },
      described: { description: `How bad it is. ${names}` },
      levels: { items: { description: names } },
      count: { enum: [0, 1, null], description: `Typed only. ${names}` },
    });
  });

  it.each(['raise', 'typed', 'commented'] as const)('are in every export of %s', (method) => {
    const spec = specOf(method);
    const options = { onWarning: () => undefined };
    const exports = [
      ...[spec.toOpenAI(options), spec.toOpenAI({ ...options, strict: true }), spec.toAnthropic(options)],
      ...[spec.toGemini(options), spec.toMcp(), spec.toJsonSchema(), spec.toPrompt()],
    ];
    for (const exported of exports.map((one) => JSON.stringify(one))) expect(exported).toContain(names);
  });
});
