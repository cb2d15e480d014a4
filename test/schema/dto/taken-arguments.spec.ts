import 'reflect-metadata';
import { Type } from 'class-transformer';
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

/** A tool that takes a DTO and whose libraries are loaded, and what it has been called with. */
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

describe('arguments of a tool that takes one DTO', () => {
  it('are not made into more instances than the limits allow', async () => {
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

  it('leave a list of the caller alone', async () => {
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

describe('refusals of a DTO', () => {
  const messagesOf = async (spec: ToolSpec, given: unknown): Promise<string | undefined> =>
    (await spec.exec(given)).error?.message;

  it('know the rules that were added after the first of them', async () => {
    class Dto {
      @Length(1, 3) a!: string;
      @IsOptional() b?: unknown;
    }
    const { spec } = await warm(Dto, { a: 'x' });
    await spec.exec({ a: 'xxxx' });
    IsInt()(Dto.prototype, 'b');
    expect(await messagesOf(spec, { a: 'xxxx', b: 'no' })).toContain('/b must be an integer number');
    // The judge leaves emojis to class-validator.
    expect(await messagesOf(spec, { a: '\u{1F600}\u{1F600}', b: 'no' })).toContain('/b must be an integer number');
  });

  it('fill in the tokens that a filled token makes', async () => {
    class Dto {
      @IsIn(['value'], { message: 'got $$constraint1' }) a!: string;
    }
    const { spec } = await warm(Dto, { a: 'value' });
    expect(await messagesOf(spec, { a: 'q' })).toContain('got q, got "q"');
  });

  it('are found for a class whose static name is no text', async () => {
    class Dto {
      @IsInt({ message: 'of $target' }) a!: number;
    }
    Object.defineProperty(Dto, 'name', { value: 7 });
    const { spec } = await warm(Dto, { a: 1 });
    expect(await messagesOf(spec, { a: 'q' })).toContain('/a of 7');
  });

  it('ask the container for a rule that has taken the name of another', async () => {
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

  it('ask a message function once', async () => {
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
