import 'toolwright/dto';
import 'reflect-metadata';
import { Expose, Transform, Type } from 'class-transformer';
import { IsIn, IsOptional, IsString, Length, Max, ValidateIf, ValidateNested } from 'class-validator';
import { Field, Tool, ToolRegistry, type ToolSpec } from 'toolwright';

class Price {
  @IsString({ each: true }) labels!: string[];
}

class Item {
  @IsString({ each: true }) tags!: string[];
  @IsOptional() @IsIn(['x', 'y'], { each: true }) axes?: string[];
  @IsOptional() @Expose({ name: 'cost' }) @ValidateNested({ each: true }) @Type(() => Price) prices?: Price[];
  @IsOptional()
  @Transform(({ value }) => (value === 'none' ? [] : value))
  @Max(9, { each: true })
  sizes?: number[];
}

class Loose {
  @IsOptional() @Length(1, 3, { each: true }) code?: string;
  @IsOptional() @IsString({ each: true }) either?: string | string[];
  @IsOptional() @IsString({ each: true }) @Field({ schema: { type: ['string', 'array'] } }) written?: string[];
  @IsOptional() @IsString() @Length(1, 3, { each: true }) word?: string;
  @ValidateIf(({ word }) => word !== undefined) @IsString({ each: true }) conditional?: string[];
}

class Shop extends ToolRegistry {
  @Tool() item(item: Item): Item {
    return item;
  }
  @Tool() loose(loose: Loose): Loose {
    return loose;
  }
}

function itemTool(): ToolSpec {
  return new Shop().toolSpec('item');
}

describe('one value', () => {
  it.each<[object, string]>([
    [{ tags: 'abc' }, '/tags must be an array, got "abc"'],
    [{ tags: [], axes: 'x' }, '/axes must be an array, got "x"'],
    [{ tags: [], cost: { labels: [] } }, '/cost must be an array, got {"labels":[]}'],
    [{ tags: [], cost: [{ labels: [] }, { labels: 'a' }] }, '/cost/1/labels must be an array, got "a"'],
    [{ tags: [], sizes: 5 }, '/sizes must be an array, got 5'],
  ])('is refused for an array, also without @IsArray()', async (args, message) => {
    const spec = itemTool();
    for (let round = 0; round < 2; round++) {
      expect((await spec.exec(args)).toText()).toBe(`Invalid arguments for 'item': ${message}`);
    }
  });

  it('is accepted as the text of an array, and null and absent values as the rules say', async () => {
    const spec = itemTool();
    expect(await spec.call({ tags: '["a"]', axes: null, sizes: 'none' })).toEqual({
      tags: ['a'],
      axes: null,
      sizes: [],
    });
    expect(await spec.call({ tags: ['a'], axes: ['x'], cost: [{ labels: ['l'] }] })).toEqual({
      tags: ['a'],
      axes: ['x'],
      prices: [{ labels: ['l'] }],
    });
  });

  it('is accepted where the emitted type is not that of an array', async () => {
    const args = { code: 'abc', either: 'a', written: 'a', word: 'abc', conditional: 'a' };
    const spec = new Shop().toolSpec('loose');
    expect(await spec.call(args)).toEqual(args);
    expect(spec.params.code).toEqual({ type: ['string', 'null'], minLength: 1, maxLength: 3 });
  });
});

describe('a class that the schema decides on alone', () => {
  it('refuses one value for an array as well', async () => {
    class Names {
      @IsString({ each: true }) names!: string[];
    }
    class Book extends ToolRegistry {
      @Tool() add(names: Names): Names {
        return names;
      }
    }
    const spec = new Book().toolSpec('add');
    expect(await spec.validate({ names: 'ann' })).toEqual({
      ok: false,
      issues: [{ path: '/names', message: 'must be array, got "ann"', rule: 'type' }],
    });
    expect(await spec.call({ names: ['ann'] })).toEqual({ names: ['ann'] });
  });
});
