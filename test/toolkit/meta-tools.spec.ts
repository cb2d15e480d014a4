import { Tool, Toolkit, ToolRegistry, ToolSpec } from 'toolwright';

class Browser extends ToolRegistry {
  @Tool({ group: 'browser' })
  open(url: string): string {
    return `opened ${url}`;
  }
}

function withGroups(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.createGroup('browser', { description: 'Web pages', instructions: 'Close what you open.' });
  toolkit.createGroup('files', { description: 'The disk', active: true });
  toolkit.createGroup('mail', { instructions: 'Be polite.' });
  toolkit.register(new Browser());
  return toolkit;
}

function metaSchemaOf(toolkit: Pick<Toolkit, 'get'>): unknown {
  return toolkit.get('activate_tool_groups')?.inputSchema.properties;
}

describe('activate_tool_groups', () => {
  it('is available after it is enabled, in the basic group', () => {
    const toolkit = withGroups();
    expect(toolkit.get('activate_tool_groups')).toBeUndefined();
    toolkit.enableMetaTool();
    expect(toolkit.list({ active: true }).map(({ name }) => name)).toEqual(['activate_tool_groups']);
    expect(toolkit.list({ group: 'basic' }).map(({ name }) => name)).toEqual(['activate_tool_groups']);
  });

  it('has one boolean argument per group, in the order of their creation', () => {
    const toolkit = withGroups();
    toolkit.enableMetaTool();
    expect(toolkit.get('activate_tool_groups')?.inputSchema).toEqual({
      type: 'object',
      properties: {
        browser: { type: 'boolean', description: 'Web pages', default: false },
        files: { type: 'boolean', description: 'The disk', default: false },
        mail: { type: 'boolean', default: false },
      },
      required: [],
      additionalProperties: false,
    });
    expect(Object.keys(toolkit.get('activate_tool_groups')?.inputSchema.properties ?? {})).toEqual([
      'browser',
      'files',
      'mail',
    ]);
  });

  it('lists the current groups, and is the same object until they change', () => {
    const toolkit = withGroups();
    toolkit.enableMetaTool();
    const session = toolkit.session();
    const before = toolkit.get('activate_tool_groups');
    toolkit.updateGroups(['browser'], true);
    expect(toolkit.get('activate_tool_groups')).toBe(before);
    expect(session.getJsonSchemas()[0]?.parameters).toBe(before?.inputSchema);
    toolkit.removeGroups(['files']);
    toolkit.createGroup('maps');
    expect(Object.keys(metaSchemaOf(toolkit) as object)).toEqual(['browser', 'mail', 'maps']);
    expect(metaSchemaOf(session)).toBe(metaSchemaOf(toolkit));
  });

  it('activates the groups set to true, and deactivates all others', async () => {
    const toolkit = withGroups();
    toolkit.enableMetaTool();
    await toolkit.execute('activate_tool_groups', { browser: true, mail: true });
    expect(toolkit.activeGroups()).toEqual(['basic', 'browser', 'mail']);
    await toolkit.execute('activate_tool_groups', { files: true, browser: false });
    expect(toolkit.activeGroups()).toEqual(['basic', 'files']);
    await toolkit.execute('activate_tool_groups');
    expect(toolkit.activeGroups()).toEqual(['basic']);
  });

  it('returns the active groups and their instructions', async () => {
    const toolkit = withGroups();
    toolkit.enableMetaTool();
    const result = await toolkit.execute('activate_tool_groups', { browser: true, files: true });
    expect(result.toText()).toBe(
      "Active groups of tools: 'browser', 'files'.\n\nFollow these instructions when you use them:\n\n" +
        '## browser\n\nClose what you open.',
    );
    expect(result.structuredContent).toEqual({ activeGroups: ['browser', 'files'] });
    const files = await toolkit.execute('activate_tool_groups', { files: true });
    expect(files.toText()).toBe("Active groups of tools: 'files'.");
    const none = await toolkit.execute('activate_tool_groups', {});
    expect(none.toText()).toBe('No group of tools is active now.');
  });

  it.each([
    ['an unknown group', { browser: true, brwoser: true }, "unknown argument 'brwoser' (did you mean 'browser'?)"],
    ['the basic group', { basic: false }, "unknown argument 'basic'"],
    ['a value that is not a boolean', { browser: true, mail: 'maybe' }, '/mail must be boolean, got "maybe"'],
    ['the hidden scope', { browser: true, 'toolwright scope': {} }, "unknown argument 'toolwright scope'"],
  ])('rejects %s before anything changes', async (_, args, message) => {
    const toolkit = withGroups();
    toolkit.enableMetaTool();
    const result = await toolkit.execute('activate_tool_groups', args);
    expect(result.error?.code).toBe('invalid_parameters');
    expect(result.toText()).toContain(message);
    expect(toolkit.activeGroups()).toEqual(['basic', 'files']);
  });

  it('activates the groups of the session through which it is called', async () => {
    const toolkit = withGroups();
    toolkit.enableMetaTool();
    const [one, other] = [toolkit.session(), toolkit.session()];
    await one.execute('activate_tool_groups', { browser: true });
    expect(one.activeGroups()).toEqual(['basic', 'browser']);
    expect(other.activeGroups()).toEqual(['basic', 'files']);
    expect(toolkit.activeGroups()).toEqual(['basic', 'files']);
    expect((await one.execute('open', { url: 'x' })).data).toBe('opened x');
  });

  it('passes through middleware and events like any other call', async () => {
    const toolkit = withGroups();
    toolkit.enableMetaTool();
    const seen: string[] = [];
    toolkit.use((call, next) => {
      seen.push(`${call.name} ${call.spec?.kind}`);
      return next();
    });
    toolkit.events$.subscribe(({ type }) => seen.push(type));
    await toolkit.execute('activate_tool_groups', '{"mail": true}');
    expect(seen).toEqual(['started', 'activate_tool_groups toolkit', 'completed']);
    expect(toolkit.activeGroups()).toEqual(['basic', 'mail']);
  });

  it('is named in the error of a call of an inactive tool', async () => {
    const toolkit = withGroups();
    const before = await toolkit.execute('open', { url: 'x' });
    expect(before.toText()).toBe(
      "The tool 'open' is in the group 'browser', which is not active. The group must be activated first.",
    );
    toolkit.enableMetaTool();
    const after = await toolkit.execute('open', { url: 'x' });
    expect(after.toText()).toBe(
      "The tool 'open' is in the group 'browser', which is not active. " +
        'Activate the group first, with activate_tool_groups.',
    );
  });

  it('may be enabled again, and removed', () => {
    const toolkit = withGroups();
    toolkit.enableMetaTool();
    toolkit.enableMetaTool();
    expect(toolkit.list({ active: true })).toHaveLength(1);
    toolkit.unregister('activate_tool_groups');
    expect(toolkit.list({ active: true })).toEqual([]);
    toolkit.enableMetaTool();
    expect(toolkit.list({ active: true })).toHaveLength(1);
  });

  it('does not replace another tool', () => {
    const toolkit = new Toolkit();
    toolkit.register(ToolSpec.fromFunction(() => 1, { name: 'activate_tool_groups' }));
    expect(() => toolkit.enableMetaTool()).toThrow("There is a tool named 'activate_tool_groups' already.");
  });

  it('is not published without groups, and neither is search_tools', async () => {
    const toolkit = new Toolkit();
    toolkit.enableMetaTool({ search: true });
    const names = () => toolkit.getJsonSchemas().map(({ name }) => name);
    expect(names()).toEqual([]);
    expect((await toolkit.execute('activate_tool_groups', {})).error?.code).toBe('tool_not_found');
    toolkit.createGroup('mail');
    expect(names()).toEqual(['activate_tool_groups', 'search_tools']);
    toolkit.removeGroups(['mail']);
    expect(names()).toEqual([]);
  });

  it('may be called while an exclusive tool runs', async () => {
    const toolkit = withGroups();
    toolkit.enableMetaTool();
    let finish: () => void = () => {};
    const blocking = new Promise<void>((resolve) => {
      finish = resolve;
    });
    toolkit.register(ToolSpec.fromFunction(() => blocking, { name: 'alone', concurrency: 'exclusive' }));
    const running = toolkit.execute('alone');
    const result = await toolkit.execute('activate_tool_groups', { mail: true });
    expect(result.success).toBe(true);
    finish();
    await running;
  });
});
