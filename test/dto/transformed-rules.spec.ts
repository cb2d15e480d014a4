import 'toolwright/dto';
import 'reflect-metadata';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, ValidateIf } from 'class-validator';
import { Field, Tool, ToolRegistry } from 'toolwright';

class Filter {
  @Transform(({ value }) => String(value).trim().toLowerCase()) @IsIn(['red', 'green']) color!: string;
  @Transform(({ value }) => String(value).split(','))
  @IsString({ each: true })
  @MaxLength(3, { each: true })
  tags!: string[];
  @Transform(({ value }) => Number(value))
  @IsInt()
  @Max(9)
  @Field({ description: 'The number of items' })
  count!: number;
  @IsOptional()
  @Transform(({ value }) => String(value).trim())
  @Field({ schema: { type: 'string' } })
  @IsString()
  note?: string;
  @Transform(({ value }) => Number(value)) @ValidateIf(({ note }) => note !== undefined) @IsInt() page?: number;
}

class Shop extends ToolRegistry {
  @Tool() find(filter: Filter): Filter {
    return filter;
  }
}

describe('a property with a @Transform()', () => {
  const spec = new Shop().toolSpec('find');

  it('publishes the rules of its result in the description, and accepts what the transformation accepts', async () => {
    expect(spec.params).toEqual({
      color: { description: 'After a transformation: {"type":"string","enum":["red","green"]}.' },
      tags: { description: 'After a transformation: {"type":"array","items":{"type":"string","maxLength":3}}.' },
      count: { description: 'The number of items. After a transformation: {"type":"integer","maximum":9}.' },
      note: { type: 'string' },
      page: { description: 'After a transformation, under a condition: {"type":"integer"}.' },
    });
    const sent = { color: ' RED ', tags: 'a,b', count: '5', page: '2', note: ' n ' };
    expect(await spec.call(sent)).toEqual({ color: 'red', tags: ['a', 'b'], count: 5, page: 2, note: 'n' });
    expect((await spec.exec({ ...sent, color: 'blue' })).toText()).toContain(
      '/color must be one of the following values: red, green, got "blue"',
    );
  });

  it('states the allowed values in every export', () => {
    const exports = [spec.toOpenAI(), spec.toAnthropic(), spec.toGemini({ onWarning: () => undefined }), spec.toMcp()];
    for (const exported of [...exports, spec.toJsonSchema()].map((one) => JSON.stringify(one))) {
      expect(exported).toContain(String.raw`\"enum\":[\"red\",\"green\"]`);
    }
    expect(spec.toPrompt()).toContain('"enum":["red","green"]');
  });
});
