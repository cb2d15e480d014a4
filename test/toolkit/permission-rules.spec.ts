import { DefinitionError, type PermissionRule, Tool, Toolkit, ToolRegistry } from 'toolwright';
import { PermissionRules } from '../../src/features/approval/permission-rules.js';

class Files extends ToolRegistry {
  readonly ran: string[] = [];

  @Tool({ annotations: { readOnlyHint: true } })
  file_read(path: string): string {
    this.ran.push(path);
    return `read ${path}`;
  }

  @Tool()
  file_write(path: string): string {
    this.ran.push(path);
    return `wrote ${path}`;
  }
}

const actions: readonly PermissionRule['action'][] = ['allow', 'ask', 'deny', 'hide'];

describe('PermissionRules', () => {
  it.each<[string, string, boolean]>([
    ['file_read', 'file_read', true],
    ['file_read', 'file_reader', false],
    ['file_read', 'a_file_read', false],
    ['file_*', 'file_read', true],
    ['file_*', 'file_', true],
    ['file_*', 'files', false],
    ['*_read', 'file_read', true],
    ['*', 'anything', true],
    ['git*__*_delete', 'github__issue_delete', true],
    ['git*__*_delete', 'github__issue_delete_all', false],
    ['**', 'x', true],
    ['file.read', 'file_read', false],
    ['(a+)+', 'aaa', false],
    ['File_*', 'file_read', false],
  ])('matches the pattern %j with the tool %j: %j', (tool, name, isMatch) => {
    const rules = new PermissionRules([{ tool, action: 'deny' }]);
    expect(rules.forTool({ name, tags: [] }).action).toBe(isMatch ? 'deny' : undefined);
  });

  it('applies the strictest rule, in any order', () => {
    const strictest = (chosen: readonly PermissionRule['action'][]): PermissionRule['action'] | undefined => {
      return [...actions].reverse().find((action) => chosen.includes(action));
    };
    for (const first of actions) {
      for (const second of actions) {
        for (const third of actions) {
          const chosen = [first, second, third];
          const rules = new PermissionRules(chosen.map((action) => ({ tool: '*', action })));
          expect(rules.forTool({ name: 'x', tags: [] }).action).toBe(strictest(chosen));
        }
      }
    }
  });

  it('matches a pattern of many stars quickly', () => {
    const rules = new PermissionRules([{ tool: `${'*'.repeat(5_000)}x`, action: 'deny' }]);
    expect(rules.forTool({ name: 'a'.repeat(64), tags: [] }).action).toBeUndefined();
  });

  it.each<[unknown, string]>([
    [
      { tool: '', action: 'ask' },
      'permissions: the tool of a rule must be a name or a pattern such as \'file_*\', not "".',
    ],
    [{ action: 'ask' }, "permissions: the tool of a rule must be a name or a pattern such as 'file_*', not undefined."],
    [
      { tool: 'x', action: 'maybe' },
      "permissions: the rule for 'x': action must be 'allow', 'ask', 'deny' or 'hide', not \"maybe\".",
    ],
  ])('rejects the rule %j when the toolkit is created', (rule, message) => {
    expect(() => new Toolkit({ permissions: [rule as PermissionRule] })).toThrow(new DefinitionError(message));
  });
});

describe('Toolkit with permissions', () => {
  const askAll: readonly PermissionRule[] = [{ tool: '*', action: 'ask' }];

  it('denies a tool, informs the model, and calls no approver', async () => {
    const files = new Files();
    const toolkit = new Toolkit({
      permissions: [
        { tool: '*', action: 'allow' },
        { tool: 'file_w*', action: 'deny' },
        { tool: 'file_*', action: 'ask' },
      ],
      approver: () => 'approve',
    });
    toolkit.register(files);
    const result = await toolkit.execute('file_write', { path: 'a' });
    expect(result.error?.code).toBe('denied');
    expect(result.toText()).toBe("The tool 'file_write' must not be called: a permission rule denies it.");
    expect((await toolkit.execute('file_read', { path: 'a' })).data).toBe('read a');
    expect(files.ran).toEqual(['a']);
  });

  it('lists a denied tool: canAccess decides who sees a tool', () => {
    const toolkit = new Toolkit({ permissions: [{ tool: 'file_write', action: 'deny' }] });
    toolkit.register(new Files());
    expect(toolkit.list().map(({ name }) => name)).toEqual(['file_read', 'file_write']);
  });

  it('runs a tool that a rule allows without approval, whatever its needsApproval is', async () => {
    const toolkit = new Toolkit({ permissions: [{ tool: 'file_*', action: 'allow' }] });
    toolkit.register(new Files(), { needsApproval: true });
    expect((await toolkit.execute('file_write', { path: 'a' })).data).toBe('wrote a');
  });

  it('matches the name under which a tool is registered', async () => {
    const toolkit = new Toolkit({ permissions: [{ tool: 'home__*', action: 'deny' }] });
    toolkit.register(new Files(), { prefix: 'home' });
    toolkit.register(new Files());
    expect((await toolkit.execute('home__file_read', { path: 'a' })).error?.code).toBe('denied');
    expect((await toolkit.execute('file_read', { path: 'a' })).data).toBe('read a');
  });

  it('requires approval for every tool that an ask rule matches, including read-only ones', async () => {
    const asked: string[] = [];
    const toolkit = new Toolkit({
      permissions: askAll,
      approver: ({ toolName }) => {
        asked.push(toolName);
        return 'approve';
      },
    });
    toolkit.register(new Files());
    await toolkit.execute('file_read', { path: 'a' });
    await toolkit.execute('file_write', { path: 'a' });
    expect(asked).toEqual(['file_read', 'file_write']);
  });

  describe('and exemptReadOnly', () => {
    it('requires no approval for a read-only tool', async () => {
      const toolkit = new Toolkit({ permissions: askAll, exemptReadOnly: true });
      toolkit.register(new Files(), { needsApproval: true });
      expect((await toolkit.execute('file_read', { path: 'a' })).data).toBe('read a');
      expect((await toolkit.execute('file_write', { path: 'a' })).error?.code).toBe('denied');
    });

    it('applies the value from when the toolkit was created', async () => {
      const options = { permissions: askAll, exemptReadOnly: true };
      const toolkit = new Toolkit(options);
      toolkit.register(new Files());
      options.exemptReadOnly = false;
      expect((await toolkit.execute('file_read', { path: 'a' })).data).toBe('read a');
    });

    it('still denies what a rule denies', async () => {
      const toolkit = new Toolkit({ permissions: [{ tool: '*', action: 'deny' }], exemptReadOnly: true });
      toolkit.register(new Files());
      expect((await toolkit.execute('file_read', { path: 'a' })).error?.code).toBe('denied');
    });

    it('still requires approval if a predicate on the arguments does', async () => {
      const toolkit = new Toolkit({ exemptReadOnly: true });
      toolkit.register(new Files(), { needsApproval: ({ path }) => path === '/etc/shadow' });
      expect((await toolkit.execute('file_read', { path: 'a' })).data).toBe('read a');
      expect((await toolkit.execute('file_read', { path: '/etc/shadow' })).error?.code).toBe('denied');
    });

    it('does not trust the hints of another server', async () => {
      const toolkit = new Toolkit({ permissions: askAll, exemptReadOnly: true });
      const { ToolSpec } = await import('toolwright');
      toolkit.register(
        ToolSpec.create({
          name: 'remote',
          annotations: { readOnlyHint: true },
          executor: { kind: 'mcp', execute: () => 'ran' },
        }),
      );
      expect((await toolkit.execute('remote', {})).error?.code).toBe('denied');
    });
  });
});

describe('the options of a toolkit', () => {
  const permissions = [{ tool: 'file_write', action: 'deny' as const }];
  class WithGetter {
    get permissions() {
      return permissions;
    }
  }

  it.each<[string, object]>([
    ['a getter of a class', new WithGetter()],
    ['a prototype', Object.create({ permissions })],
    ['a property that is not enumerable', Object.defineProperty({}, 'permissions', { value: permissions })],
  ])('apply if they are those of %s', async (_, options) => {
    const files = new Files();
    const toolkit = new Toolkit(options);
    toolkit.register(files);
    expect((await toolkit.execute('file_write', { path: 'a' })).error?.code).toBe('denied');
    expect(files.ran).toEqual([]);
  });

  it('are read once, when the toolkit is created', async () => {
    const options = { permissions };
    const toolkit = new Toolkit(options);
    toolkit.register(new Files());
    options.permissions = [];
    expect((await toolkit.execute('file_write', { path: 'a' })).error?.code).toBe('denied');
  });
});
