import 'toolwright/dto';
import 'reflect-metadata';
import { Exclude, Expose, Type } from 'class-transformer';
import {
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  Length,
  registerDecorator,
  useContainer,
  ValidateNested,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { ToolSpec } from 'toolwright';

/** Creates a tool with a DTO, loads its libraries, and records its arguments. */
async function warm(
  dto: new () => object,
  first: object,
): Promise<{ readonly spec: ToolSpec; readonly seen: unknown[] }> {
  const seen: unknown[] = [];
  const execute = (args: unknown): string => {
    seen.push(args);
    return 'ok';
  };
  const spec = ToolSpec.create({ name: 't', inputSchema: dto, executor: { kind: 'x', execute } });
  await spec.exec(first);
  await spec.exec(first);
  seen.length = 0;
  return { spec, seen };
}

describe('arguments of a tool with one DTO', () => {
  it('are not converted to more instances than the limits allow', async () => {
    let made = 0;
    class Fork {
      @IsOptional() @ValidateNested() @Type(() => Fork) left?: Fork;
      @IsOptional() @ValidateNested() @Type(() => Fork) right?: Fork;
      constructor() {
        made++;
      }
    }
    const { spec } = await warm(Fork, {});
    let shared: object = {};
    for (let level = 0; level < 18; level++) shared = { left: shared, right: shared };
    made = 0;
    expect((await spec.exec(shared)).error?.message).toContain('holds more than 10000 values');
    expect(made).toBeLessThanOrEqual(10_000);
  });

  it('do not change a list of the caller', async () => {
    class Item {
      @IsInt() n!: number;
    }
    class Dto {
      @IsArray() @ValidateNested({ each: true }) @Type(() => Item) items!: Item[];
    }
    const { spec, seen } = await warm(Dto, { items: [] });
    const callers = [{ n: 2 }];
    const items = Object.assign([{ n: 1 }], { slice: () => callers });
    await spec.exec({ items });
    expect((seen[0] as Dto | undefined)?.items).not.toBe(callers);
    expect(callers[0]).not.toBeInstanceOf(Item);
  });
});

describe('validation errors of a DTO', () => {
  const messagesOf = async (spec: ToolSpec, given: unknown): Promise<string | undefined> =>
    (await spec.exec(given)).error?.message;

  it('include rules that were added after the first call', async () => {
    class Dto {
      @Length(1, 3) a!: string;
      @IsOptional() b?: unknown;
    }
    const { spec } = await warm(Dto, { a: 'x' });
    await spec.exec({ a: 'xxxx' });
    IsInt()(Dto.prototype, 'b');
    expect(await messagesOf(spec, { a: 'xxxx', b: 'no' })).toContain('/b must be an integer number');
    // The compiled schema does not validate emojis, so class-validator does.
    expect(await messagesOf(spec, { a: '\u{1F600}\u{1F600}', b: 'no' })).toContain('/b must be an integer number');
  });

  it('replace tokens within replaced tokens', async () => {
    class Dto {
      @IsIn(['value'], { message: 'got $$constraint1' }) a!: string;
    }
    const { spec } = await warm(Dto, { a: 'value' });
    expect(await messagesOf(spec, { a: 'q' })).toContain('got q, got "q"');
  });

  it('exist for a class whose static name is not a string', async () => {
    class Dto {
      @IsInt({ message: 'of $target' }) a!: number;
    }
    Object.defineProperty(Dto, 'name', { value: 7 });
    const { spec } = await warm(Dto, { a: 1 });
    expect(await messagesOf(spec, { a: 'q' })).toContain('/a of 7');
  });

  it('use the container for a rule with the name of another rule', async () => {
    @ValidatorConstraint({ name: 'isIn' })
    class KnownIn implements ValidatorConstraintInterface {
      readonly #known: ReadonlySet<unknown> | undefined;
      constructor(known?: ReadonlySet<unknown>) {
        this.#known = known;
      }
      validate(value: unknown): boolean {
        return this.#known?.has(value) === true;
      }
    }
    class Dto {
      a!: string;
    }
    registerDecorator({
      name: 'isIn',
      target: Dto,
      propertyName: 'a',
      constraints: [],
      options: {},
      validator: KnownIn,
    });
    const injected = new KnownIn(new Set(['ok']));
    const get = (type: unknown): unknown => (type === KnownIn ? injected : undefined);
    useContainer({ get } as Parameters<typeof useContainer>[0], { fallback: true });
    try {
      const { spec } = await warm(Dto, { a: 'ok' });
      expect(await messagesOf(spec, { a: 'ok' })).toBeUndefined();
    } finally {
      useContainer({ get: () => undefined } as Parameters<typeof useContainer>[0], { fallback: true });
    }
  });

  it('call a message function once', async () => {
    let asked = 0;
    const message = (): string => {
      asked++;
      return 'bad';
    };
    class Inner {
      @IsInt({ context: { odd: true } }) n!: number;
    }
    class Dto {
      @IsInt({ message }) a!: number;
      @ValidateNested() @Type(() => Inner) inner!: Inner;
    }
    const { spec } = await warm(Dto, { a: 1, inner: { n: 1 } });
    await spec.exec({ a: 'x', inner: { n: 1 } });
    expect(asked).toBe(1);
  });
});

describe('a property without a rule', () => {
  it('may be set by the class itself if it has @Exclude()', async () => {
    class Inner {
      @IsInt() n!: number;
      @Exclude() at = 'inner';
    }
    class Dto {
      @IsInt() a!: number;
      @Exclude() at = 'own';
      @ValidateNested() @Type(() => Inner) inner!: Inner;
    }
    const { spec, seen } = await warm(Dto, { a: 1, inner: { n: 1 } });
    expect(Object.keys(spec.inputSchema.properties ?? {})).toEqual(['a', 'inner']);
    await spec.exec({ a: 1, inner: { n: 2 } });
    expect(seen).toEqual([{ a: 1, at: 'own', inner: { n: 2, at: 'inner' } }]);
    expect((await spec.validate({ a: 'x', inner: { n: 2 } })).ok).toBe(false);
  });
});

describe('a required property that class-transformer omits', () => {
  it('may be set by an initialiser, or by the accessor of another property', async () => {
    class Dto {
      @IsInt() a!: number;
      @Exclude() @IsInt() own = 1;
    }
    const { spec, seen } = await warm(Dto, { a: 1 });
    await spec.exec({ a: 2 });
    class Pair {
      @Exclude() @IsInt() second!: number;

      @IsInt()
      @Expose()
      get first(): number {
        return this.second - 1;
      }
      set first(value: number) {
        this.second = value + 1;
      }
    }
    const pair = await warm(Pair, { first: 1 });
    expect((await pair.spec.exec({ first: 2 })).success).toBe(true);
    expect(seen).toEqual([{ a: 2, own: 1 }]);
    expect(pair.seen).toMatchObject([{ second: 3 }]);
  });
});
