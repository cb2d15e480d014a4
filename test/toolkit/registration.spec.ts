import 'toolwright/dto';
import { IsInt, IsString, Min } from 'class-validator';
import {
  DefinitionError,
  type RegisterOptions,
  secret,
  Tool,
  Toolkit,
  ToolRegistry,
  type ToolScope,
  ToolSpec,
} from 'toolwright';
import { warningsOf } from '../support/process-warnings.js';

class Note {
  @IsString()
  declare title: string;

  @IsInt()
  @Min(1)
  declare rank: number;
}

class Desk extends ToolRegistry {
  @Tool({ description: 'Search the desk.\n\nLooks into every drawer.' })
  search(query: string, limit: number = 10, userId?: string): string {
    return `${query} ${limit} ${userId}`;
  }

  @Tool({ params: { userId: { type: String } } })
  sign(userId: string): string {
    return `signed ${userId}`;
  }

  @Tool()
  write(note: Note): string {
    return `${note instanceof Note} ${note.title} ${note.rank}`;
  }

  @Tool()
  remind(at: Date, text: string): string {
    return `${at instanceof Date} ${text}`;
  }
}

function registered(options: RegisterOptions): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(new Desk(), options);
  return toolkit;
}

function names(toolkit: ToolScope): readonly string[] {
  return toolkit.list().map((spec) => spec.name);
}

function named(name: string, says = name): ToolSpec {
  return ToolSpec.fromFunction(() => says, { name });
}

describe('register', () => {
  it.each<[string, RegisterOptions, readonly string[]]>([
    ['include', { include: ['sign', 'search'] }, ['search', 'sign']],
    ['an empty include', { include: [] }, []],
    ['exclude', { exclude: ['write', 'remind'] }, ['search', 'sign']],
    ['include and exclude', { include: ['sign'], exclude: ['write'] }, ['sign']],
    ['prefix', { prefix: 'desk', include: ['sign'] }, ['desk__sign']],
    ['a new name', { include: ['sign'], overrides: { sign: { name: 'autograph' } } }, ['autograph']],
    [
      'a new name and a prefix',
      { include: ['sign'], prefix: 'my', overrides: { sign: { name: 'mark' } } },
      ['my__mark'],
    ],
  ])('applies %s', (_, options, expected) => {
    expect(names(registered(options))).toEqual(expected);
  });

  it.each<[string, RegisterOptions, string]>([
    ['an unknown tool to include', { include: ['serach'] }, "'include' names 'serach', which is not a tool."],
    ['an unknown tool to exclude', { exclude: ['x'] }, "'exclude' names 'x', which is not a tool."],
    ['overrides for an unknown tool', { overrides: { x: {} } }, "'overrides' names 'x', which is not a tool."],
    [
      'a tool that is included and excluded',
      { include: ['sign'], exclude: ['sign'] },
      "'sign' is both included and excluded.",
    ],
    [
      'a preset for an unknown argument',
      { preset: { user: 1 } },
      "preset names 'user', but none of search, sign, write, remind has this argument.",
    ],
    ['a preset for an excluded tool', { preset: { at: 1 }, exclude: ['remind'] }, "preset names 'at'"],
    ['a prefix that results in an invalid name', { prefix: 'my desk' }, "'my desk__search'"],
    ['a prefix that results in a name that is too long', { prefix: 'x'.repeat(60) }, 'search'],
    ['an unknown group', { group: 'nowhere' }, "createGroup('nowhere')"],
  ])('rejects %s, before anything changes', (_, options, message) => {
    const toolkit = new Toolkit();
    expect(() => toolkit.register(new Desk(), options)).toThrow(DefinitionError);
    expect(() => toolkit.register(new Desk(), options)).toThrow(message);
    expect(toolkit.list()).toEqual([]);
  });

  it('registers the specs of a registry unchanged, so that their state is shared', () => {
    const desk = new Desk();
    const toolkit = new Toolkit();
    toolkit.register(desk);
    expect(toolkit.get('search')).toBe(desk.toolSpec('search'));
  });

  describe('preset', () => {
    it('hides arguments in every tool that has them, and passes them', async () => {
      const toolkit = registered({ preset: { userId: 'u1' } });
      expect(Object.keys(toolkit.get('search')?.params ?? {})).toEqual(['query', 'limit']);
      expect(Object.keys(toolkit.get('sign')?.params ?? {})).toEqual([]);
      expect((await toolkit.execute('search', { query: 'x' })).data).toBe('x 10 u1');
      expect((await toolkit.execute('sign')).data).toBe('signed u1');
    });

    it('rejects a value from a model or a state', async () => {
      const toolkit = registered({ preset: { userId: 'u1' } });
      const sent = await toolkit.execute('sign', { userId: 'mallory' });
      expect(sent).toMatchObject({ success: false, error: { code: 'invalid_parameters' } });
      const stated = await toolkit.execute('sign', {}, { state: { userId: 'mallory' } });
      expect(stated.data).toBe('signed u1');
    });

    it('may be a secret, which appears in no rendering and no error', async () => {
      const toolkit = new Toolkit();
      const leak = (token: string, at: string): never => {
        throw new RangeError(`${at}: bad token ${token}`);
      };
      toolkit.register(
        ToolSpec.fromFunction(leak, { name: 'leak', params: { token: { type: String }, at: { type: String } } }),
        { preset: { token: secret('s3cret') } },
      );
      const result = await toolkit.execute('leak', { at: 'door' });
      expect(result.toText()).toBe('door: bad token [redacted]');
      const shown = JSON.stringify([result, toolkit.getJsonSchemas(), toolkit.toPrompt(), toolkit.get('leak')]);
      expect(shown).not.toContain('s3cret');
    });
  });

  describe('overrides', () => {
    it('describe a tool differently', () => {
      const toolkit = registered({ overrides: { sign: { description: 'Leave a mark' } } });
      expect(toolkit.get('sign')?.description).toBe('Leave a mark');
      expect(toolkit.get('search')?.description).toContain('drawer');
    });

    it('narrow the values that a model may send, and preserve a default', async () => {
      const inputSchema = {
        type: 'object',
        properties: { query: { type: 'string', enum: ['pens', 'paper'] } },
        required: ['query'],
      } as const;
      const toolkit = registered({ overrides: { search: { inputSchema } } });
      expect(toolkit.get('search')?.params).toEqual({ query: { type: 'string', enum: ['pens', 'paper'] } });
      expect((await toolkit.execute('search', { query: 'pens' })).data).toBe('pens 10 undefined');
      expect((await toolkit.execute('search', { query: 'ink' })).error?.code).toBe('invalid_parameters');
      expect((await toolkit.execute('search', { query: 'pens', limit: 2 })).error?.code).toBe('invalid_parameters');
    });

    it('preserve a DTO, with its own rules', async () => {
      const inputSchema = {
        type: 'object',
        properties: { title: { type: 'string', description: 'In a few words' }, rank: { type: 'integer' } },
        required: ['title', 'rank'],
      } as const;
      const toolkit = registered({ overrides: { write: { inputSchema } } });
      expect((await toolkit.execute('write', { title: 'x', rank: 2 })).data).toBe('true x 2');
      expect((await toolkit.execute('write', { title: 'x', rank: 0 })).error?.code).toBe('invalid_parameters');
    });

    it('preserve a Date', async () => {
      const inputSchema = {
        type: 'object',
        properties: { at: { type: 'string', format: 'date-time', description: 'When' }, text: { type: 'string' } },
        required: ['at', 'text'],
      } as const;
      const toolkit = registered({ overrides: { remind: { inputSchema } } });
      expect((await toolkit.execute('remind', { at: '2026-01-01T00:00:00Z', text: 'now' })).data).toBe('true now');
      expect((await toolkit.execute('remind', { at: 'soon', text: 'x' })).error?.code).toBe('invalid_parameters');
    });

    it('are rejected if they name an argument that the tool does not have', () => {
      const inputSchema = { type: 'object', properties: { colour: { type: 'string' } } } as const;
      expect(() => registered({ overrides: { sign: { inputSchema } } })).toThrow("has a property 'colour'");
    });
  });

  it.each([
    ['first-paragraph', 'Search the desk.'],
    ['full', 'Search the desk.\n\nLooks into every drawer.'],
  ] as const)('gives models the %s of a description', (descriptions, expected) => {
    const toolkit = registered({ descriptions });
    const published = new Map(toolkit.getJsonSchemas().map(({ name, description }) => [name, description]));
    expect(published.get('search')).toBe(expected);
    expect(published.get('sign')).toBeUndefined();
    expect(toolkit.get('search')?.description).toBe('Search the desk.\n\nLooks into every drawer.');
  });

  describe('enabled', () => {
    it('omits tools by a flag', async () => {
      const toolkit = registered({ enabled: false });
      expect(toolkit.getJsonSchemas()).toEqual([]);
      expect((await toolkit.execute('sign', { userId: 'x' })).error?.code).toBe('tool_not_found');
    });

    it.each<[string, unknown]>([
      ['a promise', async () => true],
      ['nothing', () => undefined],
    ])('requires true: %s omits tools', async (_, enabled) => {
      const toolkit = registered({ enabled: enabled as boolean });
      expect(toolkit.list()).toEqual([]);
      expect((await toolkit.execute('sign', { userId: 'x' })).error?.code).toBe('tool_not_found');
    });

    it('refuses a text', () => {
      expect(() => registered({ enabled: 'no' as never })).toThrow(
        'register: enabled must be true, false or a function, not "no".',
      );
    });

    it('warns of a promise, which may reject', async () => {
      const toolkit = registered({ enabled: (async () => Promise.reject(new RangeError('late'))) as never });
      const warnings = await warningsOf(() => toolkit.execute('sign', { userId: 'x' }));
      expect(warnings).toContain("The tool 'sign' is not enabled: enabled must return a boolean, not a promise.");
    });

    it('is called whenever tools are listed or called', async () => {
      const toolkit = new Toolkit();
      toolkit.register(named('beta'), {
        enabled: ({ spec, auth, state }) => spec.name === 'beta' && (auth === 'ann' || state.get('beta') === true),
      });
      const session = toolkit.session({ state: { beta: true } });
      expect([toolkit, session].map(names)).toEqual([[], ['beta']]);
      expect(toolkit.list({ auth: 'ann' })).toHaveLength(1);
      expect((await toolkit.execute('beta')).error?.code).toBe('tool_not_found');
      expect((await toolkit.execute('beta', {}, { auth: 'ann' })).data).toBe('beta');
      expect((await session.execute('beta')).data).toBe('beta');
    });
  });

  describe('onDuplicate', () => {
    const policies = ['error', 'replace', 'skip', 'rename'] as const;

    it.each(policies)('%s: as the toolkit says, unless the registration does', async (onDuplicate) => {
      const toolkits = [new Toolkit({ onDuplicate }), new Toolkit({ onDuplicate: 'error' })];
      const outcomes = await Promise.all(
        toolkits.map(async (toolkit, index) => {
          toolkit.register([named('a', 'first'), named('b')]);
          try {
            toolkit.register(named('a', 'second'), index === 0 ? {} : { onDuplicate });
          } catch (error) {
            return (error as Error).name;
          }
          return [names(toolkit), (await toolkit.execute('a')).data];
        }),
      );
      const expected = {
        error: 'DefinitionError',
        replace: [['a', 'b'], 'second'],
        skip: [['a', 'b'], 'first'],
        rename: [['a', 'b', 'a_2'], 'first'],
      }[onDuplicate];
      expect(outcomes).toEqual([expected, expected]);
    });

    it('renames with a counter, within 64 characters', () => {
      const toolkit = new Toolkit({ onDuplicate: 'rename' });
      const long = 'x'.repeat(64);
      for (let time = 0; time < 11; time++) toolkit.register(named(long));
      expect(names(toolkit)[1]).toBe(`${'x'.repeat(62)}_2`);
      expect(names(toolkit)[10]).toBe(`${'x'.repeat(61)}_11`);
      toolkit.register([named('a'), named('a_2'), named('a')]);
      expect(names(toolkit).slice(11)).toEqual(['a', 'a_2', 'a_3']);
    });
  });

  it('is undone by unregister, removeSource and clear, after which the toolkit is usable', async () => {
    const toolkit = new Toolkit();
    toolkit.createGroup('extra', { active: true });
    const desk = new Desk();
    toolkit.register(desk, { group: 'extra' });
    toolkit.unregister('sign');
    expect(names(toolkit)).toEqual(['search', 'write', 'remind']);
    await toolkit.clear();
    expect([names(toolkit), toolkit.activeGroups()]).toEqual([[], ['basic']]);
    toolkit.register(desk);
    expect((await toolkit.execute('sign', { userId: 'x' })).data).toBe('signed x');
  });
});

describe('execute with a spec', () => {
  it('runs the tool that was registered from it, with all changes', async () => {
    const desk = new Desk();
    const toolkit = new Toolkit();
    toolkit.register(desk, { prefix: 'desk', preset: { userId: 'u1' } });
    const result = await toolkit.execute(desk.toolSpec('sign'));
    const data: string | undefined = result.data;
    expect([result.toolName, data]).toEqual(['desk__sign', 'signed u1']);
    expect((await toolkit.session().execute(desk.toolSpec('sign'))).data).toBe('signed u1');
  });

  it('runs no other tool of that name', async () => {
    const toolkit = new Toolkit();
    toolkit.register(named('sign', 'another'));
    const spec = new Desk().toolSpec('sign');
    expect(await toolkit.execute(spec, { userId: 'x' })).toMatchObject({ error: { code: 'tool_not_found' } });
    await expect(toolkit.execute(spec, {}, { throwOnError: true })).rejects.toThrow(
      'that was passed to execute() is not registered',
    );
  });

  it('infers the type of the data', () => {
    const check = async (toolkit: Toolkit, desk: Desk): Promise<void> => {
      const typed = await toolkit.execute(desk.toolSpec('search'), { query: 'x' });
      typed.data?.toUpperCase();
      // @ts-expect-error: the data is a string.
      typed.data?.toFixed();
      const untyped = await toolkit.execute('search');
      // @ts-expect-error: a name does not determine the type of the data.
      untyped.data?.toUpperCase();
      const data = await desk.toolSpec('search').call({ query: 'x' });
      data.toUpperCase();
      // @ts-expect-error: the data is a string.
      data.toFixed();
    };
    expect(check).toBeInstanceOf(Function);
  });
});
