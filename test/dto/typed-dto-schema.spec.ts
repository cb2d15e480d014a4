import 'toolwright/dto';
import { Expose, Transform, Type } from 'class-transformer';
import {
  Allow,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsDefined,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Field, type JsonSchema } from 'toolwright';
import type { GeneratedSchema, GeneratedTool } from 'toolwright/generated';
import { dtoJsonSchema } from '../../src/schema/class-validator/dto-schema.js';
import { readGeneratedSource } from '../../src/schema/typed/generated-source.js';
import { published, soleTool, unfrozenIn } from '../schema/typed/generated-tool.js';

type AnyClass = abstract new () => object;
type Properties = Readonly<Record<string, GeneratedSchema>>;

/** Returns the published schema of a DTO's property `x` whose TypeScript type is `type`. */
function merged(dto: AnyClass, type: GeneratedSchema, $defs?: GeneratedTool['$defs']): unknown {
  const { properties } = mergedAll(dto, { x: type }, $defs);
  return properties?.x;
}

function mergedAll(instanceOf: AnyClass, properties: Properties, $defs?: GeneratedTool['$defs']): JsonSchema {
  return published({ type: 'object', instanceOf, properties, required: Object.keys(properties) }, $defs) as JsonSchema;
}

describe('a DTO property whose rules do not specify its shape', () => {
  class Open {
    @Allow() x!: unknown;
  }

  it('has the shape and the annotations of its TypeScript type', () => {
    const type = {
      type: 'string',
      enum: ['a', 'b'],
      description: 'Which one.',
      default: 'a',
      examples: ['b'],
      deprecated: true,
    };
    expect(merged(Open, type)).toEqual(type);
  });

  it('adds the definitions to which the type refers, without instanceOf', () => {
    const $defs = {
      Tree: { type: 'object', properties: { at: { type: 'string', instanceOf: Date }, up: { $ref: '#/$defs/Tree' } } },
      Other: { type: 'string' },
    };
    const schema = mergedAll(Open, { x: { $ref: '#/$defs/Tree', description: 'A tree.' } }, $defs);
    expect(schema).toEqual({
      type: 'object',
      properties: { x: { $ref: '#/$defs/Tree', description: 'A tree.' } },
      additionalProperties: false,
      $defs: { Tree: { type: 'object', properties: { at: { type: 'string' }, up: { $ref: '#/$defs/Tree' } } } },
    });
  });

  it('follows a cycle of references only once', () => {
    const $defs = { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } };
    expect(mergedAll(Open, { x: { $ref: '#/$defs/A' } }, $defs)).toMatchObject({
      properties: { x: { $ref: '#/$defs/A' } },
      $defs,
    });
  });

  it('preserves the exclusions of the rules', () => {
    class NotEmpty {
      @IsNotEmpty() x!: unknown;
    }
    expect(merged(NotEmpty, { type: 'string', maxLength: 5 })).toEqual({ type: 'string', maxLength: 5, minLength: 1 });
  });

  it('accepts null if it is optional', () => {
    class Optional {
      @IsOptional() x?: unknown;
    }
    expect(mergedAll(Optional, { x: { type: 'string', enum: ['a'] } })).toEqual({
      type: 'object',
      properties: { x: { type: ['string', 'null'], enum: ['a', null] } },
      additionalProperties: false,
    });
  });

  it('is not specified by a condition, which is described', () => {
    class Conditional {
      @ValidateIf(() => true) @IsInt() x!: unknown;
    }
    expect(merged(Conditional, { type: 'number', description: 'How many.' })).toEqual({
      type: 'number',
      description: 'How many. Under a condition: {"type":"integer"}.',
    });
  });
});

describe('a DTO property whose rules specify its shape', () => {
  class Text {
    @IsString() @Length(2) x!: string;
  }
  class MaybeText {
    @IsOptional() @IsString() x?: string;
  }
  class Amount {
    @IsInt() x!: number;
  }
  class Bag {
    @IsObject() x!: object;
  }

  it.each<[string, AnyClass, GeneratedSchema, unknown]>([
    [
      'adds missing keywords',
      Text,
      { type: 'string', minLength: 9, pattern: '^a' },
      { type: 'string', minLength: 2, pattern: '^a' },
    ],
    ['takes an integer for a number', Amount, { type: 'number', minimum: 1 }, { type: 'integer', minimum: 1 }],
    [
      'adds the values of a union of literals',
      Text,
      { type: 'string', enum: ['aa', 'bb'] },
      { type: 'string', minLength: 2, enum: ['aa', 'bb'] },
    ],
    [
      'adds the values of literals without a type',
      Text,
      { enum: ['aa', 'bb'] },
      { type: 'string', minLength: 2, enum: ['aa', 'bb'] },
    ],
    ['adds a sole literal', Text, { type: 'string', const: 'aa' }, { type: 'string', minLength: 2, const: 'aa' }],
    [
      'preserves null in addition to values',
      MaybeText,
      { type: 'string', enum: ['a'] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    ['keeps null beside a sole literal', MaybeText, { const: 'a' }, { type: ['string', 'null'], enum: ['a', null] }],
    [
      'removes null that the rules reject',
      Text,
      { type: ['string', 'null'], enum: ['aa', null] },
      { type: 'string', minLength: 2, enum: ['aa'] },
    ],
    [
      'uses the other member of a union with null',
      Text,
      { anyOf: [{ type: 'string', pattern: '^a' }, { type: 'null' }] },
      { type: 'string', minLength: 2, pattern: '^a' },
    ],
    [
      'adds the properties of an object',
      Bag,
      { type: 'object', properties: { a: {} }, required: ['a'] },
      { type: 'object', properties: { a: {} }, required: ['a'] },
    ],
    [
      'adds the branches of a union of objects',
      Bag,
      { anyOf: [{ type: 'object', properties: { a: {} } }, { type: 'object' }] },
      { type: 'object', anyOf: [{ type: 'object', properties: { a: {} } }, { type: 'object' }] },
    ],
    [
      'adds no instanceOf',
      Text,
      { type: 'string', format: 'date-time', instanceOf: Date },
      { type: 'string', minLength: 2, format: 'date-time' },
    ],
    [
      'adds only annotations if the types differ',
      Text,
      { type: 'number', minimum: 1, description: 'A number.', examples: [1] },
      { type: 'string', minLength: 2, description: 'A number.', examples: [1] },
    ],
    [
      'adds only annotations if the type has several types',
      Text,
      { type: ['string', 'number'], pattern: '^a', deprecated: true },
      { type: 'string', minLength: 2, deprecated: true },
    ],
    [
      'adds only annotations if the type does not specify it',
      Text,
      { pattern: '^a', description: 'Any.' },
      { type: 'string', minLength: 2, description: 'Any.' },
    ],
    ['adds a valid default', Text, { type: 'string', default: 'aa' }, { type: 'string', minLength: 2, default: 'aa' }],
    ['omits an invalid default', Text, { type: 'string', default: 'a' }, { type: 'string', minLength: 2 }],
  ])('%s', (_, dto, type, schema) => {
    expect(merged(dto, type)).toEqual(schema);
  });

  it('preserves its own annotations and values', () => {
    class Said {
      @Field({ description: 'Mine.', examples: ['a'], default: 'b' }) @IsIn(['a', 'b', 'c']) x: unknown;
    }
    expect(
      merged(Said, { type: 'string', enum: ['a'], const: 'a', description: 'Yours.', examples: ['z'], default: 'c' }),
    ).toEqual({
      description: 'Mine.',
      enum: ['a', 'b', 'c'],
      type: 'string',
      default: 'b',
      examples: ['a'],
    });
  });

  it('is the schema of @Field({ schema })', () => {
    class Written {
      @Field({ schema: { type: 'object', properties: { a: { type: 'string' } } } }) @IsObject() x!: object;
    }
    const type = {
      type: 'object',
      properties: { a: { type: 'string', pattern: '^a' }, b: {} },
      required: ['a'],
      additionalProperties: false,
    };
    expect(merged(Written, type)).toEqual({ type: 'object', properties: { a: { type: 'string', pattern: '^a' } } });
  });

  it('preserves the rules of a transformed value, and adds only the description', () => {
    class Transformed {
      @Transform(({ value }) => String(value).trim()) @IsString() x!: string;
      @Field({ schema: { type: 'string' } }) @Transform(({ value }) => Number(value)) @IsNumber() y!: number;
    }
    const type = { type: 'string', pattern: '^a', description: 'Trimmed.', examples: ['a'], default: 'a' };
    expect(
      mergedAll(Transformed, { x: type, y: { type: 'number', minimum: 1, description: 'A number.' } }).properties,
    ).toEqual({
      x: { description: 'Trimmed. After a transformation: {"type":"string"}.' },
      y: { type: 'string', description: 'A number.' },
    });
  });
});

describe('a list in a DTO', () => {
  class Lists {
    @IsArray() @ArrayMinSize(1) any!: unknown[];
    @IsArray() @IsString({ each: true }) texts!: string[];
    @IsArray() @IsString({ each: true }) pair!: string[];
    @IsOptional() @IsArray() maybe?: unknown[];
  }

  it('has the items that its rules do not specify, and further keywords of specified items', () => {
    const text = { type: 'string', pattern: '^a' };
    const type = { type: 'array', items: text, minItems: 5, maxItems: 9 };
    const pair = { type: 'array', prefixItems: [text, text], items: text };
    expect(mergedAll(Lists, { any: type, texts: type, pair, maybe: type }).properties).toEqual({
      any: { type: 'array', minItems: 1, maxItems: 9, items: text },
      texts: { type: 'array', items: text, minItems: 5, maxItems: 9 },
      pair: { type: 'array', items: { type: 'string' } },
      maybe: { type: ['array', 'null'], items: text, minItems: 5, maxItems: 9 },
    });
  });

  it('has the values of a Map', () => {
    class Maps {
      @Type(() => Number) @IsInt({ each: true }) sizes!: Map<string, number>;
    }
    const type = {
      type: 'object',
      additionalProperties: { type: 'number', minimum: 1 },
      properties: { a: {} },
      instanceOf: Map,
    };
    expect(mergedAll(Maps, { sizes: type }).properties).toEqual({
      sizes: { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } },
    });
  });
});

describe('a DTO within a DTO', () => {
  class Author {
    @IsString() name!: string;
    @IsOptional() @ValidateNested() @Type(() => Author) mentor?: Author;
  }
  class Book {
    @ValidateNested() @Type(() => Author) author!: Author;
    @ValidateNested({ each: true }) @Type(() => Author) editors!: Author[];
    @IsOptional() @ValidateNested() @Type(() => Author) critic?: Author | null;
    @IsBoolean() open!: boolean;
  }
  const $defs = {
    Person: {
      type: 'object',
      instanceOf: Author,
      description: 'Who writes.',
      properties: {
        name: { type: 'string', minLength: 1, description: 'In full.' },
        mentor: { $ref: '#/$defs/Person' },
        age: { type: 'number' },
      },
      required: ['name', 'age'],
    },
  };
  const person = { $ref: '#/$defs/Person' };

  it('is merged with its type at any position', () => {
    const schema = mergedAll(
      Book,
      {
        author: { ...person, description: 'The first.' },
        editors: { type: 'array', items: person },
        critic: { anyOf: [person, { type: 'null' }], description: 'Perhaps.' },
        open: { type: 'boolean' },
      },
      $defs,
    );
    const ref = { $ref: '#/$defs/Author' };
    expect(schema).toEqual({
      type: 'object',
      properties: {
        author: { ...ref, description: 'The first.' },
        editors: { type: 'array', items: ref },
        critic: { anyOf: [ref, { type: 'null' }], description: 'Perhaps.' },
        open: { type: 'boolean' },
      },
      required: ['author', 'editors', 'open'],
      additionalProperties: false,
      $defs: {
        Author: {
          type: 'object',
          description: 'Who writes.',
          properties: {
            name: { type: 'string', minLength: 1, description: 'In full.' },
            mentor: { anyOf: [ref, { type: 'null' }] },
          },
          required: ['name'],
          additionalProperties: false,
        },
      },
    });
  });

  it('is merged with each of several types separately', () => {
    class Pair {
      @ValidateNested() @Type(() => Author) one!: Author;
      @ValidateNested() @Type(() => Author) other!: Author;
    }
    const one = { type: 'object', properties: { name: { type: 'string', pattern: '^1' } } };
    const other = { type: 'object', properties: { name: { type: 'string', pattern: '^2' } } };
    const schema = mergedAll(Pair, { one, other });
    expect(schema.properties).toEqual({ one: { $ref: '#/$defs/Author' }, other: { $ref: '#/$defs/Author_3' } });
    const untyped = { anyOf: [{ $ref: '#/$defs/Author_2' }, { type: 'null' }] };
    expect(schema.$defs).toMatchObject({
      Author: { properties: { name: { pattern: '^1' }, mentor: untyped } },
      Author_2: { properties: { name: { type: 'string' }, mentor: untyped } },
      Author_3: { properties: { name: { pattern: '^2' }, mentor: untyped } },
    });
  });

  it('uses the names of its properties in the class', () => {
    class Renamed {
      @Expose({ name: 'full_name' }) @IsString() name!: string;
      @Expose({ name: 'name' }) @IsString() alias!: string;
    }
    const schema = mergedAll(Renamed, {
      name: { type: 'string', description: 'In full.' },
      alias: { type: 'string', description: 'In short.' },
    });
    expect(schema.properties).toEqual({
      full_name: { type: 'string', description: 'In full.' },
      name: { type: 'string', description: 'In short.' },
    });
  });
});

describe('a DTO with several forms', () => {
  class Shape {
    @IsString() kind!: string;
  }
  class Circle extends Shape {
    @IsInt() radius!: number;
  }
  class Square extends Shape {
    @IsInt() side!: number;
  }
  class Drawing {
    @ValidateNested()
    @Type(() => Shape, {
      keepDiscriminatorProperty: true,
      discriminator: {
        property: 'kind',
        subTypes: [
          { value: Circle, name: 'circle' },
          { value: Square, name: 'square' },
        ],
      },
    })
    shape!: Circle | Square;
  }

  it('preserves its forms, and has the annotations of its type', () => {
    const { shape: untyped } = dtoJsonSchema(Drawing, 'Drawing').properties ?? {};
    const type = { type: 'object', description: 'What to draw.', properties: { kind: { const: 'circle' }, x: {} } };
    expect(mergedAll(Drawing, { shape: type }).properties).toEqual({
      shape: { ...(untyped as JsonSchema), description: 'What to draw.' },
    });
    expect(untyped).toHaveProperty('anyOf');
  });
});

describe('a DTO that is published with its type', () => {
  class Some {
    @IsOptional() x?: unknown;
    @IsOptional() @IsIn(['a']) y?: unknown;
    @IsNotEmpty() z!: unknown;
  }

  it('is deeply frozen, and does not change its sources', () => {
    const properties = {
      x: { type: 'object', properties: { a: { enum: ['a'] } } },
      y: { type: 'string', enum: ['a', 'b'], examples: ['a'] },
      z: { type: ['string', 'number'] },
    };
    const type = { type: 'object', instanceOf: Some, properties };
    expect(unfrozenIn(readGeneratedSource(type, {}, 'Kb.search').published)).toEqual([]);
    expect(unfrozenIn(readGeneratedSource({ type: 'array', items: type }, {}, 'Kb.search').published)).toEqual([]);
    expect(Object.isFrozen(properties.x.properties.a.enum)).toBe(false);
    expect(Object.isFrozen(properties.y.enum)).toBe(false);
  });
});

describe('a tool of a DTO with a type', () => {
  class Item {
    @IsString() title!: string;
    @IsDefined() tags!: unknown;
  }
  const $defs = {
    Item: {
      type: 'object',
      instanceOf: Item,
      properties: {
        title: { type: 'string', maxLength: 3 },
        tags: { type: 'array', items: { type: 'string' } },
        more: { type: 'string' },
      },
      required: ['title', 'tags', 'more'],
    },
  };
  const tool = soleTool({ $ref: '#/$defs/Item', description: 'The item.' }, $defs);

  it('publishes both combined, as arguments', () => {
    expect(tool.inputSchema).toEqual({
      type: 'object',
      description: 'The item.',
      properties: { title: { type: 'string', maxLength: 3 }, tags: { type: 'array', items: { type: 'string' } } },
      required: ['title', 'tags'],
      additionalProperties: false,
    });
  });

  it('is validated by class-validator', async () => {
    const item = await tool.call({ title: 'too long', tags: 5 });
    expect(item).toBeInstanceOf(Item);
    expect(item).toEqual({ title: 'too long', tags: 5 });
    expect((await tool.exec({ title: 5, more: 'x' })).toText()).toContain("unknown argument 'more'");
    expect((await tool.exec({ title: 5, tags: [] })).toText()).toBe(
      "Invalid arguments for 'run': /title must be a string, got 5",
    );
  });
});
