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

function make(dto: DtoClass, plain: object): object | undefined {
  return makerOf(dto, storage)?.(plain);
}
