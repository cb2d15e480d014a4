import {
  DefinitionError,
  type DeniedError,
  pendingApprovalOf,
  Toolkit,
  ToolNotFoundError,
  type ToolSource,
  ToolSpec,
} from 'toolwright';
import { warningsOf } from '../support/process-warnings.js';

type Options = Partial<Parameters<typeof ToolSpec.create>[0]>;

function search(version: string | undefined, options: Options = {}): ToolSpec {
  return ToolSpec.create({
    name: 'search',
    version,
    description: `Version ${version}`,
    inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
    executor: { kind: 'native', execute: () => `version ${version}` },
    ...options,
  });
}

function createKit(versions: readonly (string | undefined)[], options: ConstructorParameters<typeof Toolkit>[0] = {}) {
  const toolkit = new Toolkit(options);
  for (const version of versions) toolkit.register(search(version));
  return toolkit;
}

const versionsOf = (tools: readonly ToolSpec[]): readonly (string | undefined)[] => tools.map(({ version }) => version);

async function called(scope: Pick<Toolkit, 'execute'>, auth?: unknown): Promise<string> {
  return (await scope.execute('search', {}, { auth })).toText();
}

describe('several versions of a tool', () => {
  it.each<[string, readonly string[]]>([
    ['2.1.0', ['1.0.0', '2.1.0', '2.0.9']],
    ['10.0', ['9.9.9', '10.0', '2']],
    ['2.0.0', ['2.0.0-beta.2', '2.0.0', '2.0.0-beta.10']],
    ['2.0.0-beta.10', ['2.0.0-beta.2', '2.0.0-beta.10', '2.0.0-alpha', '1.9.9']],
    ['2.0.0-beta.1.1', ['2.0.0-beta.1', '2.0.0-beta.1.1', '2.0.0-1']],
    ['2.0.0-rc', ['2.0.0-rc', '2.0.0-5']],
  ])('lists, exports and calls %s of %j', async (highest, versions) => {
    for (const order of [versions, [...versions].reverse()]) {
      const toolkit = createKit(order);
      expect(versionsOf(toolkit.list())).toEqual([highest]);
      expect(toolkit.toPrompt()).toContain(`Version ${highest}`);
      expect(toolkit.getJsonSchemas()).toHaveLength(1);
      expect(toolkit.cost().tools).toHaveLength(1);
      expect(toolkit.get('search')?.version).toBe(highest);
      expect(await called(toolkit)).toBe(`version ${highest}`);
    }
  });

  it.each<[string, string]>([
    ['1.x', '1.3.0'],
    ['1.2.x', '1.2.5'],
    ['1.2.3', '1.2.3'],
    ['1.2', '1.2.0'],
    ['2.0.0-beta.1', '2.0.0-beta.1'],
    ['2.x', '2.0.0-beta.1'],
    ['*', '2.0.0-beta.1'],
  ])('are chosen by the range %s: %s', async (range, chosen) => {
    const toolkit = createKit(['1.2.0', '1.2.3', '1.2.5', '1.3.0', '2.0.0-beta.1', '0.9']);
    const versions = { search: range };
    expect(versionsOf(toolkit.list({ versions }))).toEqual([chosen]);
    expect(toolkit.get('search', { versions })?.version).toBe(chosen);
    expect(toolkit.toPrompt({ versions })).toContain(`Version ${chosen}`);
    expect(toolkit.toAnthropic({ versions })).toMatchObject([{ description: `Version ${chosen}` }]);
    expect(toolkit.cost({ versions }).tools).toHaveLength(1);
    const session = toolkit.session({ versions });
    expect(versionsOf(session.list())).toEqual([chosen]);
    expect(await called(session)).toBe(`version ${chosen}`);
    expect(versionsOf(session.list({ versions: { search: '0.9' } }))).toEqual(['0.9']);
    expect(await called(toolkit)).toBe('version 2.0.0-beta.1');
  });

  it.each<[unknown, string]>([
    [{ search: '3.x' }, "no version of 'search' matches '3.x'. Registered: 2.0.0, 1.0.0."],
    [{ search: '1.0.0-beta' }, "no version of 'search' matches '1.0.0-beta'. Registered: 2.0.0, 1.0.0."],
    [{ serch: '1.x' }, "there is no tool named 'serch'. Did you mean 'search'?"],
    [{ search: '^1.0.0' }, "the range of 'search' must be a version such as '1.2.3', or '1.2.x', '1.x' or '*', not"],
    [{ search: '' }, "the range of 'search' must be a version"],
    [{ search: '1.x.x' }, "the range of 'search' must be a version"],
    [{ search: 1 }, "the range of 'search' must be a version"],
    [{ plain: '1.x' }, "no version of 'plain' matches '1.x'. Registered: a tool without a version."],
    ['1.x', 'must be an object of ranges by tool name, not "1.x"'],
  ])('refuse %j when an export or a session is created', (versions, message) => {
    const toolkit = createKit(['1.0.0', '2.0.0']);
    toolkit.register(search(undefined, { name: 'plain' }));
    const options = { versions: versions as Record<string, string> };
    for (const create of [() => toolkit.list(options), () => toolkit.toOpenAI(options)]) {
      expect(create).toThrow(DefinitionError);
      expect(create).toThrow(`versions: ${message}`.replace('versions: must', 'versions must'));
    }
    expect(() => toolkit.session(options)).toThrow('session: versions');
  });

  it('remain refused in a session whose range no version matches any more', async () => {
    const toolkit = createKit(['1.0.0', '2.0.0']);
    const session = toolkit.session({ versions: { search: '1.x' } });
    toolkit.unregister('search', { version: '1.x' });
    expect(session.list()).toEqual([]);
    expect((await session.execute('search')).error).toBeInstanceOf(ToolNotFoundError);
    expect(await called(toolkit)).toBe('version 2.0.0');
  });

  it.each<[string | undefined, string | undefined]>([
    ['latest', '1.0.0'],
    ['1.0.0', 'latest'],
    [undefined, '1.0.0'],
    ['1.0.0', undefined],
    ['a', 'b'],
  ])('must be numeric: %s and %s', (first, second) => {
    const toolkit = createKit([first]);
    expect(() => toolkit.register(search(second))).toThrow(
      "There is a tool named 'search' already. Only tools with numeric versions such as '2.1.0' can share a name; these have",
    );
    expect(versionsOf(toolkit.list())).toEqual([first]);
  });

  it.each([
    ['1.0.0', '1.0.0'],
    ['1', '1.0'],
  ])('are duplicates if they are equal: %s and %s', (first, second) => {
    const toolkit = createKit([first, '0.5.0']);
    expect(() => toolkit.register(search(second))).toThrow(
      `There is a tool named 'search' with the version '${second}' already. Rename one`,
    );
    toolkit.register(search(second, { description: 'Replaced' }), { onDuplicate: 'replace' });
    expect(toolkit.get('search')?.description).toBe('Replaced');
    expect(versionsOf(toolkit.list({ versions: { search: '0.x' } }))).toEqual(['0.5.0']);
    toolkit.register(search(second), { onDuplicate: 'rename' });
    expect(toolkit.get('search_2')?.version).toBe(second);
  });

  it('are all replaced by a tool without a version', () => {
    const toolkit = createKit(['1.0.0', '2.0.0']);
    toolkit.register(search(undefined), { onDuplicate: 'replace' });
    expect(versionsOf(toolkit.list())).toEqual([undefined]);
    expect(() => toolkit.list({ versions: { search: '1.x' } })).toThrow(DefinitionError);
  });

  it('are skipped if the caller must not access them, and if they are disabled', async () => {
    const toolkit = createKit(['1.0.0']);
    toolkit.register(search('2.0.0', { canAccess: (auth) => auth === 'ann' }));
    toolkit.register(search('3.0.0'), { enabled: false });
    expect(await called(toolkit, 'ann')).toBe('version 2.0.0');
    expect(await called(toolkit, 'bob')).toBe('version 1.0.0');
    expect(versionsOf(toolkit.list({ auth: 'bob' }))).toEqual(['1.0.0']);
    expect(toolkit.get('search', { auth: 'bob' })?.version).toBe('1.0.0');
    const session = toolkit.session({ versions: { search: '2.x' } });
    expect((await session.execute('search', {}, { auth: 'bob' })).error?.code).toBe('tool_not_found');
    const hidden = new Toolkit({ permissions: [{ tool: 'search', action: 'hide' }] });
    hidden.register([search('1.0.0'), search('2.0.0')]);
    expect(hidden.list()).toEqual([]);
  });

  it('run with the middleware of their own version and group, and prefer an active group', async () => {
    const toolkit = createKit(['1.0.0']);
    const log: string[] = [];
    toolkit.createGroup('beta', {
      use: [
        ({ spec }, next) => {
          log.push(`beta ${spec?.version}`);
          return next();
        },
      ],
    });
    toolkit.register(search('2.0.0'), { group: 'beta' });
    expect(await called(toolkit)).toBe('version 1.0.0');
    expect(versionsOf(toolkit.list({ active: true }))).toEqual(['1.0.0']);
    expect(versionsOf(toolkit.list({ active: true, groups: ['beta'] }))).toEqual(['2.0.0']);
    const session = toolkit.session({ versions: { search: '2.x' } });
    expect((await session.execute('search')).error?.code).toBe('tool_inactive');
    toolkit.updateGroups(['beta'], true);
    expect(await called(toolkit)).toBe('version 2.0.0');
    expect(log).toEqual(['beta 2.0.0']);
    toolkit.removeGroups(['beta']);
    expect(await called(toolkit)).toBe('version 1.0.0');
  });

  it('are called exactly if their spec is passed', async () => {
    const [one, two] = [search('1.0.0'), search('2.0.0')];
    const toolkit = new Toolkit();
    toolkit.register([one, two]);
    expect((await toolkit.execute(one)).data).toBe('version 1.0.0');
    expect((await toolkit.session().execute(two)).data).toBe('version 2.0.0');
    toolkit.setExtendedModel('search', { type: 'object', properties: { why: { type: 'string' } } });
    const [extended] = toolkit.list({ versions: { search: '1.x' } });
    const result = await toolkit.execute(extended ?? two, { why: 'because' });
    expect([result.data, result.metadata]).toEqual(['version 1.0.0', { structuredOutput: { why: 'because' } }]);
    toolkit.unregister('search', { version: '1.x' });
    expect((await toolkit.execute(one)).error?.code).toBe('tool_not_found');
  });

  it('are removed together or by a range', () => {
    const toolkit = createKit(['1.0.0', '1.1.0', '2.0.0']);
    toolkit.unregister('search', { version: '1.x' });
    expect(() => toolkit.list({ versions: { search: '1.x' } })).toThrow('Registered: 2.0.0.');
    expect(() => toolkit.unregister('search', { version: '1.x' })).toThrow(
      "unregister: version: no version of 'search'",
    );
    toolkit.register(search('1.0.0'));
    toolkit.unregister('search');
    expect(toolkit.list()).toEqual([]);
    expect(() => toolkit.unregister('search', { version: '1.x' })).toThrow(ToolNotFoundError);
  });

  it('are not removed or read with an unknown option', () => {
    const toolkit = createKit(['1.0.0', '2.0.0']);
    const misspelled = { versoin: '1.x' } as object;
    expect(() => toolkit.unregister('search', misspelled)).toThrow("unregister: there is no option 'versoin'.");
    expect(() => toolkit.get('search', misspelled)).toThrow("get: there is no option 'versoin'.");
    expect(toolkit.list()).toHaveLength(1);
  });

  it('come from one source, whose versions are replaced and removed together', async () => {
    let specs = [search('1.0.0'), search('2.0.0')];
    const source: ToolSource = { name: 'remote', specs: async () => specs, close: async () => {} };
    const toolkit = new Toolkit();
    await toolkit.registerSource(source);
    expect(await called(toolkit)).toBe('version 2.0.0');
    const other: ToolSource = { ...source, name: 'other', specs: async () => [search('9.0.0')] };
    await expect(toolkit.registerSource(other)).rejects.toThrow(DefinitionError);
    await toolkit.removeSource('remote');
    expect(toolkit.list()).toEqual([]);
    toolkit.register(search('1.0.0'));
    specs = [search('9.0.0')];
    await expect(toolkit.registerSource(source)).rejects.toThrow("There is a tool named 'search'");
    await toolkit.registerSource(source, { onDuplicate: 'replace' });
    expect(await called(toolkit)).toBe('version 1.0.0');
  });

  it('are named by events and the history if there are several', async () => {
    const toolkit = createKit(['1.0.0'], { history: true });
    const events: unknown[] = [];
    toolkit.events$.subscribe(({ type, toolVersion }) => events.push([type, toolVersion]));
    await toolkit.execute('search');
    toolkit.register(search('2.0.0'));
    await toolkit.execute('search');
    await toolkit.session({ versions: { search: '1.x' } }).execute('search');
    expect(events).toEqual([
      ['started', undefined],
      ['completed', undefined],
      ['started', undefined],
      ['completed', '2.0.0'],
      ['started', undefined],
      ['completed', '1.0.0'],
    ]);
    expect(toolkit.history?.query().map(({ toolVersion }) => toolVersion)).toEqual([undefined, '2.0.0', '1.0.0']);
  });

  it('are compared in snapshots by the version that is called', async () => {
    const toolkit = createKit(['1.0.0']);
    const versions = { search: '1.x' };
    const [saved, savedSession] = [toolkit.snapshot(), toolkit.session({ versions }).snapshot()];
    toolkit.register(search('2.0.0'));
    expect(await warningsOf(() => toolkit.session({ versions }).restore(savedSession))).toEqual([]);
    expect(await warningsOf(() => toolkit.restore(saved))).toEqual([
      "restore(): since the snapshot was taken, the tool 'search' has changed.",
    ]);
  });

  it('are found by search_tools once', async () => {
    const toolkit = new Toolkit();
    toolkit.createGroup('web');
    toolkit.register([search('1.0.0'), search('2.0.0')], { group: 'web' });
    toolkit.enableMetaTool({ search: true });
    const { structuredContent } = await toolkit.execute('search_tools', { query: 'version' });
    expect(structuredContent).toMatchObject({ tools: [{ name: 'search', description: 'Version 2.0.0' }] });
  });

  describe('whose call is deferred', () => {
    const approvalKey = '0123456789abcdef0123456789abcdef';
    const needsApproval = true;
    const approver = (): 'later' => 'later';

    async function defer(toolkit: Toolkit): Promise<string> {
      const { metadata } = await toolkit.execute('search');
      return pendingApprovalOf({ metadata: metadata ?? {} })?.token ?? '';
    }

    it('run in exactly the version that was deferred', async () => {
      const toolkit = new Toolkit({ approvalKey, approver });
      toolkit.register(search('1.0.0', { needsApproval }));
      const token = await defer(toolkit);
      expect(toolkit.readApproval(token)).toMatchObject({ toolName: 'search', toolVersion: '1.0.0' });
      toolkit.register(search('2.0.0', { needsApproval }));
      expect((await toolkit.resumeApproval(token, 'approve')).data).toBe('version 1.0.0');
      const second = await defer(toolkit);
      expect((await toolkit.resumeApproval(second, 'approve')).data).toBe('version 2.0.0');
    });

    it('are refused if that version has changed, was removed or must not be accessed', async () => {
      const toolkit = new Toolkit({ approvalKey, approver });
      toolkit.register([search('1.0.0', { needsApproval }), search('2.0.0', { needsApproval })]);
      const tokens = [await defer(toolkit), await defer(toolkit), await defer(toolkit)];
      const resume = async () => (await toolkit.resumeApproval(tokens.pop() ?? '', 'approve')).error as DeniedError;
      toolkit.register(search('2.0.0', { needsApproval, description: 'Changed' }), { onDuplicate: 'replace' });
      expect(await resume()).toMatchObject({ code: 'denied', details: { reason: 'definition' } });
      toolkit.unregister('search', { version: '2.x' });
      expect(await resume()).toMatchObject({ code: 'denied', details: { reason: 'definition' } });
      toolkit.register(search('2.0.0', { needsApproval, canAccess: () => false }));
      expect(await resume()).toMatchObject({ code: 'tool_not_found' });
    });
  });
});
