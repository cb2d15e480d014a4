import 'reflect-metadata';
import { Exclude, Expose, plainToInstance, Transform, Type } from 'class-transformer';
import { Allow, IsArray, IsDate, IsInt, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';
import { makerOf } from '../../../src/schema/dto/dto-maker.js';
import { type TransformStorage, transformStorageOf } from '../../../src/schema/dto/transform-storage.js';
import type { DtoClass } from '../../../src/schema/dto/validation-rules.js';

let storage: TransformStorage;

beforeAll(() => {
  const loaded = transformStorageOf(Type);
  if (loaded === undefined) throw new TypeError('class-transformer has another storage than it had');
  storage = loaded;
});

describe('transformStorageOf', () => {
  it('finds the storage that a decorator writes into', () => {
    const decorate: typeof Type = (typeFunction, options) => Type(typeFunction, options);
    expect(transformStorageOf(decorate)).toBe(storage);
    expect(transformStorageOf(decorate)).toBe(storage);
    class Sample {
      @Type(() => Date) at!: Date;
    }
    expect(transformStorageOf(decorate)?.findTypeMetadata(Sample, 'at')?.reflectedType).toBe(Date);
  });

  it('believes no decorator that writes something else there', () => {
    expect(transformStorageOf(() => Type(() => Date))).toBeUndefined();
  });

  it('believes no storage that @Type does not write into', () => {
    expect(transformStorageOf(() => () => undefined)).toBeUndefined();
    expect(transformStorageOf(undefined)).toBeUndefined();
  });
});

describe('makerOf', () => {
  it('makes instances, nested ones and scalars included', () => {
    class Item {
      @IsInt() price = 5;
    }
    class Order {
      @IsString() title!: string;
      @IsOptional() note?: string;
      @ValidateNested() @Type(() => Item) item!: Item;
      @IsArray() @ValidateNested({ each: true }) @Type(() => Item) items!: Item[];
      @IsDate() @Type(() => Date) at!: Date;
      @IsInt({ each: true }) @Type(() => Number) counts!: number[];
      @IsObject() open!: object;
    }
    const plain = {
      open: { a: [1, { b: null }] },
      counts: ['1', 2, null],
      at: '2020-01-01',
      items: [{ price: 1 }, {}, null, [{ price: 2 }], 'no'],
      item: {},
      title: 'a',
    };
    const made = make(Order, plain);
    expect(made).toStrictEqual(plainToInstance(Order, plain));
    expect(Object.keys(made ?? {})).toEqual(Object.keys(plainToInstance(Order, plain)));
  });

  class Leaf {
    @IsOptional() @IsString() name?: string;
    @IsOptional() open?: unknown;
    @IsOptional() @ValidateNested() @Type(() => Leaf) next?: Leaf;
    @IsOptional() @ValidateNested() @Type(() => Leaf) other?: Leaf;
    @IsOptional() @ValidateNested({ each: true }) @Type(() => Leaf) list?: Leaf[];
    @IsOptional() @Type(() => Number) counts?: number[];
  }

  it('reads each value once, and shares nothing with the caller', () => {
    const read: string[] = [];
    const watched = <T extends object>(object: T): T => {
      const get = (held: T, name: string | symbol): unknown => {
        if (typeof name === 'string' && Object.hasOwn(held, name)) read.push(name);
        return Reflect.get(held, name);
      };
      return new Proxy(object, { get });
    };
    const plain = { name: 'a', open: { b: [1] }, next: watched({ name: 'b' }), list: [watched({ open: ['c'] })] };
    const made = make(Leaf, watched({ ...plain, counts: ['1'] })) as Leaf;
    expect(made).toStrictEqual(plainToInstance(Leaf, { ...plain, counts: ['1'] }));
    expect(read.slice(0, 7).sort()).toEqual(['counts', 'list', 'name', 'name', 'next', 'open', 'open']);
    expect(made.open).not.toBe(plain.open);
    expect((made.open as { b: unknown }).b).not.toBe(plain.open.b);
    expect(made.list?.[0]?.open).toEqual(['c']);
    expect(made.list?.[0]?.open).not.toBe(plain.list[0]?.open);
  });

  it.each<[string, object]>([
    ['a property that is undefined', { name: undefined }],
    ['an item that is undefined', { list: [{}, undefined] }],
    ['a list with holes', { list: new Array(3) }],
    ['an object without a prototype', { next: Object.create(null) }],
    ['more items than a list may have', { list: new Array(10_001).fill(null) }],
    ['more values than there may be', { list: new Array(6_000).fill({ name: 'a' }) }],
    ['more values than there may be, untyped', { open: new Array(9_999).fill(1), list: [{}] }],
    ['more characters than there may be', { name: 'a'.repeat(1_048_577) }],
    ['more characters than there may be, in two', { name: 'a'.repeat(600_000), next: { name: 'a'.repeat(600_000) } }],
    ['more characters than there may be, in a list', { list: ['a'.repeat(1_048_577)] }],
    ['a name that could reach a prototype', { open: [JSON.parse('{"__proto__": 1}')] }],
    ['a name that could reach a prototype, at the top', JSON.parse('{"__proto__": {}, "name": "a"}')],
    ['nested objects that go too deep', nested((inner) => ({ next: inner }))],
    ['nested lists that go too deep', nested((inner) => ({ list: [inner] }))],
    ['lists in lists that go too deep', { list: nested((inner) => [inner]) }],
    ['what is there again and again', nested((inner) => ({ next: inner, other: inner }), 60)],
    ['data that goes too deep', { open: nested((inner) => [inner]) }],
    ['data that goes too deep further down', { next: { list: [{ open: nested((inner) => [inner], 61) }] } }],
  ])('leaves %s to who looks closer', (_, plain) => {
    expect(make(Leaf, plain)).toBeUndefined();
  });

  it('makes what is within the limits', () => {
    for (const plain of [
      { list: new Array(4_900).fill({ name: null }) },
      { list: new Array(9_990).fill(null) },
      { name: 'a'.repeat(1_000_000) },
      nested((inner) => ({ next: inner }), 63),
      nested((inner) => ({ list: [inner] }), 31),
      { open: nested((inner) => [inner], 62) },
    ]) {
      expect(make(Leaf, plain)).toStrictEqual(plainToInstance(Leaf, plain));
    }
  });

  it('makes classes that lead back to themselves', () => {
    class Node {
      @IsInt() n!: number;
      @ValidateNested() @Type(() => Node) next?: Node;
    }
    const plain = { n: 1, next: { n: 2, next: { n: 3 } } };
    expect(make(Node, plain)).toStrictEqual(plainToInstance(Node, plain));
  });

  it('runs a constructor once, and lets out what it throws', () => {
    let count = 0;
    class Counting {
      @IsInt() n!: number;
      constructor() {
        count++;
        if (count > 1) throw new RangeError('no more');
      }
    }
    const maker = makerOf(Counting, storage);
    expect(maker?.({ n: 1 })).toBeInstanceOf(Counting);
    expect(count).toBe(1);
    expect(() => maker?.({ n: 1 })).toThrow('no more');
  });

  it('asks @Type each time, and leaves it to class-transformer where the answer changed', () => {
    class First {
      @IsInt() n!: number;
    }
    class Second {
      @IsInt() n!: number;
    }
    let type: DtoClass = First;
    class Dto {
      @ValidateNested() @Type(() => type) inner!: object;
    }
    const maker = makerOf(Dto, storage);
    expect(maker?.({ inner: { n: 1 } })).toStrictEqual(plainToInstance(Dto, { inner: { n: 1 } }));
    type = Second;
    expect(maker?.({ inner: { n: 1 } })).toBeUndefined();
  });

  it.each<[string, object]>([
    ['an unknown property', { name: 'a', other: 1 }],
    ['a member of every object', { name: 'a', toString: 1 }],
    ['an instance', Object.assign(new (class Other {})(), { name: 'a' })],
    ['a class where no type is known', { open: new Date(0) }],
    ['a key that every object has', { open: { a: { valueOf: 1 } } }],
    ['an array with holes', { open: new Array(2) }],
    ['an array of a class', { open: class List extends Array<unknown> {}.from([1]) }],
    ['an array for one object', { inner: [{ name: 'a' }] }],
  ])('leaves %s to class-transformer', (_, plain) => {
    class Inner {
      @IsString() name!: string;
    }
    class Dto {
      @IsString() name!: string;
      @Allow() open!: unknown;
      @ValidateNested() @Type(() => Inner) inner!: Inner;
    }
    expect(make(Dto, { name: 'a', open: [{}], inner: { name: 'a' } })).toBeInstanceOf(Dto);
    expect(make(Dto, plain)).toBeUndefined();
  });

  it('replaces no function that an initialiser left', () => {
    class Dto {
      @Allow() run: unknown = () => 1;
    }
    expect(make(Dto, { run: 5 })).toBeUndefined();
  });

  it.each<[string, () => DtoClass]>([
    [
      '@Transform',
      () => {
        class Dto {
          @IsString() @Transform(({ value }) => value) name!: string;
        }
        return Dto;
      },
    ],
    [
      'an inherited @Transform',
      () => {
        class Parent {
          @Transform(({ value }) => value) name!: string;
        }
        class Dto extends Parent {
          @IsString() declare name: string;
        }
        return Dto;
      },
    ],
    [
      '@Expose',
      () => {
        class Dto {
          @IsString() @Expose() name!: string;
        }
        return Dto;
      },
    ],
    [
      '@Exclude',
      () => {
        class Dto {
          @IsString() name!: string;
          @Exclude() secret!: string;
        }
        return Dto;
      },
    ],
    [
      '@Exclude on the class',
      () => {
        @Exclude()
        class Dto {
          @IsString() name!: string;
        }
        return Dto;
      },
    ],
    [
      'a type that depends on the value',
      () => {
        class Dto {
          @IsObject() @Type((where) => (where?.object.a ? Date : String)) value!: unknown;
        }
        return Dto;
      },
    ],
    [
      'a type that is not there yet',
      () => {
        class Dto {
          @IsOptional()
          @Type(() => {
            throw new ReferenceError('not yet');
          })
          value!: unknown;
        }
        return Dto;
      },
    ],
    [
      'a discriminator',
      () => {
        class Sub {
          @IsInt() n!: number;
        }
        class Dto {
          @ValidateNested()
          @Type(() => Sub, { discriminator: { property: 'kind', subTypes: [{ value: Sub, name: 'sub' }] } })
          value!: Sub;
        }
        return Dto;
      },
    ],
    [
      'a set',
      () => {
        class Dto {
          @Type(() => String) @IsString({ each: true }) values!: Set<string>;
        }
        return Dto;
      },
    ],
    [
      'a class without rules',
      () => {
        class Plain {}
        class Dto {
          @IsObject() @Type(() => Plain) value!: Plain;
        }
        return Dto;
      },
    ],
    [
      'a getter',
      () => {
        class Dto {
          @IsString() get name(): string {
            return 'a';
          }
        }
        return Dto;
      },
    ],
    [
      'a setter of a parent',
      () => {
        class Parent {
          set name(_: string) {}
        }
        class Dto extends Parent {}
        IsString()(Dto.prototype, 'name');
        return Dto;
      },
    ],
    [
      'a property called like a member of every object',
      () => {
        class Dto {}
        IsString()(Dto.prototype, 'toString');
        return Dto;
      },
    ],
    [
      'something of this in a nested class',
      () => {
        class Inner {
          @IsString() @Expose() name!: string;
        }
        class Dto {
          @ValidateNested() @Type(() => Inner) inner!: Inner;
        }
        return Dto;
      },
    ],
  ])('leaves a class with %s to class-transformer', (_, define) => {
    expect(makerOf(define(), storage)).toBeUndefined();
  });

  it('takes what only matters on the way out for nothing', () => {
    class Dto {
      @IsString() @Exclude({ toPlainOnly: true }) @Transform(() => '', { toPlainOnly: true }) secret!: string;
    }
    expect(make(Dto, { secret: 'a' })).toStrictEqual(plainToInstance(Dto, { secret: 'a' }));
  });
});

/** Something within itself, as many times as a call may not have it. */
function nested(wrap: (inner: object) => object, levels = 80): object {
  let made: object = {};
  for (let level = 0; level < levels; level++) made = wrap(made);
  return made;
}

function make(dto: DtoClass, plain: object): object | undefined {
  return makerOf(dto, storage)?.(plain);
}
