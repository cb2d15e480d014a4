import type { Browser, Page } from 'playwright-core';
import { type OpenedPage, openBrowser, openPage } from './driver.js';

/** What serves a page. */
export interface PageServer {
  /** The address of the page, with its token. */
  readonly url: string;
  close(): Promise<void>;
}

/** A page that all specs of a block share, and what serves it. There is none before the specs run. */
export interface SharedPage<Server extends PageServer> {
  readonly browser: Browser;
  readonly server: Server;
  readonly opened: OpenedPage;
  readonly page: Page;
}

/** Opens a browser for all specs of a block or file. Returns a function that returns it while they run. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });
  return () => known(browser);
}

/**
 * Opens the page of a server in a browser, once for all specs of a block.
 *
 * @param start - Starts the server.
 */
export function usePage<Server extends PageServer>(start: () => Promise<Server>): SharedPage<Server> {
  const browser = useBrowser();
  let server: Server | undefined;
  let opened: OpenedPage | undefined;
  beforeAll(async () => {
    server = await start();
    opened = await openPage(browser(), server.url);
  });
  afterAll(async () => {
    await opened?.close();
    await server?.close();
  });
  return {
    get browser() {
      return browser();
    },
    get server() {
      return known(server);
    },
    get opened() {
      return known(opened);
    },
    get page() {
      return known(opened).page;
    },
  };
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('It is opened before the first spec, and not known earlier.');
  return value;
}
