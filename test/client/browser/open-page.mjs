// Opens a page in Chromium, calls a tool there, and prints what the page received:
// node open-page.mjs <path of Chromium> <URL of the page> <URL of the tools> <credentials>
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../programs/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const [executablePath, pageUrl, toolsUrl, credentials] = process.argv.slice(2);
// The host names of the pages exist only in this browser.
const rules = '--host-resolver-rules=MAP *.example 127.0.0.1';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-proxy-server', rules] });
try {
  const page = await browser.newPage();
  await page.goto(pageUrl);
  const outcome = await page.evaluate(
    ([url, sent]) => globalThis.callTool(url, sent).catch(({ name, code }) => ({ name, code })),
    [toolsUrl, credentials],
  );
  process.stdout.write(JSON.stringify(outcome));
} finally {
  await browser.close();
}
