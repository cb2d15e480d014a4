import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/repository.js';
import { startDevCommand } from './page/dev-command.js';
import { accessibilityProblems, type ToolCall } from './page/driver.js';
import { callInAnotherTab } from './page/flows/another-tab.js';
import type { Flows } from './page/flows/application.js';
import { describeFlows } from './page/flows/flows.contract.js';
import { usePage } from './page/use-page.js';

const folder = join(root, 'samples/quickstart');

/** The files of the sample as they are. The command shows the first one. */
const files = Object.fromEntries(
  ['served.ts', ...readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'served.ts')].map((name) => [
    name,
    readFileSync(join(folder, name), 'utf8'),
  ]),
);

/** The documentation that the sample searches, which comes with the package. */
function addDocumentation(project: string): void {
  const docs = join(root, 'docs');
  const target = join(project, 'node_modules/toolwright/docs');
  cpSync(docs, target, { recursive: true, filter: (path) => !path.startsWith(join(docs, 'site')) });
  // A search of all files takes seconds, so that it can be cancelled.
  for (let part = 0; part < 60; part++) {
    writeFileSync(join(target, `zzz-${part}.md`), 'nothing to find here\n'.repeat(100_000));
  }
}

const item = { title: 'Oolong', text: 'Steep it for three minutes.', priority: 2, tags: ['tea', 'green'] };

const flows: Flows = {
  form: {
    tool: 'addItem',
    fill: async (form) => {
      await form.getByLabel('title', { exact: true }).fill(item.title);
      await form.getByLabel('text', { exact: true }).fill(item.text);
      await form.getByRole('button', { name: 'Add tags' }).click();
      for (const [index, tag] of item.tags.entries()) {
        await form.getByRole('button', { name: 'Add item to tags' }).click();
        await form.getByLabel(`tags ${index + 1}`, { exact: true }).fill(tag);
      }
    },
    input: { label: 'priority', invalid: '6', message: 'must be <= 5', valid: '2' },
    json: item,
  },
  hidden: {
    tool: 'addItem',
    input: item,
    ...{ parameter: 'author', key: 'session.user.id', next: 'ben', result: '"ben"' },
  },
  tree: {
    tool: 'search',
    input: { query: 'steep it', limit: 1 },
    branch: '0: {3}',
    leaf: 'Steep it for three minutes.',
  },
  stream: { tool: 'watch', input: { query: 'toolkit' }, chunks: /README\.md/ },
  long: { tool: 'watch', input: { query: 'a text that no file has' } },
  media: { absent: 'The sample searches text.' },
  file: { absent: 'No tool of the sample receives a file.' },
  models: {
    tool: 'addItem',
    loss: { format: 'OpenAI, strict', warning: "/properties/title: 'minLength'" },
    group: 'editing',
    query: 'add an item',
  },
  pasted: { tool: 'search', input: { query: 'toolwright', limit: 1 }, result: 'README.md' },
  foreign: { tool: 'search', input: { query: 'state', limit: 2 }, result: 'README.md' },
  steps: { tool: 'search', input: { query: 'schema', limit: 1 }, calls: ['search'], steps: [] },
  approval: { absent: 'No tool of the sample needs approval.' },
  sessions: { tool: 'addItem', input: item, group: 'editing', isActive: true, key: 'note' },
};

/** The sample in the page of the packed command. */
describe('the page of the quickstart', () => {
  const shared = usePage(() => startDevCommand(files, { prepare: addDocumentation }));

  describeFlows(
    {
      get page() {
        return shared.page;
      },
      callElsewhere: (call: ToolCall) => callInAnotherTab(shared, call),
    },
    flows,
  );

  it('has no accessibility problem and no error in the console, and asks no other server', async () => {
    expect(await accessibilityProblems(shared.page)).toEqual([]);
    expect(shared.opened.problems).toEqual([]);
    expect(shared.opened.foreignRequests).toEqual([]);
  });
});
