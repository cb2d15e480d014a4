import 'toolwright/dto';
import 'reflect-metadata';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsEmail,
  IsInt,
  IsString,
  IsUrl,
  Length,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateBy,
  ValidateNested,
  validate,
} from 'class-validator';
import { type Class, ToolSpec, type ValidationError } from 'toolwright';

/** A property that the published schema does not cover, so that class-validator validates the class. */
class Ruled {
  @IsEmail() mail: string = 'ann@example.com';
}

/** Calls a tool with a class as its input, and returns the issues. */
async function issuesIn(inputSchema: Class, args: object): Promise<readonly string[]> {
  const spec = ToolSpec.create({ name: 't', inputSchema, executor: { kind: 'test', execute: () => undefined } });
  const { error } = await spec.exec(args);
  return ((error as ValidationError | undefined)?.issues ?? []).map(({ path, message }) => `${path} ${message}`);
}

describe('a value of a wrong type', () => {
  class Note extends Ruled {
    @Length(1, 10) text: string = 'a';
    @Matches(/^\d+$/) digits: string = '1';
    @IsString() @MinLength(3) title: string = 'abc';
    @IsInt() @Min(1) count: number = 1;
    @Min(1) @Max(5) size: number = 1;
    @ArrayMinSize(1) list: string[] = ['a'];
  }

  it.each<[object, string]>([
    [{ text: 5 }, '/text must be a string, got 5'],
    [{ text: [1] }, '/text must be a string, got [1]'],
    [{ digits: 5 }, '/digits must be a string, got 5'],
    [{ title: 5 }, '/title must be a string, got 5'],
    [{ count: 'many' }, '/count must be an integer number, got "many"'],
    [{ size: 'many' }, '/size must be a number, got "many"'],
    [{ list: 5 }, '/list must be an array, got 5'],
    [{ mail: 5 }, '/mail must be an email, got 5'],
  ])('has one issue, which says so: %j', async (args, issue) => {
    expect(await issuesIn(Note, args)).toEqual([issue]);
  });

  it('is not assumed if only the size or the content is wrong', async () => {
    expect(await issuesIn(Note, { text: '', digits: 'a', count: -1, size: 9, list: [] })).toEqual([
      '/text must be longer than or equal to 1 characters, got ""',
      '/digits must match /^\\d+$/ regular expression, got "a"',
      '/count must not be less than 1, got -1',
      '/size must not be greater than 5, got 9',
      '/list must contain at least 1 elements, got []',
    ]);
  });

  it('has the messages of its author', async () => {
    class Worded extends Ruled {
      @Length(1, 10, { message: 'one to ten letters' }) @Matches(/a/, { message: 'an a' }) text!: string;
    }
    expect(await issuesIn(Worded, { text: 5 })).toEqual(['/text an a, got 5', '/text one to ten letters, got 5']);
  });

  it('is not assumed for a rule that has the name of another, or after a @Transform', async () => {
    class Odd extends Ruled {
      @ValidateBy({
        name: 'isLength',
        validator: { validate: (value) => value === 7, defaultMessage: () => 'is not 7' },
      })
      seven: number = 7;
      @Transform(({ value }) => (typeof value === 'string' ? value.trim() : [value])) @Length(1, 10) text: string = 'a';
    }
    expect(await issuesIn(Odd, { seven: 5, text: 5 })).toEqual([
      '/seven is not 7, got 5',
      '/text must be longer than or equal to 1 and shorter than or equal to 10 characters, got 5',
    ]);
  });
});

describe('a rule for each item', () => {
  class Link {
    @IsUrl() url!: string;
  }
  class Post extends Ruled {
    @IsArray() @IsString({ each: true }) @MinLength(2, { each: true }) tags: string[] = [];
    @IsArray() @ArrayMinSize(1) @ValidateNested({ each: true }) @Type(() => Link) links: Link[] = [
      Object.assign(new Link(), { url: 'https://example.com' }),
    ];
    @IsString({ each: true }) names: Set<string> = new Set();
    @IsArray() @IsArray({ each: true }) @ArrayUnique({ each: true }) rows: number[][] = [];
  }

  it.each<[string, object, readonly string[]]>([
    ['one wrong item', { tags: ['ab', 5] }, ['/tags/1 must be a string, got 5']],
    [
      'several wrong items',
      { tags: [{}, 'ab', 'c'] },
      ['/tags/2 must be longer than or equal to 2 characters, got "c"', '/tags/0 must be a string, got {}'],
    ],
    ['a text', { tags: 'ab' }, ['/tags must be an array, got "ab"']],
    ['a number', { tags: 5 }, ['/tags must be an array, got 5']],
    ['an object', { tags: { a: 1 } }, ['/tags must be an array, got {"a":1}']],
    ['an object for nested objects', { links: {} }, ['/links must be an array, got {}']],
    ['a text for nested objects', { links: 'x' }, ['/links must be an array, got "x"']],
    [
      'nested items of a wrong type',
      { links: [5, { url: 5 }] },
      ['/links/0 must be either object or array, got 5', '/links/1/url must be a URL address, got 5'],
    ],
    ['a repeated value in an item', { rows: [[1], [2, 2]] }, ['/rows/1 elements must be unique, got [2,2]']],
  ])('is reported once, where it is violated: %s', async (_, args, issues) => {
    const found = await issuesIn(Post, args);
    expect([...found].sort()).toEqual([...issues].sort());
  });

  it('is reported for the list if its author has set a message', async () => {
    class Worded extends Ruled {
      @IsArray({ message: 'a list, please' }) @IsString({ each: true, message: 'words only' }) tags!: string[];
    }
    expect(await issuesIn(Worded, { tags: ['a', 5] })).toEqual(['/tags words only, got ["a",5]']);
    expect(await issuesIn(Worded, { tags: 5 })).toEqual(['/tags words only, got 5', '/tags a list, please, got 5']);
  });

  it('runs the rules of an author once', async () => {
    let runs = 0;
    class Counted extends Ruled {
      @ValidateBy(
        { name: 'isCounted', validator: { validate: () => ++runs > 5, defaultMessage: () => 'each is too early' } },
        { each: true },
      )
      @IsArray()
      list!: number[];
    }
    expect(await issuesIn(Counted, { list: [1, 2] })).toEqual(['/list each is too early, got [1,2]']);
    expect(runs).toBe(2);
  });

  it('has the verdict of class-validator', async () => {
    for (const tags of [[], ['ab'], ['ab', 5], 'ab', 5, {}, [['ab']], [null]]) {
      const errors = await validate(Object.assign(new Post(), { tags }));
      expect({ tags, isValid: (await issuesIn(Post, { tags })).length === 0 }).toEqual({
        tags,
        isValid: errors.length === 0,
      });
    }
  });
});
