import { DefinitionError, type Skill, Toolkit, ToolSpec } from 'toolwright';

const invoices: Skill = {
  name: 'invoices',
  description: 'Write invoices.\nRead it before you write one.',
  text: '# Invoices\n\nUse `total`.',
  allowedTools: ['total'],
  files: { 'references/tax.md': '19 %' },
};

async function createToolkit(): Promise<Toolkit> {
  const toolkit = new Toolkit();
  toolkit.createGroup('office', { instructions: 'Be exact.' });
  toolkit.register(ToolSpec.fromFunction(() => 3, { name: 'total', description: 'Adds' }));
  await toolkit.addSkills([invoices], { group: 'office' });
  return toolkit;
}

const read = async (toolkit: Toolkit, args: unknown): Promise<string> =>
  (await toolkit.execute('read_skill', args)).toText();

describe('skills', () => {
  it('are named in the instructions of their group while it is active', async () => {
    const toolkit = await createToolkit();
    expect(toolkit.getGroupInstructions()).toBe('');
    toolkit.updateGroups(['office'], true);
    expect(toolkit.getGroupInstructions()).toBe(
      '## office\n\nBe exact.\n\nSkills, which read_skill shows in detail:\n' +
        '- invoices: Write invoices. Read it before you write one.',
    );
  });

  it('are read with their files while their group is active', async () => {
    const toolkit = await createToolkit();
    toolkit.updateGroups(['office'], true);
    expect(await read(toolkit, { name: 'invoices' })).toBe(
      '# Invoices\n\nUse `total`.\n\nFiles of this skill: references/tax.md',
    );
    expect(await read(toolkit, { name: 'invoices', path: 'references/tax.md' })).toBe('19 %');
    expect(await read(toolkit, { name: 'invoices', path: 'references/tex.md' })).toContain(
      "has no file 'references/tex.md'. Did you mean 'references/tax.md'? The files are SKILL.md, references/tax.md.",
    );
  });

  it('of an inactive group cannot be read, and the error names the group', async () => {
    const toolkit = await createToolkit();
    const inactive = await toolkit.execute('read_skill', { name: 'invoices' });
    expect(inactive.error).toMatchObject({ code: 'tool_inactive', details: { group: 'office' } });
    expect(inactive.toText()).toContain("in the group 'office', which is not active. The group must be activated");
    toolkit.enableMetaTool();
    expect(await read(toolkit, { name: 'invoices' })).toContain('with activate_tool_groups.');
  });

  it('follow the active groups of each session', async () => {
    const toolkit = await createToolkit();
    const session = toolkit.session({ groups: ['office'] });
    expect(session.getGroupInstructions()).toContain('- invoices:');
    expect((await session.execute('read_skill', { name: 'invoices' })).success).toBe(true);
    expect((await toolkit.execute('read_skill', { name: 'invoices' })).success).toBe(false);
  });

  it('of an unknown name are an error with the skills of active groups only', async () => {
    const toolkit = await createToolkit();
    expect(await read(toolkit, { name: 'invoice' })).toBe("There is no skill 'invoice'. No skills are available.");
    toolkit.updateGroups(['office'], true);
    expect(await read(toolkit, { name: 'invoice' })).toBe(
      "There is no skill 'invoice'. Did you mean 'invoices'? The skills are invoices.",
    );
  });

  it('are removed with their group', async () => {
    const toolkit = await createToolkit();
    toolkit.removeGroups(['office']);
    expect(await read(toolkit, { name: 'invoices' })).toContain("There is no skill 'invoices'.");
  });

  it.each<[string, Skill, string]>([
    [
      'a missing tool',
      { ...invoices, allowedTools: ['totals'] },
      "there is no tool named 'totals'. Did you mean 'total'?",
    ],
    ['an illegal name', { ...invoices, name: 'In Voices' }, '"In Voices" is not a legal name'],
    ['no description', { ...invoices, description: ' ' }, "the skill 'invoices' needs a description"],
    ['a further SKILL.md', { ...invoices, files: { 'SKILL.md': '' } }, "'SKILL.md' must be a text and not"],
  ])('with %s are refused', async (_, skill, message) => {
    const toolkit = new Toolkit();
    toolkit.register(ToolSpec.fromFunction(() => 3, { name: 'total', description: 'Adds' }));
    const added = toolkit.addSkills([skill]);
    await expect(added).rejects.toThrow(DefinitionError);
    await expect(added).rejects.toThrow(message);
    expect(toolkit.get('read_skill')).toBeUndefined();
  });

  it('of a name that is in use are refused', async () => {
    const toolkit = await createToolkit();
    await expect(toolkit.addSkills([invoices])).rejects.toThrow("a skill named 'invoices' already");
  });
});
