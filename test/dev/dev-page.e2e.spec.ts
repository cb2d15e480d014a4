import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startDevCommand } from './page/dev-command.js';
import { accessibilityProblems, chooseTool, formOf, openView, run, waitForState } from './page/driver.js';
import { usePage } from './page/use-page.js';

const shop = `
import { Bind, secret, Tool, Toolkit, ToolRegistry } from 'toolwright';

interface Filter { state: 'open' | 'closed'; /** @minimum 1 */ stars?: number }

class Shop extends ToolRegistry {
  /** Finds products. */
  @Tool() find(query: string, filter?: Filter, @Bind('user.id') user?: string) { return { query, user }; }
  @Tool({ group: 'poems' }) async *recite(lines: number) { for (let line = 1; line <= lines; line++) yield 'line ' + line; }
  @Tool({ needsApproval: true }) pay(amount: number, @Bind('bank.key') key: string) { return 'paid ' + amount + key.slice(9); }
  @Tool() loop(): void { for (;;); }
}
export const toolkit = new Toolkit({ state: { user: { id: 'ann' }, bank: { key: secret('k-12345678') } } });
toolkit.createGroup('poems', { active: true });
toolkit.register(new Shop());
`;

/** The page of the packed command, as a user starts it for a TypeScript module. */
describe('the page of toolwright dev', () => {
  const shared = usePage(() => startDevCommand({ 'shop.ts': shop }));
  let page: Page;

  beforeAll(() => {
    ({ page } = shared);
  });

  it('calls a tool whose schema comes from its types, with the hidden value of the state', async () => {
    await chooseTool(page, 'find');
    await formOf(page).getByLabel('query', { exact: true }).fill('tea');
    await formOf(page).getByRole('button', { name: 'Add filter' }).click();
    await formOf(page).getByLabel('state', { exact: true }).selectOption('open');
    await formOf(page).getByLabel('stars', { exact: true }).fill('0');
    await page.getByText('must be >= 1').first().waitFor();
    await formOf(page).getByLabel('stars', { exact: true }).fill('1');
    await page.getByText('The arguments are valid.').waitFor();
    const result = await run(page);
    await waitForState(result, 'completed');
    await result.getByText('"ann"').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('tea-shop 1.2.3');
  });

  it('shows the chunks of a stream', async () => {
    await chooseTool(page, 'recite');
    await formOf(page).getByLabel('lines', { exact: true }).fill('3');
    const result = await run(page);
    await waitForState(result, 'completed');
    expect(await result.getByRole('list', { name: 'Chunks' }).getByRole('listitem').count()).toBe(3);
  });

  it('asks for the approval of a call, and shows no secret', async () => {
    await chooseTool(page, 'pay');
    await formOf(page).getByLabel('amount', { exact: true }).fill('5');
    const result = await run(page);
    await page.getByRole('button', { name: 'Approve', exact: true }).first().click();
    await waitForState(result, 'completed');
    await result.getByText('paid 5').first().waitFor();
    expect(await page.content()).not.toContain('k-12345678');
  });

  it('shows what models see, and what happened, which is copied as a test', async () => {
    await chooseTool(page, 'find');
    const models = await openView(page, 'What a model sees');
    await models.getByRole('region', { name: 'OpenAI, strict', exact: true }).getByText('"strict": true').waitFor();
    const happened = await openView(page, 'What happened');
    const calls = happened.getByRole('list', { name: 'Calls, the newest first' });
    await calls.getByRole('button', { name: /pay/ }).waitFor();
    await calls.getByRole('button', { name: /find/ }).first().click();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await happened.getByRole('button', { name: 'vitest', exact: true }).click();
    await happened.getByText('Copied as vitest.').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toContain('await toolkit.execute("find", {"query":"tea","filter":{"state":"open","stars":1}});');
    expect(copied).toContain('expect(result.structuredContent).toEqual({"query":"tea","user":"ann"});');
    await openView(page, 'Call');
  });

  it('remains when a tool never ends, whose process is replaced after Cancel', async () => {
    await chooseTool(page, 'loop');
    await run(page);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('Ready', { exact: true }).waitFor({ state: 'detached' });
    await page.getByText('Ready', { exact: true }).waitFor();
    await chooseTool(page, 'recite');
    await formOf(page).getByLabel('lines', { exact: true }).fill('1');
    await waitForState(await run(page), 'completed');
  });

  it('shows a tool that was added when the file is saved, and why a file that is wrong does not start', async () => {
    writeFileSync(
      join(shared.server.project, 'shop.ts'),
      shop.replace('@Tool() loop', "@Tool() wrap() { return 'paper'; }\n  @Tool() loop"),
    );
    await chooseTool(page, 'wrap');
    await waitForState(await run(page), 'completed');
    writeFileSync(join(shared.server.project, 'shop.ts'), shop.replace('interface Filter {', 'interface Filter '));
    await page
      .getByText(/shop\.ts:4:/)
      .first()
      .waitFor();
    writeFileSync(join(shared.server.project, 'shop.ts'), shop);
    await page.getByText('Ready', { exact: true }).waitFor();
  });

  it('has no accessibility problem and no error in the console, and asks no other server', async () => {
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(shared.opened.problems).toEqual([]);
    expect(shared.opened.foreignRequests).toEqual([]);
  });
});
