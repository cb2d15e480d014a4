import 'toolwright/dto';
import { Expose, Transform, Type } from 'class-transformer';
import { IsArray, IsOptional, IsString, ValidateNested } from 'class-validator';
import {
  type PermissionRule,
  pendingApprovalOf,
  type SchemaSource,
  Toolkit,
  type ToolkitOptions,
  ToolSpec,
} from 'toolwright';
import { z } from 'zod';

interface RecordingOptions extends ToolkitOptions {
  readonly needsApproval?: boolean | ((args: never) => boolean);
}

/** A toolkit with a tool that records what it runs with. */
function recording(inputSchema: SchemaSource, { needsApproval = false, ...options }: RecordingOptions) {
  const ran: unknown[] = [];
  const toolkit = new Toolkit(options);
  toolkit.register(
    ToolSpec.create({
      name: 'pay',
      inputSchema,
      needsApproval: needsApproval as never,
      executor: {
        kind: 'native',
        execute: (args) => {
          const value = (args as { '#root'?: { to?: unknown } })['#root'] ?? (args as { to?: unknown });
          ran.push(value.to);
          return 'paid';
        },
      },
    }),
  );
  return { ran, toolkit };
}

const denyEve: PermissionRule = { tool: 'pay', when: { to: 'eve' }, action: 'deny' };
const denyEvesName: PermissionRule = { tool: 'p*', when: { 'to.name': 'eve' }, action: 'deny' };

class Accessor {
  #to = '';

  @IsString()
  get to(): string {
    return this.#to;
  }

  set to(to: string) {
    this.#to = to.toLowerCase();
  }
}

class RenamedAccessor {
  #recipient = '';

  @Expose({ name: 'to' })
  @IsString()
  get recipient(): string {
    return this.#recipient;
  }

  set recipient(to: string) {
    this.#recipient = to.toLowerCase();
  }
}

class NestedAccessors {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Accessor)
  list!: Accessor[];
}

class Party {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name.toLowerCase();
  }

  get name(): string {
    return this.#name;
  }
}

class SubParty extends Party {}

class Opaque {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  toString(): string {
    return this.#name;
  }
}

const inherited = (name: string): object => Object.create(Object.create({ name: name.toLowerCase() }));
const hidden = (name: string): object => {
  class Holder {}
  return Object.defineProperty(new Holder(), 'name', { value: name.toLowerCase() });
};
const to = (convert: (text: string) => unknown) => z.object({ to: z.string().transform(convert) });

describe('what rules and approvers see of an instance', () => {
  it.each<[string, SchemaSource, object, PermissionRule]>([
    ['an accessor of a DTO', Accessor, { to: 'EVE' }, denyEve],
    ['an accessor of a DTO with another name', RenamedAccessor, { to: 'EVE' }, denyEve],
    [
      'accessors in a list',
      NestedAccessors,
      { list: [{ to: 'ann' }, { to: 'EVE' }] },
      { tool: 'pay', when: { 'list.to': 'eve' }, action: 'deny' },
    ],
    ['a getter of a class', to((name) => new Party(name)), { to: 'EVE' }, denyEvesName],
    ['an inherited getter', to((name) => new SubParty(name)), { to: 'EVE' }, denyEvesName],
    ['an inherited property', to(inherited), { to: 'EVE' }, denyEvesName],
    ['a property that is not enumerable', to(hidden), { to: 'EVE' }, denyEvesName],
  ])('includes %s', async (_, schema, input, rule) => {
    const { ran, toolkit } = recording(schema, { permissions: [rule] });
    expect((await toolkit.execute('pay', input)).error?.message).toBe(
      "The tool 'pay' must not be called with these arguments: a permission rule denies it.",
    );
    expect(ran).toEqual([]);
  });

  it('is in the token of a deferred call, and runs when it is resumed', async () => {
    const options = { approvalKey: 'k'.repeat(32), approver: () => 'later' as const, needsApproval: true };
    const token = String(
      pendingApprovalOf(await recording(Accessor, options).toolkit.execute('pay', { to: 'EVE' }))?.token,
    );
    const { ran, toolkit } = recording(Accessor, options);
    expect(toolkit.readApproval(token).input).toEqual({ to: 'eve' });
    expect((await toolkit.resumeApproval(token, 'approve')).data).toBe('paid');
    expect(ran).toEqual(['eve']);
  });

  it('is what a predicate receives as it was sent, too', async () => {
    const { ran, toolkit } = recording(Accessor, { needsApproval: ((args: Accessor) => args.to === 'EVE') as never });
    expect((await toolkit.execute('pay', { to: 'EVE' })).error?.code).toBe('denied');
    expect(ran).toEqual([]);
  });

  it('does not change what runs if a predicate or an approver changes it', async () => {
    const change = (args: unknown) => Object.assign(args as Accessor, { to: 'mallory' });
    const { ran, toolkit } = recording(Accessor, {
      needsApproval: ((args: unknown) => change(args).to !== '') as never,
      approver: ({ args }) => (change(args).to === 'mallory' ? 'approve' : 'deny'),
    });
    expect((await toolkit.execute('pay', { to: 'ANN' })).data).toBe('paid');
    expect(ran).toEqual(['ann']);
  });

  it('is empty only for a DTO without values', async () => {
    class Options {
      @IsOptional()
      @IsString()
      to?: string;
    }
    const { ran, toolkit } = recording(Options, {
      needsApproval: true,
      approver: ({ input }) => (Object.keys(input).length === 0 ? 'approve' : 'deny'),
    });
    expect((await toolkit.execute('pay', {})).data).toBe('paid');
    expect(ran).toEqual([undefined]);
  });

  class WriteOnly {
    #to = '';

    @Transform(({ value }) => value as unknown)
    @IsOptional()
    set to(to: string) {
      this.#to = to;
    }

    toString(): string {
      return this.#to;
    }
  }

  it.each<[string, SchemaSource]>([
    ['a function', to((text) => () => text)],
    ['a symbol', to((text) => Symbol(text))],
    ['a function in a list', to((text) => [() => text])],
    ['a symbol in a Map', to((text) => new Map([['a', Symbol(text)]]))],
    ['a class with nothing but private state', to((text) => new Opaque(text))],
    ['a method of a class that is a member', to((text) => Object.assign(new Party(text), { read: () => text }))],
    ['Headers', to((text) => new Headers({ to: text }))],
    ['URLSearchParams', to((text) => new URLSearchParams({ to: text }))],
    ['an Error', to((text) => new Error(text))],
    ['a promise', to((text) => ({ later: Promise.resolve(text) }))],
    [
      'a getter that throws',
      to(() => ({
        get name() {
          throw new TypeError('no');
        },
      })),
    ],
    ['an accessor that can only be written', WriteOnly],
  ])('has no JSON form and denies a call that has to be checked: %s', async (_, schema) => {
    for (const options of [
      { needsApproval: true, approver: () => 'approve' as const },
      { permissions: [{ tool: 'p*', when: { other: 'x' }, action: 'deny' as const }] },
    ]) {
      const { ran, toolkit } = recording(schema, options);
      const { error } = await toolkit.execute('pay', { to: 'eve' });
      expect([error?.code, error?.message]).toEqual([
        'denied',
        expect.stringContaining("The call of 'pay' was denied: its converted arguments have no JSON form"),
      ]);
      expect(ran).toEqual([]);
    }
  });

  it('is only required of a call that has to be checked', async () => {
    const { ran, toolkit } = recording(
      to((text) => () => text),
      {},
    );
    expect((await toolkit.execute('pay', { to: 'eve' })).data).toBe('paid');
    expect(ran).toEqual([expect.any(Function)]);
  });
});
