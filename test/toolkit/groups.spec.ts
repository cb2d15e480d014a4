import { DefinitionError, Toolkit, ToolSpec } from 'toolwright';

function withGroups(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.createGroup('web', { description: 'The web', instructions: 'Cite pages.', notes: 'Made by ann' });
  toolkit.createGroup('mail', { active: true });
  toolkit.register(
    ToolSpec.fromFunction(() => 'page', { name: 'open' }),
    { group: 'web' },
  );
  toolkit.register(
    ToolSpec.fromFunction(() => 'sent', { name: 'send' }),
    { group: 'mail' },
  );
  return toolkit;
}

describe('groups', () => {
  it('describe themselves, and whether they are active', () => {
    const toolkit = withGroups();
    expect(toolkit.groups()).toEqual([
      { name: 'basic', description: undefined, instructions: undefined, notes: undefined, active: true },
      { name: 'web', description: 'The web', instructions: 'Cite pages.', notes: 'Made by ann', active: false },
      { name: 'mail', description: undefined, instructions: undefined, notes: undefined, active: true },
    ]);
  });

  it('show notes to no model', () => {
    const toolkit = withGroups();
    toolkit.updateGroups(['web'], true);
    const shown = [toolkit.getGroupInstructions(), toolkit.toPrompt(), JSON.stringify(toolkit.getJsonSchemas())].join();
    expect(shown).toContain('Cite pages.');
    expect(shown).not.toContain('Made by ann');
  });

  it.each<[string, (toolkit: Toolkit) => unknown]>([
    ['updateGroups', (toolkit) => toolkit.updateGroups(['web', 'wbe'], true)],
    ['removeGroups', (toolkit) => toolkit.removeGroups(['mail', 'wbe'])],
    ['list by group', (toolkit) => toolkit.list({ group: 'wbe' })],
    ['list by groups', (toolkit) => toolkit.list({ groups: ['web', 'wbe'], active: true })],
    ['getJsonSchemas', (toolkit) => toolkit.getJsonSchemas({ groups: ['wbe'] })],
    ['toOpenAI', (toolkit) => toolkit.toOpenAI({ groups: ['wbe'] })],
    ['toAnthropic', (toolkit) => toolkit.toAnthropic({ groups: ['wbe'] })],
    ['toGemini', (toolkit) => toolkit.toGemini({ groups: ['wbe'] })],
    ['toPrompt', (toolkit) => toolkit.toPrompt({ groups: ['wbe'] })],
    ['session', (toolkit) => toolkit.session({ groups: ['web', 'wbe'] })],
    ['updateGroups of a session', (toolkit) => toolkit.session().updateGroups(['web', 'wbe'], true)],
    ['restore', (toolkit) => toolkit.restore({ activeGroups: ['web', 'wbe'], state: {} })],
    [
      'register',
      (toolkit) =>
        toolkit.register(
          ToolSpec.fromFunction(() => 1, { name: 'x' }),
          { group: 'wbe' },
        ),
    ],
  ])('reject an unknown name in %s, which changes nothing', (_, act) => {
    const toolkit = withGroups();
    const before = [toolkit.groups(), toolkit.list()];
    expect(() => act(toolkit)).toThrow(DefinitionError);
    expect(() => act(toolkit)).toThrow(/'wbe'/);
    expect([toolkit.groups(), toolkit.list()]).toEqual(before);
  });

  it.each(['', 'web pages', 'büro', '__proto__', 'toolwright scope', 'x'.repeat(65), 5])(
    'have names that every provider takes as the name of an argument: %j is refused',
    (name) => {
      const toolkit = withGroups();
      toolkit.enableMetaTool();
      const before = [toolkit.groups(), toolkit.getJsonSchemas()];
      expect(() => toolkit.createGroup(name as string)).toThrow('is not a legal group name');
      expect([toolkit.groups(), toolkit.getJsonSchemas()]).toEqual(before);
    },
  );

  it.each(['_private', 'constructor', 'a.b-c', '1', 'x'.repeat(64)])('may be named %s', async (name) => {
    const toolkit = withGroups();
    toolkit.enableMetaTool();
    toolkit.createGroup(name);
    expect((await toolkit.execute('activate_tool_groups', { [name]: true })).success).toBe(true);
    expect(toolkit.activeGroups()).toEqual(['basic', name]);
  });

  it('can be chosen for one export', () => {
    const toolkit = withGroups();
    expect(toolkit.getJsonSchemas({ groups: ['web'] }).map(({ name }) => name)).toEqual(['open']);
    expect(toolkit.getJsonSchemas({ groups: [] })).toEqual([]);
    expect(toolkit.getJsonSchemas().map(({ name }) => name)).toEqual(['send']);
  });

  it('that are removed and created again start afresh, in sessions too', async () => {
    const toolkit = withGroups();
    const session = toolkit.session({ groups: ['mail'] });
    toolkit.removeGroups(['mail']);
    expect(session.activeGroups()).toEqual(['basic']);
    expect(session.list()).toEqual(toolkit.list());
    expect(session.getGroupInstructions()).toBe('');
    expect(session.snapshot().activeGroups).toEqual(['basic']);
    expect((await session.execute('send')).error?.code).toBe('tool_not_found');
    expect(() => session.updateGroups(['mail'], true)).toThrow("There is no group 'mail'.");
    toolkit.createGroup('mail');
    expect([toolkit.activeGroups(), session.activeGroups()]).toEqual([['basic'], ['basic']]);
  });

  it('notify changes$ once when they are activated, created and removed together', async () => {
    const toolkit = withGroups();
    let fired = 0;
    const following = toolkit.changes$.subscribe(() => fired++);
    const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 60));
    toolkit.updateGroups(['web'], true);
    toolkit.updateGroups(['web'], false);
    toolkit.createGroup('more');
    await settle();
    expect(fired).toBe(1);
    toolkit.removeGroups(['more', 'web']);
    await settle();
    expect(fired).toBe(2);
    following.unsubscribe();
  });
});
