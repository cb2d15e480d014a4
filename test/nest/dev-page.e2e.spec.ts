import 'toolwright/dto';
import 'reflect-metadata';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Page } from 'playwright-core';
import {
  accessibilityProblems,
  callTool,
  chooseTool,
  jsonInput,
  openView,
  run,
  type ToolCall,
} from '../dev/page/driver.js';
import type { Flows } from '../dev/page/flows/application.js';
import { describeFlows } from '../dev/page/flows/flows.contract.js';
import { usePage } from '../dev/page/use-page.js';
import { Shop, startPageApplication } from './page-application.js';

const order = { product: 'teapot', quantity: 2, speed: 'fast' };

const flows: Flows = {
  form: {
    tool: 'order',
    fill: async (form) => {
      await form.getByLabel('product', { exact: true }).fill(order.product);
      await form.getByLabel('speed', { exact: true }).selectOption(order.speed);
    },
    input: { label: 'quantity', invalid: '10', message: 'must be <= 9', valid: '2' },
    json: order,
  },
  hidden: {
    tool: 'greet',
    input: { word: 'Hello' },
    ...{ parameter: 'name', key: 'user.name', next: 'Ben', result: '<Hello Ben>' },
  },
  tree: { tool: 'order', input: order, branch: 'ordered: {3}', leaf: '"teapot"' },
  stream: { tool: 'recite', input: { lines: 3 }, chunks: /line 3/ },
  long: { tool: 'wait', input: {} },
  media: { tool: 'show', input: {}, media: ['Image from the tool', 'Audio from the tool', 'Video from the tool'] },
  file: { tool: 'measure', input: {}, label: 'data', text: 'oolong', result: '<6 bytes>' },
  models: {
    tool: 'measure',
    loss: { format: 'OpenAI, strict', warning: "/properties/data: 'contentEncoding'" },
    group: 'money',
    query: 'measure a file',
  },
  pasted: { tool: 'find', input: { person: 'Cid' }, result: '<none of Cid>' },
  foreign: { tool: 'find', input: { person: 'Bob' }, result: '<none of Bob>' },
  steps: {
    tool: 'plan',
    input: { product: 'teapot' },
    calls: ['plan', 'price', 'find'],
    steps: [/^rule permissions\[0\] .* allow, by the rule/],
  },
  approval: {
    tool: 'pay',
    input: { person: 'Cid', amount: 9 },
    edited: { person: 'Cid', amount: 5 },
    result: '<sent 5 to Cid>',
  },
  sessions: { tool: 'greet', input: { word: 'Hi' }, group: 'words', isActive: true, key: 'note' },
};

/** The page of an application of NestJS with Express, as a user opens it. */
describe('the developer page of an application', () => {
  const shared = usePage(startPageApplication);
  let page: Page;

  beforeAll(() => {
    ({ page } = shared);
  });

  /** Calls a tool over the route of the application. */
  async function callOverHttp({ tool, input }: ToolCall): Promise<void> {
    await fetch(new URL(`/api/tools/${tool}`, shared.server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
  }

  it('is below the global prefix', () => {
    expect(new URL(page.url()).pathname).toBe('/api/dev/');
  });

  describeFlows(
    {
      get page() {
        return shared.page;
      },
      callElsewhere: callOverHttp,
    },
    flows,
  );

  it('has paid what was approved, and shows no secret', async () => {
    const { sent } = shared.server.app.get(Shop);
    expect(sent).toEqual(['5 to Cid', '9 to Cid', '9 to Cid']);
    await callTool(page, { tool: 'greet', input: { word: 'Hello' } });
    expect(await page.content()).not.toContain('k-12345678');
  });

  it('has no accessibility problem and no error in the console, and asks no other server', async () => {
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(shared.opened.problems).toEqual([]);
    expect(shared.opened.foreignRequests).toEqual([]);
  });

  it('shows that the body parser of the application refuses large arguments', async () => {
    await openView(page, 'Call');
    await chooseTool(page, 'find');
    await jsonInput(page).fill(JSON.stringify({ person: 'x'.repeat(110_000) }));
    await run(page);
    await page.getByText('refused the request with the status 413. Its body parser').first().waitFor();
  });

  it('does not prevent that the application closes, and shows it', async () => {
    const { app } = shared.server;
    const server: Server = app.getHttpServer();
    const closed = once(server, 'close');
    await app.close();
    await closed;
    await page.getByText('Ready', { exact: true }).waitFor({ state: 'detached' });
  });
});
