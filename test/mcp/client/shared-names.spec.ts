import { type ApprovalRequest, type PermissionRule, pendingApprovalOf, Toolkit, type ToolkitSession } from 'toolwright';
import type { McpSource, McpSourceOptions } from 'toolwright/mcp';
import { digestNameOf } from '../../../src/tool/spec/plain-name.js';
import { until } from '../../execution/waiting.js';
import { type ChangingServer, startChangingServer } from './changing-server.js';
import { useSources } from './servers.js';

const open = useSources();

async function start(...names: readonly string[]): Promise<ChangingServer> {
  const server = await startChangingServer(...names);
  open.closeAfterTest(() => server.close());
  return server;
}

function sourceOf({ url }: ChangingServer, options: Partial<McpSourceOptions> = {}): McpSource {
  return open.source({ name: 's', prefix: false, transport: { url }, ...options });
}

const [dotted, plain] = [digestNameOf('read.file', '', 8), digestNameOf('read_file', '', 8)];

const namesOf = (toolkit: Toolkit): readonly string[] => toolkit.list().map(({ name }) => name);

/** Lists other tools, and waits until the toolkit has them. */
async function change(
  { server, toolkit }: { readonly server: ChangingServer; readonly toolkit: Toolkit },
  listed: readonly string[],
  expected: readonly string[],
): Promise<void> {
  await server.list(...listed);
  await until(() => String(namesOf(toolkit)) === String(expected));
  expect(namesOf(toolkit)).toEqual(expected);
}

async function registerTools(
  permissions: readonly PermissionRule[],
  ...names: readonly string[]
): Promise<{ readonly server: ChangingServer; readonly source: McpSource; readonly toolkit: Toolkit }> {
  const server = await start(...names);
  const source = sourceOf(server);
  const toolkit = new Toolkit({ permissions });
  await toolkit.registerSource(source);
  open.closeAfterTest(() => toolkit.removeSource('s'));
  return { server, source, toolkit };
}

describe('a name for models that two tools of a server would have', () => {
  it.each([[['read.file', 'read_file']], [['read_file', 'read.file']]])('has neither of them: %j', async (names) => {
    const { source, toolkit } = await registerTools([], ...names);
    expect(Object.fromEntries(namesOf(toolkit).map((name) => [name, source.remoteName(name)]))).toEqual({
      [dotted]: 'read.file',
      [plain]: 'read_file',
    });
    expect((await toolkit.execute(dotted)).data).toBe('read.file ran');
    expect((await toolkit.execute(plain)).data).toBe('read_file ran');
    expect(open.warnings).toEqual([]);
  });

  it('is taken from the tool that had it, which is drift', async () => {
    const { server, toolkit } = await registerTools([], 'read_file');
    expect(namesOf(toolkit)).toEqual(['read_file']);
    await change({ server, toolkit }, ['read.file', 'read_file'], [dotted, plain]);
    expect(open.warnings.map(({ kind, message }) => [kind, message])).toEqual([
      [
        'drift',
        `the tool 'read_file' is now named '${plain}' for models: another tool of the server would have its name 'read_file'`,
      ],
    ]);
    const { error } = await toolkit.execute('read_file');
    expect(error?.message).toContain(`Did you mean '${dotted}' or '${plain}'?`);
  });

  it('is given to no other tool when the first is gone', async () => {
    const { server, toolkit } = await registerTools([], 'read_file');
    await change({ server, toolkit }, ['read.file'], [dotted]);
    await change({ server, toolkit }, ['read_file'], [plain]);
  });

  it('quarantines the tool that had it, if onDrift is deny', async () => {
    const server = await start('read_file');
    const source = sourceOf(server, { onDrift: 'deny' });
    await source.specs();
    await server.list('read.file', 'read_file');
    for (let list = 0; list < 2; list++) {
      expect((await source.specs()).map(({ name }) => name)).toEqual([dotted]);
      expect(source.quarantined).toEqual([
        {
          name: 'read_file',
          reason: "its name for models 'read_file' is also that of another one of the server",
        },
      ]);
    }
  });
});

describe('pins', () => {
  async function pinsOf(...names: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const source = sourceOf(await start(...names));
    await source.specs();
    return source.fingerprints();
  }

  it('keep the name of a pinned tool, if a tool that is not pinned is omitted', async () => {
    const pins = await pinsOf('read_file');
    const source = sourceOf(await start('read.file', 'read_file'), { pins, onDrift: 'deny' });
    expect((await source.specs()).map(({ name }) => name)).toEqual(['read_file']);
  });

  it('do not apply to the new name of a tool', async () => {
    const pins = await pinsOf('read_file');
    const source = sourceOf(await start('read.file', 'read_file'), { pins });
    expect((await source.specs()).map(({ name }) => name)).toEqual([dotted, plain]);
    expect(open.warnings.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
      "drift: the tool 'read.file' is not pinned",
      expect.stringContaining(`drift: the tool 'read_file' is now named '${plain}'`),
    ]);
  });

  it('give the name of a pinned tool to no other tool', async () => {
    const pins = await pinsOf('read_file');
    const source = sourceOf(await start('read.file'), { pins });
    expect((await source.specs()).map(({ name }) => name)).toEqual([dotted]);
  });

  it.each([
    ['gone', ['read_file'], undefined],
    ['excluded', ['read_file', 'read.file'], ['read.file']],
  ])('of two tools with one name keep the name of one if the other is %s', async (_, names, exclude) => {
    const pins = await pinsOf('read_file', 'read.file');
    const source = sourceOf(await start(...names), { pins, exclude, onDrift: 'deny' });
    expect((await source.specs()).map(({ name }) => name)).toEqual([plain]);
    expect(open.warnings.filter(({ kind }) => kind === 'drift')).toEqual([]);
  });
});

describe('the rules for a name', () => {
  const ask: PermissionRule = { tool: '*', action: 'ask' };

  it('allow neither of the tools that share it', async () => {
    const { server, toolkit } = await registerTools([{ tool: 'read_file', action: 'allow' }], 'read_file');
    const guarded = new Toolkit({ permissions: [{ tool: 'read_file', action: 'allow' }] });
    expect((await toolkit.execute('read_file')).success).toBe(true);
    await change({ server, toolkit }, ['read.file', 'read_file'], [dotted, plain]);
    expect((await toolkit.execute('read_file')).error?.code).toBe('tool_not_found');
    for (const spec of toolkit.list()) guarded.register(spec.with({ needsApproval: true }));
    expect((await guarded.execute(dotted)).error?.code).toBe('denied');
    expect((await guarded.execute(plain)).error?.code).toBe('denied');
  });

  it.each(['deny', 'ask', 'hide'] as const)('restrict both of the tools that share it: %s', async (action) => {
    const code = action === 'hide' ? 'tool_not_found' : 'denied';
    const { server, toolkit } = await registerTools([{ tool: 'read_*e', action }], 'read_file', 'other');
    expect((await toolkit.execute('read_file')).error?.code).toBe(code);
    const shown = action === 'hide' ? ['other'] : ['other', dotted, plain];
    await server.list('read.file', 'read_file', 'other');
    await until(() => open.warnings.length > 0);
    await until(() => String(namesOf(toolkit)) === String(shown));
    expect(namesOf(toolkit)).toEqual(shown);
    expect((await toolkit.execute(dotted)).error?.code).toBe(code);
    expect((await toolkit.execute(plain)).error?.code).toBe(code);
    expect((await toolkit.execute('other')).success).toBe(true);
  });

  describe('that an approver remembers', () => {
    const asked: string[] = [];
    const approver = ({ toolName }: ApprovalRequest) => {
      asked.push(toolName);
      return { kind: 'approve', remember: { for: 'session', rule: { tool: toolName } } } as const;
    };

    beforeEach(() => asked.splice(0));

    async function approve(session: ToolkitSession, name: string): Promise<unknown> {
      return (await session.execute(name, {}, { approver })).data;
    }

    it('are for neither of the tools that share it later', async () => {
      const { server, toolkit } = await registerTools([ask], 'read_file');
      const session = toolkit.session();
      for (let call = 0; call < 2; call++) expect(await approve(session, 'read_file')).toBe('read_file ran');
      expect(asked).toEqual(['read_file']);
      await change({ server, toolkit }, ['read.file', 'read_file'], [dotted, plain]);
      expect(await approve(session, plain)).toBe('read_file ran');
      expect(await approve(session, dotted)).toBe('read.file ran');
      expect(asked).toEqual(['read_file', plain, dotted]);
    });

    it('are not for another tool that has the name in a later source', async () => {
      const first = await registerTools([ask], 'read_file');
      const session = first.toolkit.session();
      await approve(session, 'read_file');
      const saved = session.snapshot();
      const later = await registerTools([ask], 'read.file');
      const restored = later.toolkit.session();
      restored.restore(saved);
      expect(namesOf(later.toolkit)).toEqual(['read_file']);
      expect(await approve(restored, 'read_file')).toBe('read.file ran');
      expect(asked).toEqual(['read_file', 'read_file']);
      const same = await registerTools([ask], 'read_file');
      const kept = same.toolkit.session();
      kept.restore(saved);
      expect(await approve(kept, 'read_file')).toBe('read_file ran');
      expect(asked).toHaveLength(2);
    });
  });

  it('of a deferred call are not for another tool that has the name later', async () => {
    const approvalKey = 'k'.repeat(32);
    const register = async (name: string): Promise<Toolkit> => {
      const toolkit = new Toolkit({ permissions: [ask], approvalKey });
      await toolkit.registerSource(sourceOf(await start(name)));
      open.closeAfterTest(() => toolkit.removeSource('s'));
      return toolkit;
    };
    const first = await register('read_file');
    const deferred = await first.execute('read_file', {}, { approver: () => 'later' });
    const { token = '' } = pendingApprovalOf(deferred) ?? {};
    const other = await register('read.file');
    const refused = await other.resumeApproval(token, 'approve');
    expect(refused.error).toMatchObject({ code: 'denied', details: { reason: 'definition' } });
    expect((await first.resumeApproval(token, 'approve')).data).toBe('read_file ran');
  });
});

describe('a hostile server', () => {
  it('cannot give an approved name to another tool by renaming its tools', async () => {
    const { server, source, toolkit } = await registerTools([{ tool: 'read_file', action: 'allow' }], 'read_file');
    for (const remote of ['read.file', 'ｒead_file', 'read file', 'réad_file', 'read_file!', '/read/file/']) {
      await server.list(remote);
      await until(() => toolkit.get(digestNameOf(remote, '', 8)) !== undefined);
      expect(namesOf(toolkit).map((name) => source.remoteName(name))).toEqual([remote]);
      expect((await toolkit.execute('read_file')).error?.code).toBe('tool_not_found');
    }
  });

  it('cannot give the name of an approved tool with a digest to another tool', async () => {
    const { server, source, toolkit } = await registerTools([], 'read.file', 'read_file');
    await change({ server, toolkit }, [dotted], [digestNameOf(dotted, '', 8)]);
    expect(source.remoteName(digestNameOf(dotted, '', 8))).toBe(dotted);
  });

  it('with odd names gets distinct legal names or none', async () => {
    const names = [
      '***',
      '🫖',
      'constructor',
      '__proto__',
      '_:proto:_',
      'toString',
      'x'.repeat(128),
      'y'.repeat(500),
      ' ',
    ];
    const { source, toolkit } = await registerTools([], ...names);
    for (const name of namesOf(toolkit)) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(namesOf(toolkit).map((name) => source.remoteName(name))).toEqual([
      '***',
      '🫖',
      '_:proto:_',
      'toString',
      'x'.repeat(128),
    ]);
    expect(toolkit.get('__proto__')).toBeUndefined();
    expect(source.quarantined).toHaveLength(4);
  });
});
