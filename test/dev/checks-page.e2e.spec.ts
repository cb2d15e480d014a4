import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeLock } from '../../src/build/checks/lock/lock-file.js';
import { startDevCommand } from './page/dev-command.js';
import { openView } from './page/driver.js';
import { usePage } from './page/use-page.js';

const hostile = '<img src=x onerror=attacked()>';

const tools = `
import { Toolkit, ToolSpec } from 'toolwright';
const executor = { kind: 'test', execute: () => '' };
const inputSchema = { type: 'object', properties: { name: { type: 'string' } } };
export const toolkit = new Toolkit();
for (const [name, description] of [
  ['search_contacts', 'Searches the contacts of the user by name or company.'],
  ['find_contacts', 'Finds the contacts of the user by name or company.'],
  ['mark', ${JSON.stringify(`Shows ${hostile} on the screen.`)}],
]) toolkit.register(ToolSpec.create({ name, description, inputSchema, executor }));
`;

const locked = writeLock({
  servers: {},
  tools: { [hostile]: { description: 'Gone.', inputSchema: { type: 'object' } } },
});

describe('the checks of the developer page', () => {
  const shared = usePage(() => startDevCommand({ 'hostile-tools.mjs': tools, 'toolwright.lock.json': locked }));

  it('show what is wrong with definitions, and select a tool', async () => {
    const { page } = shared;
    const view = await openView(page, 'Checks');
    const findings = view.getByRole('region', { name: 'Findings' });
    await findings
      .getByRole('row')
      .filter({ hasText: 'confusable-tools' })
      .getByText(/described in (?:nearly the same|similar) words/)
      .waitFor();
    await findings.getByRole('button', { name: 'search_contacts' }).click();
    await openView(page, 'What a model sees');
    await page.getByRole('heading', { name: 'search_contacts' }).first().waitFor();
  });

  it('show what has changed since the lock file, as text', async () => {
    const { page, opened } = shared;
    const view = await openView(page, 'Checks');
    const changes = view.getByRole('region', { name: 'Changes' });
    await changes.getByRole('row').filter({ hasText: hostile }).getByText('was removed').waitFor();
    await changes.getByRole('row').filter({ hasText: 'find_contacts' }).getByText('is new').waitFor();
    expect(opened.problems).toEqual([]);
    expect(opened.foreignRequests).toEqual([]);
  });

  it.each([
    ['there is no lock file', undefined, 'There is no lock file. Write it with toolwright lock.'],
    ['a merge has broken it', `<<<<<<< ours\n${locked}`, /marks of a merge/],
    ['it was edited', locked.replace('Gone.', 'Here.'), /was changed by hand/],
  ])('say if %s', async (_, text, said) => {
    const { page, server, opened } = shared;
    const file = join(server.project, 'toolwright.lock.json');
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
    await page.reload();
    const view = await openView(page, 'Checks');
    await view.getByText(said).first().waitFor();
    expect(opened.problems).toEqual([]);
  });
});
