// Uses the pages of the sample in Chromium, and prints what they show:
// node web-page.mjs <path of Chromium> <URL of the page> <URL of the page with React>
import { createRequire } from 'node:module';

const require = createRequire(new URL('../programs/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const [executablePath, pageUrl, reactUrl] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-proxy-server'] });
const seen = {};
try {
  const page = await browser.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(pageUrl);

  async function linesAfter(button, count) {
    const before = await page.locator('#output li').count();
    await page.click(`#${button}`);
    await page.locator(`#output li:nth-child(${before + count})`).waitFor();
    const lines = await page.locator('#output li').allTextContents();
    return lines.slice(before);
  }

  seen.find = await linesAfter('find', 1);
  seen.mistake = await linesAfter('mistake', 1);
  seen.describe = await linesAfter('describe', 4);

  await linesAfter('describeAll', 2);
  await page.click('#stop');
  await page.waitForFunction(() => document.querySelector('#output li:last-child').textContent.includes('Abort'));
  seen.stopped = await page.locator('#output li:last-child').textContent();

  const questions = [];
  for (const answer of ['accept', 'dismiss']) {
    page.once('dialog', (dialog) => {
      questions.push(dialog.message());
      return dialog[answer]();
    });
    seen[answer] = await linesAfter('buy', 1);
  }
  seen.questions = questions;

  await page.goto(reactUrl);
  const state = (text) =>
    page.waitForFunction((wanted) => document.querySelector('#state').textContent === wanted, text);
  await page.click('#start');
  await page.waitForFunction(() => document.querySelector('#words').textContent.endsWith('.'));
  await state('idle');
  seen.hook = await page.locator('#words').textContent();
  // Starting again, stopping and leaving the page each cancel the call.
  for (const next of ['#startLong', '#stop']) {
    await page.click('#startLong');
    await state('running');
    await page.waitForFunction(() => document.querySelector('#words').textContent.startsWith('cup 1 cup 2'));
    await page.click(next);
  }
  await state('idle');
  await page.click('#startLong');
  await page.waitForFunction(() => document.querySelector('#words').textContent.startsWith('cup 1 cup 2'));
  await page.goto('about:blank');
  seen.problems = problems;
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify(seen));
