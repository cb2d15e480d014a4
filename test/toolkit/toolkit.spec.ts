import { lastValueFrom, toArray } from 'rxjs';
import {
  Bind,
  DefinitionError,
  Tool,
  ToolContext,
  ToolInactiveError,
  Toolkit,
  ToolNotFoundError,
  ToolRegistry,
  type ToolResponse,
  ToolSpec,
  ToolState,
  toolSpecsOf,
} from 'toolwright';

class Kb extends ToolRegistry {
  @Tool({ description: 'Search', tags: ['read', 'fast'] })
  search(query: string, limit: number = 10): string {
    return `${query} ${limit}`;
  }

  @Tool({ name: 'add_item', group: 'admin', tags: ['write'] })
  add(item: string): string {
    return `added ${item}`;
  }

  @Tool({ tags: ['read'] })
  whoami(@Bind('user') user: string, ctx: ToolContext): string {
    return `${user} ${ctx.call.id}`;
  }

  @Tool()
  fail(): never {
    throw new Error('broken');
  }
}

function ping(): string {
  return 'pong';
}

function withAdmin(options: { readonly active?: boolean } = {}): Toolkit {
  const toolkit = new Toolkit();
  toolkit.createGroup('admin', { description: 'Changes things', ...options });
  toolkit.register(new Kb());
  return toolkit;
}

function namesOf(specs: readonly { readonly name: string }[]): readonly string[] {
  return specs.map((spec) => spec.name);
}

function responsesOf(toolkit: Toolkit, ...call: Parameters<Toolkit['callTool']>): Promise<readonly ToolResponse[]> {
  return lastValueFrom(toolkit.callTool(...call).pipe(toArray()));
}

describe('Toolkit', () => {
  it('is recognised by Toolkit.is', () => {
    expect(Toolkit.is(new Toolkit())).toBe(true);
    expect(Toolkit.is({ ...new Toolkit() })).toBe(false);
  });

  describe('register', () => {
    it.each<[string, () => Parameters<Toolkit['register']>[0], readonly string[]]>([
      ['an instance of a registry', () => new Kb(), ['search', 'add_item', 'whoami', 'fail']],
      ['one spec', () => new Kb().toolSpec('search'), ['search']],
      ['a spec that was changed', () => new Kb().toolSpec('search').rename('find'), ['find']],
      ['a list of specs', () => [new Kb().toolSpec('search'), new Kb().toolSpec('fail')], ['search', 'fail']],
      ['specs by method name', () => new Kb().toToolSpecs(), ['search', 'add_item', 'whoami', 'fail']],
      ['a function', () => ping, ['ping']],
      ['a list of anything', () => [ping, [new Kb().toolSpec('search')]], ['ping', 'search']],
      ['an empty list', () => [], []],
    ])('accepts %s', (_, provider, names) => {
      const toolkit = new Toolkit();
      toolkit.createGroup('admin');
      toolkit.register(provider());
      expect(namesOf(toolkit.list())).toEqual(names);
    });

    it('accepts an instance whose class does not extend ToolRegistry', async () => {
      class Plain {
        @Tool()
        hello(name: string): string {
          return `hello ${name}`;
        }
      }
      const plain = new Plain();
      const toolkit = new Toolkit();
      toolkit.register(plain);
      expect(toolkit.get('hello')).toBe(toolSpecsOf(plain).hello);
      expect((await toolkit.execute('hello', { name: 'ann' })).data).toBe('hello ann');
    });

    it('registers the same spec objects', () => {
      const kb = new Kb();
      const toolkit = new Toolkit();
      toolkit.register(kb.toolSpec('search'));
      expect(toolkit.get('search')).toBe(kb.toolSpec('search'));
    });

    it('registers each function of an object under its key, and specs under their names', async () => {
      const toolkit = new Toolkit();
      const ping = ToolSpec.fromFunction(() => 'pong', { name: 'ping' });
      const now = (): string => 'noon';
      toolkit.register({ now, later: now, ignored: ping });
      expect(toolkit.list().map(({ name }) => name)).toEqual(['now', 'later', 'ping']);
      expect((await toolkit.execute('later', {})).data).toBe('noon');
    });

    it('registers the functions of an object without a prototype, as a module is', () => {
      const toolkit = new Toolkit();
      toolkit.register(Object.assign(Object.create(null), { now: () => 'noon' }));
      expect(toolkit.get('now')).toBeDefined();
    });

    it('names the member of an object that is not a tool', () => {
      const register = (provider: object) => () => new Toolkit().register(provider);
      expect(register({ now: () => 1, size: 3 })).toThrow("Object has no tools. Its member 'size' is 3.");
      expect(register({ now: () => 1, Kb })).toThrow("Its member 'Kb' is ");
    });

    it('names a bound function after the function', () => {
      const toolkit = new Toolkit();
      function now(): string {
        return 'noon';
      }
      toolkit.register(now.bind(undefined));
      expect(toolkit.get('now')).toBeDefined();
    });

    it.each<[string, unknown, string]>([
      ['a class', Kb, 'Expected an instance with @Tool() methods, but got the class Kb. Pass an instance: new …().'],
      [
        'nothing',
        undefined,
        'Expected an instance with @Tool() methods, but got undefined. Pass an instance: new …().',
      ],
      [
        'an object without tools',
        new Date(0),
        'Date has no tools. Decorate methods with @Tool(), or register a spec, a function, or an array or object of specs and functions.',
      ],
      [
        'an object without a prototype',
        Object.create(null),
        'An object has no tools. Decorate methods with @Tool(), or register a spec, a function, or an array or object of specs and functions.',
      ],
      [
        'an arrow function',
        (
          () => () =>
            1
        )(),
        'The function has no name: write tool(fn, { name }).',
      ],
    ])('rejects %s', (_, provider, message) => {
      expect(() => new Toolkit().register(provider as object)).toThrow(new DefinitionError(message));
    });

    it('adds all tools or none: a name that is already in use', () => {
      const toolkit = new Toolkit();
      toolkit.createGroup('admin');
      toolkit.register(new Kb().toolSpec('fail'));
      expect(() => toolkit.register(new Kb())).toThrow(
        new DefinitionError(
          "There is a tool named 'fail' already. Rename one with spec.rename(…), or set { onDuplicate }.",
        ),
      );
      expect(namesOf(toolkit.list())).toEqual(['fail']);
    });

    it('adds all tools or none: a duplicate name', () => {
      const toolkit = new Toolkit();
      expect(() => toolkit.register([ping, ping])).toThrow("There is a tool named 'ping' already.");
      expect(toolkit.list()).toEqual([]);
    });

    it('adds all tools or none: a group that does not exist', () => {
      const toolkit = new Toolkit();
      expect(() => toolkit.register(new Kb())).toThrow(
        new DefinitionError(
          "'add_item' belongs to the group 'admin', which does not exist. Create it: createGroup('admin').",
        ),
      );
      expect(() => toolkit.register(ping, { group: 'toys' })).toThrow(
        new DefinitionError(
          "'ping' belongs to the group 'toys', which does not exist. Create it: createGroup('toys').",
        ),
      );
      expect(toolkit.list()).toEqual([]);
    });

    it("uses the group of the options, otherwise the tool's own, otherwise basic", () => {
      const toolkit = withAdmin();
      toolkit.createGroup('toys');
      toolkit.register([ping, new Kb().toolSpec('add').rename('add_again')], { group: 'toys' });
      expect(namesOf(toolkit.list({ group: 'toys' }))).toEqual(['ping', 'add_again']);
      expect(namesOf(toolkit.list({ group: 'admin' }))).toEqual(['add_item']);
      expect(namesOf(toolkit.list({ group: 'basic' }))).toEqual(['search', 'whoami', 'fail']);
    });
  });

  describe('unregister, get and list', () => {
    it('find and remove tools by name', () => {
      const toolkit = withAdmin();
      expect(toolkit.get('add_item')?.name).toBe('add_item');
      expect(toolkit.get('add')).toBeUndefined();
      toolkit.unregister('add_item');
      expect(toolkit.get('add_item')).toBeUndefined();
      expect(() => toolkit.unregister('add_item')).toThrow(ToolNotFoundError);
      toolkit.register(new Kb().toolSpec('add'));
      expect(namesOf(toolkit.list())).toEqual(['search', 'whoami', 'fail', 'add_item']);
    });

    it.each([
      [{}, ['search', 'add_item', 'whoami', 'fail']],
      [{ active: true }, ['search', 'whoami', 'fail']],
      [{ active: false }, ['add_item']],
      [{ group: 'admin' }, ['add_item']],
      [{ tags: ['fast', 'write'] }, ['search', 'add_item']],
      [{ tags: ['read'], active: true, group: 'basic' }, ['search', 'whoami']],
      [{ tags: [] }, []],
    ])('filter by %j', (filter, names) => {
      expect(namesOf(withAdmin().list(filter))).toEqual(names);
    });

    it('return arrays whose changes do not affect the toolkit', () => {
      const toolkit = withAdmin();
      (toolkit.list() as ToolSpec[]).length = 0;
      expect(toolkit.list()).toHaveLength(4);
    });
  });

  describe('groups', () => {
    it('initially contain only basic, which is active', () => {
      expect(new Toolkit().activeGroups()).toEqual(['basic']);
    });

    it('are inactive by default', () => {
      const toolkit = new Toolkit();
      toolkit.createGroup('off');
      toolkit.createGroup('on', { active: true });
      expect(toolkit.activeGroups()).toEqual(['basic', 'on']);
    });

    it.each(['basic', 'taken'])('have unique names: %s', (name) => {
      const toolkit = new Toolkit();
      toolkit.createGroup('taken', { active: true });
      expect(() => toolkit.createGroup(name)).toThrow(
        new DefinitionError(`There is a group '${name}' already. Choose another name.`),
      );
      expect(toolkit.activeGroups()).toEqual(['basic', 'taken']);
    });

    it('are activated and deactivated', () => {
      const toolkit = withAdmin();
      toolkit.updateGroups(['admin'], true);
      expect(namesOf(toolkit.list({ active: true }))).toEqual(['search', 'add_item', 'whoami', 'fail']);
      toolkit.updateGroups(['admin', 'basic'], true);
      toolkit.updateGroups(['admin'], false);
      expect(toolkit.activeGroups()).toEqual(['basic']);
    });

    it('are not changed if one name is unknown, or basic would be deactivated', () => {
      const toolkit = withAdmin();
      expect(() => toolkit.updateGroups(['admin', 'amdin'], true)).toThrow(
        new DefinitionError("There is no group 'amdin'. The groups are basic, admin."),
      );
      expect(toolkit.activeGroups()).toEqual(['basic']);
      toolkit.updateGroups(['admin'], true);
      expect(() => toolkit.updateGroups(['admin', 'basic'], false)).toThrow(
        new DefinitionError("The group 'basic' cannot be deactivated."),
      );
      expect(toolkit.activeGroups()).toEqual(['basic', 'admin']);
    });

    it('are removed with their tools', () => {
      const toolkit = withAdmin();
      toolkit.removeGroups(['admin']);
      expect(namesOf(toolkit.list())).toEqual(['search', 'whoami', 'fail']);
      toolkit.createGroup('admin');
      expect(toolkit.list({ group: 'admin' })).toEqual([]);
    });

    it('are not removed if one name is unknown or basic', () => {
      const toolkit = withAdmin();
      expect(() => toolkit.removeGroups(['admin', 'other'])).toThrow("There is no group 'other'.");
      expect(() => toolkit.removeGroups(['admin', 'basic'])).toThrow(
        new DefinitionError("The group 'basic' cannot be removed."),
      );
      expect(toolkit.get('add_item')).toBeDefined();
    });

    it('provide their instructions while they are active', () => {
      const toolkit = new Toolkit();
      expect(toolkit.getGroupInstructions()).toBe('');
      toolkit.createGroup('silent', { active: true });
      toolkit.createGroup('browser', { instructions: 'Close every tab.' });
      toolkit.createGroup('mail', { instructions: 'Be polite.\nAlways.', active: true });
      expect(toolkit.getGroupInstructions()).toBe('## mail\n\nBe polite.\nAlways.');
      toolkit.updateGroups(['browser'], true);
      expect(toolkit.getGroupInstructions()).toBe('## browser\n\nClose every tab.\n\n## mail\n\nBe polite.\nAlways.');
    });
  });

  describe('getJsonSchemas', () => {
    it('returns the active tools in the order of registration, whatever is activated in between', () => {
      const toolkit = withAdmin();
      toolkit.register(ping);
      toolkit.updateGroups(['admin'], true);
      expect(namesOf(toolkit.getJsonSchemas())).toEqual(['search', 'add_item', 'whoami', 'fail', 'ping']);
      toolkit.updateGroups(['admin'], false);
      toolkit.updateGroups(['admin'], true);
      expect(namesOf(toolkit.getJsonSchemas())).toEqual(['search', 'add_item', 'whoami', 'fail', 'ping']);
    });

    it("returns each tool's toJsonSchema(), in a new array", () => {
      const toolkit = withAdmin();
      const schemas = toolkit.getJsonSchemas();
      expect(schemas).toEqual(toolkit.list({ active: true }).map((spec) => spec.toJsonSchema()));
      schemas.length = 0;
      expect(toolkit.getJsonSchemas()).toHaveLength(3);
    });

    it('creates the schema of an unchanged tool once, deeply frozen', () => {
      const toolkit = withAdmin();
      const [schema] = toolkit.getJsonSchemas();
      expect(toolkit.getJsonSchemas()[0]).toBe(schema);
      expect(schema).toBeDefined();
      expect(Object.isFrozen(schema)).toBe(true);
      expect(Object.isFrozen(schema?.parameters.properties)).toBe(true);
      expect(toolkit.list()[0]?.toJsonSchema({ cache: true })).toEqual({ ...schema, cache: true });
      expect(toolkit.getJsonSchemas()[0]).toEqual(schema);
    });

    it('calls predicates each time', () => {
      let isThere = true;
      const toolkit = new Toolkit();
      toolkit.register(ping, { enabled: () => isThere });
      expect(namesOf(toolkit.getJsonSchemas())).toEqual(['ping']);
      isThere = false;
      expect(toolkit.getJsonSchemas()).toEqual([]);
    });
  });

  describe('execute and callTool', () => {
    it('run a tool, with an object or its JSON text', async () => {
      const toolkit = withAdmin();
      expect((await toolkit.execute('search', { query: 'x' })).data).toBe('x 10');
      expect((await toolkit.execute('search', '{"query":"y","limit":2}')).data).toBe('y 2');
      const responses = await responsesOf(toolkit, { name: 'search', input: '{"query":"z"}' });
      expect(responses).toMatchObject([{ state: 'success', isLast: true, content: [{ type: 'text', text: 'z 10' }] }]);
    });

    it('report a text that is not JSON', async () => {
      const result = await withAdmin().execute('search', '{"query":');
      expect(result.error?.code).toBe('invalid_parameters');
      expect(result.error?.message).toContain('must be a JSON object, got the text');
    });

    it('use the ID of the call, or the one in the options', async () => {
      const toolkit = withAdmin();
      const call = { id: 'call_1', name: 'search', input: { query: 'x' } };
      expect((await responsesOf(toolkit, call)).map(({ callId }) => callId)).toEqual(['call_1']);
      expect((await responsesOf(toolkit, call, { callId: 'mine' })).map(({ callId }) => callId)).toEqual(['mine']);
      expect((await toolkit.execute('search', { query: 'x' }, { callId: 'mine' })).callId).toBe('mine');
      const made = await responsesOf(toolkit, { name: 'search', input: { query: 'x' } });
      expect(made[0]?.callId).toMatch(/^[0-9a-f-]{36}-\d+$/);
    });

    it('do nothing before callTool is subscribed to, and run for each subscriber', async () => {
      let runs = 0;
      const toolkit = new Toolkit();
      toolkit.register(function count(): number {
        return ++runs;
      });
      const responses$ = toolkit.callTool({ name: 'count', input: {} });
      expect(runs).toBe(0);
      await Promise.all([lastValueFrom(responses$), lastValueFrom(responses$)]);
      expect(runs).toBe(2);
    });

    it('report a failing tool', async () => {
      const toolkit = withAdmin();
      expect((await toolkit.execute('fail')).error?.message).toBe('broken');
      expect(await responsesOf(toolkit, { name: 'fail', input: {} })).toMatchObject([{ state: 'error', isLast: true }]);
    });

    it.each([
      ['serach', "There is no tool named 'serach'. Did you mean 'search'? The tools are search, whoami, fail."],
      ['delete_everything', "There is no tool named 'delete_everything'. The tools are search, whoami, fail."],
      ['', "There is no tool named ''. The tools are search, whoami, fail."],
      ['__proto__', "There is no tool named '__proto__'. The tools are search, whoami, fail."],
    ])('report a tool that does not exist: %j', async (name, message) => {
      const toolkit = withAdmin();
      const result = await toolkit.execute(name, { query: 'x' });
      expect(result).toMatchObject({ success: false, error: { code: 'tool_not_found', message }, attempts: 0 });
      expect(result.toText()).toBe(message);
      const responses = await responsesOf(toolkit, { id: 'c1', name, input: '{' });
      expect(responses).toMatchObject([
        { callId: 'c1', state: 'error', isLast: true, stream: false, content: [{ type: 'text', text: message }] },
      ]);
    });

    it('report a tool whose group is inactive with another error', async () => {
      const toolkit = withAdmin();
      const message =
        "The tool 'add_item' is in the group 'admin', which is not active. The group must be activated first.";
      const result = await toolkit.execute('add_item', { item: 'x' });
      expect(result.error).toBeInstanceOf(ToolInactiveError);
      expect(result.error).toMatchObject({ code: 'tool_inactive', message, details: { group: 'admin' } });
      expect(await responsesOf(toolkit, { id: 'c1', name: 'add_item', input: { item: 'x' } })).toMatchObject([
        { callId: 'c1', toolName: 'add_item', state: 'error', isLast: true, error: { code: 'tool_inactive', message } },
      ]);
      toolkit.updateGroups(['admin'], true);
      expect((await toolkit.execute('add_item', { item: 'x' })).data).toBe('added x');
    });

    it('report that no tool is active', async () => {
      const toolkit = new Toolkit();
      expect((await toolkit.execute('search')).error?.message).toBe(
        "There is no tool named 'search'. No tool is active.",
      );
    });

    it('do not run a tool that was unregistered', async () => {
      const toolkit = withAdmin();
      toolkit.unregister('search');
      expect((await toolkit.execute('search', { query: 'x' })).error?.code).toBe('tool_not_found');
    });

    it('throw only under throwOnError', async () => {
      const toolkit = withAdmin();
      const options = { throwOnError: true };
      await expect(toolkit.execute('serach', {}, options)).rejects.toThrow(ToolNotFoundError);
      await expect(toolkit.execute('add_item', {}, options)).rejects.toThrow(ToolInactiveError);
      await expect(toolkit.execute('fail', {}, options)).rejects.toThrow('broken');
      await expect(responsesOf(toolkit, { name: 'serach', input: {} }, options)).rejects.toThrow(ToolNotFoundError);
      await expect(responsesOf(toolkit, { name: 'add_item', input: {} }, options)).rejects.toThrow(ToolInactiveError);
      await expect(responsesOf(toolkit, { name: 'fail', input: {} }, options)).rejects.toThrow('broken');
    });
  });

  describe('state', () => {
    async function whoami(toolkit: Toolkit, options: Parameters<Toolkit['execute']>[2] = {}): Promise<unknown> {
      const { data, error } = await toolkit.execute('whoami', {}, { callId: '1', ...options });
      return data ?? error?.code;
    }

    it('is looked up in the call, then the toolkit, then the spec', async () => {
      const kb = new Kb();
      const toolkit = new Toolkit();
      toolkit.register(kb.toolSpec('whoami'));
      expect(await whoami(toolkit)).toBe('unbound_state');
      kb.toolSpec('whoami').state.set('user', 'spec');
      expect(await whoami(toolkit)).toBe('spec 1');
      toolkit.state.set('user', 'toolkit');
      expect(await whoami(toolkit)).toBe('toolkit 1');
      expect(await whoami(toolkit, { state: { user: 'call' } })).toBe('call 1');
      expect(await whoami(toolkit, { state: new ToolState() })).toBe('toolkit 1');
      expect(await whoami(toolkit, { state: { user: null } })).toBe('null 1');
    });

    it('is the instance that was passed, or a copy of the object', () => {
      const state = new ToolState();
      const values = { user: 'u1' };
      expect(new Toolkit({ state }).state).toBe(state);
      const toolkit = new Toolkit({ state: values });
      toolkit.state.set('user', 'u2');
      expect(values).toEqual({ user: 'u1' });
    });

    it('is found as one value, never merged', async () => {
      const spec = ToolSpec.fromFunction((user: unknown) => user, { name: 'who', bind: { user: 'session' } });
      const toolkit = new Toolkit({ state: { session: { id: 'u1', role: 'admin' } } });
      toolkit.register(spec);
      expect((await toolkit.execute('who', {}, { state: { session: { id: 'u2' } } })).data).toEqual({ id: 'u2' });
    });
  });
});
