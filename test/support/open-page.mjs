// Opens a page in Chromium, calls its function `callTool`, and prints what the function returned:
// node open-page.mjs <path of Chromium> <URL of the page> <arguments of the function …>
import { createRequire } from 'node:module';

const require = createRequire(new URL('../programs/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const [executablePath, pageUrl, ...args] = process.argv.slice(2);
// The host names of the pages exist only in this browser.
const rules = '--host-resolver-rules=MAP *.example 127.0.0.1';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-proxy-server', rules] });
try {
  const page = await browser.newPage();
  await page.goto(pageUrl);
  process.stdout.write(JSON.stringify(await page.evaluate((given) => globalThis.callTool(...given), args)));
} finally {
  await browser.close();
}
