import type { Locator } from 'playwright-core';
import { callTool, openView, waitForState } from '../driver.js';
import type { FlowPage, Flows } from './application.js';

/** What a user does in the view "Groups and sessions". */
export function sessionsFlows(shown: FlowPage, { sessions }: Flows): void {
  const { group, isActive, key } = sessions;
  const cardOf = (view: Locator, label: string): Locator => view.getByRole('region', { name: label, exact: true });
  const switchOf = (card: Locator, label: string, checked: boolean): Locator =>
    card.getByRole('switch', { name: `${group} in ${label}`, exact: true, checked });

  async function createSession(view: Locator, id: string): Promise<Locator> {
    await view.getByLabel('Name of the session').fill(id);
    await view.getByRole('button', { name: 'Create session' }).click();
    const card = cardOf(view, `Session ${id}`);
    await card.waitFor();
    return card;
  }

  it('switches a group, which changes the list of the tools', async () => {
    const { page } = shown;
    const view = await openView(page, 'Groups and sessions');
    const toolkit = cardOf(view, 'Toolkit');
    const list = page.getByRole('navigation', { name: 'Tools' });
    await list.getByRole('searchbox', { name: 'Filter tools' }).fill(sessions.tool);
    const active = list.getByRole('button', { name: new RegExp(`${sessions.tool}(?!.*inactive)`) });
    const inactive = list.getByRole('button', { name: new RegExp(`${sessions.tool}.*inactive`) });
    await (isActive ? active : inactive).waitFor();
    await switchOf(toolkit, 'Toolkit', isActive).click();
    await (isActive ? inactive : active).waitFor();
    await switchOf(toolkit, 'Toolkit', !isActive).click();
    await (isActive ? active : inactive).waitFor();
  });

  it('has sessions side by side, each with its groups, its state and its snapshot', async () => {
    const view = await openView(shown.page, 'Groups and sessions');
    const blue = await createSession(view, 'blue');
    const green = await createSession(view, 'green');
    await blue.getByRole('button', { name: 'Take a snapshot' }).click();
    await switchOf(blue, 'Session blue', isActive).click();
    await switchOf(blue, 'Session blue', !isActive).waitFor();
    await blue.getByLabel('Key of a new value').fill(key);
    await blue.getByRole('button', { name: `Set ${key}` }).click();
    await blue.getByLabel(`Value of ${key}`).fill('"oolong"');
    await blue.getByRole('button', { name: 'Save' }).click();
    await blue
      .getByRole('button', { name: `Remove ${key}` })
      .first()
      .waitFor();
    await switchOf(green, 'Session green', isActive).waitFor();
    expect(await green.getByText('oolong').count()).toBe(0);
    await blue.getByRole('button', { name: 'Restore' }).click();
    await switchOf(blue, 'Session blue', isActive).waitFor();
    await blue.getByText('oolong').waitFor({ state: 'detached' });
  });

  it('calls in the session that is chosen, and closes sessions', async () => {
    const { page } = shown;
    const view = await openView(page, 'Groups and sessions');
    await cardOf(view, 'Session green').getByLabel('Calls are made here').check();
    await waitForState(await callTool(page, sessions), 'completed');
    const happened = await openView(page, 'What happened');
    await happened
      .getByRole('button', { name: new RegExp(`${sessions.tool} green completed`) })
      .first()
      .waitFor();
    await openView(page, 'Groups and sessions');
    for (const name of ['Session blue', 'Session green']) {
      await cardOf(view, name)
        .getByRole('button', { name: `Close ${name}` })
        .click();
      await cardOf(view, name).waitFor({ state: 'detached' });
    }
    await waitForState(await callTool(page, sessions), 'completed');
  });
}
