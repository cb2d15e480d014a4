import {
  Bind,
  DefinitionError,
  secret,
  Tool,
  ToolContext,
  Toolkit,
  type ToolkitOptions,
  ToolRegistry,
  ToolSpec,
} from 'toolwright';

type Visit = (state: ToolContext['state']) => unknown;

const state = {
  user: { id: 'ann', token: secret('t0p-s3cret') },
  session: { topic: 'tea', step: 2 },
  jobs: { a: { state: 'done', log: 'x' }, b: { state: 'new', log: 'y' } },
  billing: { card: '4111' },
};

class Notes extends ToolRegistry {
  visit: Visit = () => undefined;

  @Tool({ stateScope: 'bound', state: ['session.**', 'jobs.*.state'] })
  narrow(@Bind('user.id') user: string, ctx: ToolContext): unknown {
    return { user, value: this.visit(ctx.state) };
  }

  @Tool({ stateScope: 'all' })
  wide(ctx: ToolContext): unknown {
    return this.visit(ctx.state);
  }

  @Tool()
  undecided(ctx: ToolContext): unknown {
    return this.visit(ctx.state);
  }
}

async function visit(name: string, visitor: Visit, options: ToolkitOptions = {}): Promise<unknown> {
  const notes = new Notes();
  notes.visit = visitor;
  const toolkit = new Toolkit({ state, ...options });
  toolkit.register(notes);
  const { data, error } = await toolkit.execute(name, {});
  if (error !== undefined) throw error;
  return name === 'narrow' ? (data as { value: unknown }).value : data;
}

describe("stateScope: 'bound'", () => {
  it('shows the bound and the named keys only', async () => {
    const paths = [
      ['user.id', 'ann'],
      ['session', { topic: 'tea', step: 2 }],
      ['session.topic', 'tea'],
      ['jobs.a.state', 'done'],
      ['jobs.b.state', 'new'],
      ['jobs.a.log', undefined],
      ['jobs.a', undefined],
      ['user', undefined],
      ['user.token', undefined],
      ['billing.card', undefined],
    ] as const;
    for (const [path, value] of paths) {
      expect([path, await visit('narrow', (seen) => seen.get(path))]).toEqual([path, value]);
      expect(await visit('narrow', (seen) => seen.has(path))).toBe(value !== undefined);
    }
  });

  it('shows nothing else in its JSON forms and its copies', async () => {
    const shown = {
      user: { id: 'ann' },
      session: { topic: 'tea', step: 2 },
      jobs: { a: { state: 'done' }, b: { state: 'new' } },
    };
    for (const read of [(seen) => seen.toJSON(), (seen) => seen.toPlain(), (seen) => seen.fork().toJSON()] as Visit[]) {
      expect(await visit('narrow', read)).toEqual(shown);
    }
  });

  it('binds parameters as before, also under a layer of the call', async () => {
    const toolkit = new Toolkit({ state });
    toolkit.register(new Notes());
    expect((await toolkit.execute('narrow', {}, { state: { user: { id: 'bob' } } })).data).toMatchObject({
      user: 'bob',
    });
  });

  it('writes to the named keys, and refuses others', async () => {
    const toolkit = new Toolkit({ state });
    const notes = new Notes();
    toolkit.register(notes);
    notes.visit = (seen) => seen.set('session.step', 3);
    await toolkit.execute('narrow', {});
    expect(toolkit.state.get('session.step')).toBe(3);
    for (const write of [(seen) => seen.set('billing.card', '1'), (seen) => seen.delete('billing')] as Visit[]) {
      notes.visit = write;
      const { error } = await toolkit.execute('narrow', {});
      expect(error).toBeInstanceOf(DefinitionError);
      expect(error?.message).toMatch(/^'billing.*' is outside of the state scope of this tool\. Name it in/);
    }
    expect(toolkit.state.get('billing.card')).toBe('4111');
  });

  it('reports the changes of these keys only', async () => {
    const changes = await visit('narrow', (seen) => {
      const paths: string[] = [];
      const subscription = seen.changes$.subscribe(({ path }) => paths.push(path));
      seen.set('session.step', 4);
      subscription.unsubscribe();
      return paths;
    });
    expect(changes).toEqual(['session.step']);
  });

  it('redacts secrets that the tool cannot see', async () => {
    const leak = (): never => {
      throw new Error('t0p-s3cret');
    };
    await expect(visit('narrow', leak)).rejects.toThrow('[redacted]');
  });

  it('applies to the tools of a toolkit that do not decide themselves', async () => {
    const read: Visit = (seen) => seen.get('billing.card');
    expect(await visit('undecided', read)).toBe('4111');
    expect(await visit('undecided', read, { stateScope: 'bound' })).toBeUndefined();
    expect(await visit('wide', read, { stateScope: 'bound' })).toBe('4111');
  });

  it('applies to a spec with its own executor, and to one whose bindings change', async () => {
    const spec = ToolSpec.create({
      name: 'read',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
      stateScope: 'bound',
      state: ['session.topic'],
      executor: { kind: 'test', execute: (_, ctx) => ctx.state.toJSON() },
    });
    expect(await spec.call({}, { state })).toEqual({ session: { topic: 'tea' } });
    expect(await spec.bind('id', { stateKey: 'user.id' }).call({}, { state })).toEqual({
      user: { id: 'ann' },
      session: { topic: 'tea' },
    });
  });

  it.each([
    [{ stateScope: 'none' }, "read: stateScope must be 'bound' or 'all', not \"none\"."],
    [{ state: ['a..b'] }, "read: state: 'a..b' is not a state path."],
    [{ state: ['a.**.b'] }, "read: state: 'a.**.b' may contain ** only at its end"],
  ])('refuses %j', (options, message) => {
    const executor = { kind: 'test', execute: () => undefined };
    expect(() => ToolSpec.create({ name: 'read', executor, ...(options as object) })).toThrow(message);
  });
});
