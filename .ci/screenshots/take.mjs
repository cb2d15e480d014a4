// `node .ci/screenshots/take.mjs`: takes the pictures of the developer page that docs/dev.md and README.md show, with Chromium.
// The tools are those of shop.ts. Each run shows the same values and times, but Chromium draws letters differently by a hair
// from one run to the next, and with other fonts on another machine, so that no check compares the pictures.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const root = join(import.meta.dirname, '../..');
const images = join(root, 'docs/images/dev');
const executablePath = [
  process.env.CHROMIUM,
  ...['chromium-headless-shell', 'chromium', 'google-chrome'].map((name) => `/usr/bin/${name}`),
].find((path) => path !== undefined && existsSync(path));
const size = { width: 1_200, height: 760 };
const quality = 0.5;
/** The largest size of a picture. */
const maxBytes = 80_000;

/** The pictures, by the name of their file. */
const pictures = {
  call: async (page) => {
    await choose(page, 'describe');
    await page.getByRole('region', { name: 'Arguments' }).getByLabel('product', { exact: true }).fill('teapot');
    await run(page, 'completed');
  },
  models: async (page) => {
    await choose(page, 'find');
    await open(page, 'What a model sees');
    await page.getByRole('region', { name: 'Gemini', exact: true }).waitFor();
  },
  happened: async (page) => {
    await choose(page, 'plan_table');
    await page.getByRole('region', { name: 'Arguments' }).getByLabel('guests', { exact: true }).fill('6');
    await run(page, 'completed');
    const happened = await open(page, 'What happened');
    await happened.getByRole('button', { name: /plan_table/ }).click();
    await happened.getByRole('list', { name: 'Waterfall' }).waitFor();
  },
  approval: async (page) => {
    await choose(page, 'cancel');
    await page.getByRole('region', { name: 'Arguments' }).getByLabel('order', { exact: true }).fill('1041');
    await run(page, 'waiting');
    await choose(page, 'order');
    await page
      .getByRole('textbox', { name: 'JSON', exact: true })
      .fill('{ "items": [{ "product": "P-7", "quantity": 2 }], "express": true }');
    await run(page, 'waiting');
    await open(page, 'What happened');
    await page.getByRole('region', { name: 'Approval of order' }).waitFor();
  },
  sessions: async (page) => {
    const view = await open(page, 'Groups and sessions');
    await createSession(view, 'anna');
    await createSession(view, 'ben');
    await view.getByRole('switch', { name: 'orders in Session anna' }).click();
    await view.getByRole('switch', { name: 'orders in Session anna', checked: false }).waitFor();
  },
  dark: {
    options: { colorScheme: 'dark' },
    take: async (page) => {
      const view = await open(page, 'Groups and sessions');
      await createSession(view, 'anna');
      for (const button of await view.getByRole('button', { name: 'Take a snapshot' }).all()) await button.click();
      await view.getByRole('textbox', { name: 'Snapshot of Session anna' }).scrollIntoViewIfNeeded();
    },
  },
  openapi: {
    entry: 'test/fixtures/openapi/petshop-3.1.yaml',
    title: 'Petshop',
    take: async (page) => {
      await choose(page, 'pets_create');
      await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
    },
  },
  narrow: {
    options: { viewport: { width: 400, height: 760 } },
    take: async (page) => {
      await choose(page, 'find');
      await page.getByRole('region', { name: 'Arguments' }).getByLabel('kind', { exact: true }).selectOption('pot');
      await run(page, 'completed');
    },
  },
};

const folder = createProject();
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--no-proxy-server', '--hide-scrollbars', '--disable-gpu', '--disable-lcd-text'],
});
try {
  mkdirSync(images, { recursive: true });
  for (const [name, picture] of Object.entries(pictures)) {
    await take(name, typeof picture === 'function' ? { take: picture } : picture);
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

/** Takes a picture of the page of tools that have been started for it. */
async function take(name, { entry, title = 'tea-shop', options = {}, take: prepare }) {
  const tools = startTools(entry === undefined ? join(folder, 'shop.ts') : join(root, entry), title);
  try {
    const [url] = await once(tools, 'message');
    const context = await browser.newContext({
      ...{ viewport: size, deviceScaleFactor: 1.5, locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' },
      ...options,
    });
    const page = await context.newPage();
    await page.addInitScript(fixTimes);
    await page.goto(url);
    await page.getByText('Ready', { exact: true }).waitFor();
    await page.locator('.tool-row').first().waitFor({ state: 'attached' });
    await prepare(page);
    await save(page, name);
    await context.close();
  } finally {
    tools.kill();
  }
}

/** Saves what the window shows as WebP, in which a canvas writes it. */
async function save(page, name) {
  await page.mouse.move(0, 0);
  // Nothing blinks, and validators have answered.
  await page.evaluate('document.activeElement?.blur()');
  await page.waitForTimeout(600);
  const png = await page.screenshot({ animations: 'disabled' });
  const canvas = await browser.newPage();
  const webp = await canvas.evaluate(toWebp, { png: png.toString('base64'), quality });
  await canvas.close();
  const bytes = Buffer.from(webp, 'base64');
  if (bytes.length > maxBytes) throw new Error(`The picture '${name}' has ${bytes.length} bytes.`);
  writeFileSync(join(images, `${name}.webp`), bytes);
  process.stdout.write(`docs/images/dev/${name}.webp: ${bytes.length} bytes\n`);
}

// Runs in a page.
async function toWebp({ png, quality }) {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}

/** Creates a project with the module of the tools, in which its types can be read. */
function createProject() {
  const project = mkdtempSync(join(tmpdir(), 'toolwright-screenshots-'));
  copyFileSync(join(import.meta.dirname, 'shop.ts'), join(project, 'shop.ts'));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'tea-shop', version: '1.4.0', type: 'module' }));
  const compilerOptions = { target: 'ES2022', module: 'NodeNext', strict: true, experimentalDecorators: true };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(root, join(project, 'node_modules/toolwright'), 'dir');
  return project;
}

function startTools(entry, title) {
  const register = join(root, 'dist/build/plugin/register.js');
  return fork(join(import.meta.dirname, 'serve.mjs'), [entry, title], {
    execArgv: ['--import', register],
    cwd: folder,
  });
}

// Runs in the page, which shows the IDs of its calls, and the time.
function fixTimes() {
  let calls = 0;
  crypto.randomUUID = () => {
    calls += 1;
    return `00000000-0000-4000-8000-${String(calls).padStart(12, '0')}`;
  };
  Date.now = () => Date.parse('2026-03-02T10:24:09Z');
}

async function choose(page, name) {
  const toggle = page.getByRole('button', { name: 'Tools', exact: true });
  if (await toggle.isVisible()) await toggle.click();
  await page.locator('.tool-row', { hasText: new RegExp(`^\\s*${name}`) }).click();
  await page.getByRole('heading', { level: 2, name: new RegExp(`^${name}`) }).waitFor();
}

async function open(page, name) {
  await page.getByRole('tab', { name, exact: true }).click();
  return page.getByRole('tabpanel', { name, exact: true });
}

async function run(page, state) {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('region', { name: 'Last call' }).getByText(state, { exact: true }).first().waitFor();
}

async function createSession(view, name) {
  await view.getByLabel('Name of the session').fill(name);
  await view.getByRole('button', { name: 'Create session' }).click();
  await view.getByRole('heading', { name: `Session ${name}` }).waitFor();
}
