import { Toolkit } from 'toolwright';
import { linkMcp } from 'toolwright/mcp';

const skills = [
  {
    name: 'invoices',
    description: 'Write invoices',
    text: 'Number them: one after another.\n\nSee rates.md.',
    files: { 'rates.md': 'Tea: 5 %' },
  },
  { name: 'refunds', description: 'Pay back "at once"', text: '# Refunds\n\nAsk first.' },
];

describe.each(['2025-11-25', '2026-07-28'] as const)('skills over MCP %s', (era) => {
  it('have the text of the local read_skill for models', async () => {
    const local = new Toolkit();
    await local.addSkills(skills);
    const remote = new Toolkit();
    const source = linkMcp(local, { era, client: { offers: { skills: true }, onWarning: () => {} } });
    await remote.registerSource(source);
    const imported = remote.list().find(({ description }) => description?.includes('- refunds: Pay back'));
    const wanted = [{ name: 'invoices' }, { name: 'refunds' }, { name: 'invoices', path: 'rates.md' }];
    for (const input of wanted) {
      const here = await local.execute('read_skill', input);
      const there = await remote.execute(String(imported?.name), input);
      expect(there.success).toBe(true);
      expect(there.toText()).toBe(here.toText());
    }
    await source.close();
  });
});
