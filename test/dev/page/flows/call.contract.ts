import {
  callTool,
  chooseTool,
  descriptionsOf,
  formOf,
  jsonInput,
  jsonOf,
  openView,
  run,
  waitForState,
  waitForText,
} from '../driver.js';
import { type FlowPage, type Flows, isPresent } from './application.js';

/** What a user does in the view "Call". */
export function callFlows(shown: FlowPage, { form, hidden, tree, stream, long, media, file }: Flows): void {
  beforeEach(async () => {
    await openView(shown.page, 'Call');
  });

  it('fills a form, whose inputs have the messages of the validator, and whose arguments are shown as JSON', async () => {
    const { page } = shown;
    await chooseTool(page, form.tool);
    await form.fill(formOf(page));
    const input = formOf(page).getByLabel(form.input.label, { exact: true });
    await input.fill(form.input.invalid);
    await page.getByText(form.input.message).first().waitFor();
    expect(await descriptionsOf(input)).toContain(form.input.message);
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    await input.fill(form.input.valid);
    await page.getByText('The arguments are valid.').waitFor();
    expect(await jsonOf(page)).toEqual(form.json);
  });

  it('fills the form with JSON', async () => {
    const { page } = shown;
    await chooseTool(page, form.tool);
    await jsonInput(page).fill('{}');
    await jsonInput(page).fill(JSON.stringify(form.json));
    const input = formOf(page).getByLabel(form.input.label, { exact: true });
    expect(await input.inputValue()).toBe(form.input.valid);
  });

  if (isPresent(hidden)) {
    it('shows a hidden value with its key and a lock, and calls with the one that replaces it', async () => {
      const { page } = shown;
      await chooseTool(page, hidden.tool);
      const part = page.getByRole('region', { name: 'JSON', exact: true });
      const row = part.getByRole('listitem').filter({ hasText: hidden.parameter });
      await row.getByRole('img', { name: 'hidden' }).waitFor();
      await row.getByText(hidden.key, { exact: true }).first().waitFor();
      await row.getByRole('button', { name: `Change ${hidden.key}` }).click();
      await row.getByLabel(`Value of ${hidden.key}`).fill(hidden.next);
      await page.keyboard.press('Enter');
      await row.getByRole('button', { name: `Change ${hidden.key}` }).waitFor();
      const result = await callTool(page, hidden);
      await waitForState(result, 'completed');
      await waitForText(result, hidden.result);
    });
  }

  it('shows data as a tree whose branches open', async () => {
    const result = await callTool(shown.page, tree);
    await waitForState(result, 'completed');
    const data = result.getByRole('list', { name: 'Structured result' });
    expect(await data.getByText(tree.leaf).count()).toBe(0);
    await data.getByRole('button', { name: tree.branch }).click();
    await data.getByText(tree.leaf).first().waitFor();
  });

  if (isPresent(stream)) {
    it('shows the chunks of a stream with their times', async () => {
      const result = await callTool(shown.page, stream);
      await waitForState(result, 'completed');
      const chunks = result.getByRole('list', { name: 'Chunks' });
      await chunks.getByText(stream.chunks).first().waitFor();
      expect(await chunks.locator('time').count()).toBeGreaterThan(1);
      expect(await chunks.locator('time').first().innerText()).toMatch(/^\+[\d.]+ m?s$/);
    });
  }

  it('cancels a call', async () => {
    const { page } = shown;
    const result = await callTool(page, long);
    await waitForState(result, 'running');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await waitForState(result, 'interrupted');
    await page.getByText('Ready', { exact: true }).waitFor();
  });

  it('limits the time of a call', async () => {
    const { page } = shown;
    await chooseTool(page, long.tool);
    await page.getByLabel('Time limit in seconds').fill('0.1');
    const result = await callTool(page, long);
    await result.getByText('timeout', { exact: true }).waitFor();
    await page.getByLabel('Time limit in seconds').fill('');
  });

  if (isPresent(media)) {
    it('shows media', async () => {
      const result = await callTool(shown.page, media);
      await waitForState(result, 'completed');
      for (const label of media.media) {
        const element = result.getByLabel(label).or(result.getByRole('img', { name: label }));
        expect(await element.getAttribute('src')).toMatch(/^data:/);
      }
    });
  }

  if (isPresent(file)) {
    it('sends a file that is chosen', async () => {
      const { page } = shown;
      await chooseTool(page, file.tool);
      await jsonInput(page).fill(JSON.stringify(file.input));
      const buffer = Buffer.from(file.text);
      const input = formOf(page).getByLabel(file.label, { exact: true }).last();
      await input.setInputFiles({ name: 'tea.bin', mimeType: 'application/octet-stream', buffer });
      await formOf(page).getByText(`tea.bin (${buffer.length} bytes)`).waitFor();
      const result = await run(page);
      await waitForState(result, 'completed');
      await waitForText(result, file.result);
    });
  }
}
