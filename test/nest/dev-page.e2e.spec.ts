import 'reflect-metadata';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type INestApplication, Injectable, Module, type NestInterceptor } from '@nestjs/common';
import { APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import type { Browser, Page } from 'playwright-core';
import { map } from 'rxjs';
import { Tool } from 'toolwright';
import { ToolkitModule } from 'toolwright/nest';
import {
  accessibilityProblems,
  chooseTool,
  formOf,
  jsonInput,
  type OpenedPage,
  openBrowser,
  openPage,
  openView,
  run,
  waitForState,
} from '../dev/page/driver.js';
import { chromium } from '../support/chromium.js';

@Injectable()
class Payments {
  readonly sent: string[] = [];

  @Tool({ description: 'Finds the payments of a person.' })
  find(person: string): string {
    return `none of ${person}`;
  }

  @Tool({ description: 'Pays a person.', needsApproval: true })
  pay(person: string, amount: number): string {
    this.sent.push(`${amount} to ${person}`);
    return `sent ${amount} to ${person}`;
  }
}

/** Shows that the pipeline of the application runs for calls of the page. */
const envelope: NestInterceptor = { intercept: (_context, next) => next.handle().pipe(map((data) => `<${data}>`)) };

@Module({
  imports: [
    ToolkitModule.forRoot({
      approvalKey: 'a key of at least thirty-two characters',
      http: { path: 'tools', approver: () => 'later' },
      dev: { title: 'Payments' },
    }),
  ],
  providers: [Payments, { provide: APP_INTERCEPTOR, useValue: envelope }],
})
class AppModule {}

/** Starts the application, and returns the URL of the page that it logs. */
async function startApplication(): Promise<{ readonly app: INestApplication; readonly url: string }> {
  let url = '';
  const log = (message: unknown): void => {
    url ||= /^Developer page: (.*)$/.exec(String(message))?.[1] ?? '';
  };
  const app = await NestFactory.create(AppModule, { logger: { log, warn: log, error: log }, abortOnError: false });
  app.setGlobalPrefix('api');
  await app.listen(0, '127.0.0.1');
  return { app, url };
}

/** The page of an application of NestJS with Express, as a user opens it. */
describe('the developer page of an application', () => {
  let app: INestApplication;
  let url: string;
  let browser: Browser;
  let opened: OpenedPage;
  let page: Page;

  /** Calls a tool over the route of the application, as another client does. */
  async function callOverHttp(name: string, input: unknown): Promise<void> {
    await fetch(new URL(`/api/tools/${name}`, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
  }

  beforeAll(async () => {
    expect(chromium).toBeDefined();
    ({ app, url } = await startApplication());
    browser = await openBrowser();
    opened = await openPage(browser, url);
    page = opened.page;
  });

  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  it('calls a tool from its form, and shows the result', async () => {
    expect(new URL(page.url()).pathname).toBe('/api/dev/');
    await chooseTool(page, 'find');
    await formOf(page).getByLabel('person', { exact: true }).fill('Ann');
    const result = await run(page);
    await waitForState(result, 'completed');
    await result.getByText('<none of Ann>').first().waitFor();
  });

  it('shows the call of another client', async () => {
    await callOverHttp('find', { person: 'Bob' });
    const happened = await openView(page, 'What happened');
    const calls = happened.getByRole('list', { name: 'Calls, the newest first' });
    await happened.getByRole('searchbox', { name: 'Filter calls' }).fill('Bob');
    await calls.getByRole('button', { name: /find.*completed/ }).click();
    const details = happened.getByRole('region', { name: 'Details of the call' });
    await details.getByText('<none of Bob>').first().waitFor();
    await happened.getByRole('searchbox', { name: 'Filter calls' }).fill('');
  });

  it('approves the deferred call of another client', async () => {
    await callOverHttp('pay', { person: 'Cid', amount: 5 });
    expect(app.get(Payments).sent).toEqual([]);
    const panel = page.getByRole('region', { name: 'Approval of pay' });
    await panel.getByRole('button', { name: 'Approve' }).click();
    await panel.waitFor({ state: 'detached' });
    const calls = page.getByRole('list', { name: 'Calls, the newest first' });
    await calls.getByRole('button', { name: /pay.*completed/ }).waitFor();
    expect(app.get(Payments).sent).toEqual(['5 to Cid']);
  });

  it('has no accessibility problem and no error in the console, and asks no other server', async () => {
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(opened.problems).toEqual([]);
    expect(opened.foreignRequests).toEqual([]);
  });

  it('shows that the body parser of the application refuses large arguments', async () => {
    await openView(page, 'Call');
    await chooseTool(page, 'find');
    await jsonInput(page).fill(JSON.stringify({ person: 'x'.repeat(110_000) }));
    await run(page);
    await page.getByText('refused the request with the status 413. Its body parser').first().waitFor();
  });

  it('does not prevent that the application closes, and shows it', async () => {
    const server: Server = app.getHttpServer();
    const closed = once(server, 'close');
    await app.close();
    await closed;
    await page.getByText('Ready', { exact: true }).waitFor({ state: 'detached' });
  });
});
