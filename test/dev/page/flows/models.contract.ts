import { chooseTool, openView, waitForState, waitForText } from '../driver.js';
import type { FlowPage, Flows } from './application.js';

const formats = ['OpenAI', 'OpenAI, strict', 'Anthropic', 'Gemini', 'MCP', 'Prompt'];

/** What a user does in the view "What a model sees". */
export function modelsFlows(shown: FlowPage, { models, pasted }: Flows): void {
  it('shows a tool in each format with its tokens, and what a format loses', async () => {
    await chooseTool(shown.page, models.tool);
    const view = await openView(shown.page, 'What a model sees');
    for (const name of formats) {
      const part = view.getByRole('region', { name, exact: true });
      await part.getByText(/^\d[\d,]* tokens$/).waitFor();
      await part.getByText(models.tool).first().waitFor();
    }
    const lossy = view.getByRole('region', { name: models.loss.format, exact: true });
    await lossy.getByRole('listitem').filter({ hasText: models.loss.warning }).first().waitFor();
  });

  it('shows the tokens of each group', async () => {
    const view = await openView(shown.page, 'What a model sees');
    const tokens = view.getByRole('region', { name: 'Tokens by group' });
    const row = tokens.getByRole('row').filter({ has: shown.page.getByRole('rowheader', { name: models.group }) });
    expect((await row.getByRole('cell').last().innerText()).trim()).toMatch(/^[1-9][\d,]*$/);
  });

  it('finds tools as a model does', async () => {
    const view = await openView(shown.page, 'What a model sees');
    await view.getByRole('searchbox', { name: 'Search tools as a model' }).fill(models.query);
    await view.getByRole('button', { name: 'Search' }).click();
    await view.getByRole('button', { name: models.tool, exact: true }).click();
    await view.getByRole('heading', { name: models.tool }).waitFor();
  });

  it('runs the calls of an answer', async () => {
    const view = await openView(shown.page, 'What a model sees');
    const answer = [
      { name: pasted.tool, input: pasted.input },
      { name: 'missing', input: {} },
    ];
    await view.getByLabel('Answer of a model').fill(JSON.stringify(answer));
    await view.getByRole('button', { name: 'Read calls' }).click();
    expect(await view.getByRole('button', { name: 'Run missing' }).isDisabled()).toBe(true);
    await view.getByRole('button', { name: `Run ${pasted.tool}` }).click();
    await waitForState(view, 'completed');
    await waitForText(view.getByRole('listitem').filter({ hasText: 'completed' }), pasted.result);
  });
}
