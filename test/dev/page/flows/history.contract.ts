import type { Locator } from 'playwright-core';
import { callTool, jsonOf, openView, type ToolCall, waitForState, waitForText } from '../driver.js';
import { type FlowPage, type Flows, isPresent } from './application.js';

/** What a user does in the view "What happened". */
export function historyFlows(shown: FlowPage, { foreign, steps, approval }: Flows): void {
  const callsOf = (view: Locator): Locator => view.getByRole('list', { name: 'Calls, the newest first' });
  const detailsOf = (view: Locator): Locator => view.getByRole('region', { name: 'Details of the call' });

  /** Finds the newest call with the arguments that is in a state, and opens its details. */
  async function openCall({ tool, input }: ToolCall, state: string): Promise<Locator> {
    const view = await openView(shown.page, 'What happened');
    await view.getByRole('searchbox', { name: 'Filter calls' }).fill(`${tool} ${JSON.stringify(input)}`);
    await callsOf(view)
      .getByRole('button', { name: new RegExp(`${tool}.* ${state}`) })
      .first()
      .click();
    return detailsOf(view);
  }

  it('shows the calls of other clients', async () => {
    await openView(shown.page, 'What happened');
    await shown.callElsewhere(foreign);
    const details = await openCall(foreign, 'completed');
    await waitForText(details, foreign.result);
  });

  it('shows the calls that a call makes, and its steps', async () => {
    await waitForState(await callTool(shown.page, steps), 'completed');
    const details = await openCall(steps, 'completed');
    await details.getByRole('heading', { name: steps.tool }).waitFor();
    const waterfall = details.getByRole('list', { name: 'Waterfall' });
    expect(await waterfall.getByRole('button').allInnerTexts()).toEqual(steps.calls);
    expect(await waterfall.locator('svg').first().getAttribute('aria-label')).toMatch(/^[\d.]+ m?s$/);
    const texts = await details
      .getByRole('list', { name: `Steps of ${steps.tool}` })
      .getByRole('listitem')
      .allInnerTexts();
    expect(texts.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual(
      steps.steps.map((step) => expect.stringMatching(step)),
    );
  });

  it('filters the calls by their texts and their state', async () => {
    const view = await openView(shown.page, 'What happened');
    const filter = view.getByRole('searchbox', { name: 'Filter calls' });
    await filter.fill(foreign.tool);
    await callsOf(view).getByRole('button', { name: foreign.tool }).first().waitFor();
    await filter.fill('a call with these words was never made');
    await view.getByText('No calls.').waitFor();
    await filter.fill('');
    await view.getByRole('combobox', { name: 'State' }).selectOption('interrupted');
    const states = await callsOf(view).getByRole('button').allInnerTexts();
    expect(states.length).toBeGreaterThan(0);
    expect(states.filter((text) => !text.includes('interrupted'))).toEqual([]);
    await view.getByRole('combobox', { name: 'State' }).selectOption('');
  });

  it('replays a call with changes', async () => {
    const details = await openCall(foreign, 'completed');
    await details.getByRole('button', { name: 'Replay with changes' }).click();
    expect(await jsonOf(shown.page)).toEqual(foreign.input);
    await waitForState(await callTool(shown.page, foreign), 'completed');
  });

  it.each([
    ['jest', '@jest/globals'],
    ['vitest', 'vitest'],
    ['node:test', 'node:test'],
  ])('copies a call as a test for %s', async (target, imported) => {
    const copied = await copyCall(await openCall(foreign, 'completed'), target);
    expect(copied).toContain(`from '${imported}';`);
    expect(copied).toContain(`toolkit.execute(${JSON.stringify(foreign.tool)}, ${JSON.stringify(foreign.input)})`);
  });

  it('copies a call as a command of curl', async () => {
    const copied = await copyCall(await openCall(foreign, 'completed'), 'curl');
    expect(copied).toContain(`/tools/${foreign.tool}`);
    expect(copied).toContain(JSON.stringify(foreign.input));
  });

  async function copyCall(details: Locator, target: string): Promise<string> {
    await shown.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await details.getByRole('button', { name: target, exact: true }).click();
    await details.getByText(`Copied as ${target}.`).waitFor();
    return shown.page.evaluate<string>('navigator.clipboard.readText()');
  }

  if (!isPresent(approval)) return;

  const panel = (): Locator => shown.page.getByRole('region', { name: `Approval of ${approval.tool}` });

  it('edits and approves the deferred call of another client', async () => {
    await openView(shown.page, 'What happened');
    await shown.callElsewhere(approval);
    await panel().getByRole('textbox', { name: 'Arguments' }).fill(JSON.stringify(approval.edited));
    await panel().getByRole('button', { name: 'Approve' }).click();
    await panel().waitFor({ state: 'detached' });
    const view = await openView(shown.page, 'What happened');
    await view.getByRole('searchbox', { name: 'Filter calls' }).fill('');
    const newest = callsOf(view).getByRole('button', { name: new RegExp(`${approval.tool} completed`) });
    await newest.first().click();
    const details = detailsOf(view);
    const run = details.getByRole('list', { name: 'Arguments as run' });
    for (const value of Object.values(approval.edited)) await run.getByText(JSON.stringify(value)).waitFor();
    await waitForText(details, approval.result);
  });

  it('denies a call with a reason', async () => {
    await callTool(shown.page, approval);
    await panel().first().getByLabel('Reason of the denial').fill('Too much.');
    await panel().first().getByRole('button', { name: 'Deny' }).click();
    const details = await openCall(approval, 'denied');
    await details.getByText('Too much.').first().waitFor();
  });

  it('remembers an approval for the same arguments in a session', async () => {
    const { page } = shown;
    const view = await openView(page, 'Groups and sessions');
    await view.getByLabel('Name of the session').fill('remembers');
    await view.getByRole('button', { name: 'Create session' }).click();
    const session = view.getByRole('region', { name: 'Session remembers' });
    await session.getByLabel('Calls are made here').check();
    const result = await callTool(page, approval);
    await panel().getByLabel('Remember for these arguments').check();
    await panel().getByRole('button', { name: 'Approve' }).click();
    await waitForState(result, 'completed');
    await waitForState(await callTool(page, approval), 'completed');
    expect(await panel().count()).toBe(0);
    await openView(page, 'Groups and sessions');
    await session.getByRole('button', { name: 'Close Session remembers' }).click();
    await session.waitFor({ state: 'detached' });
  });
}
