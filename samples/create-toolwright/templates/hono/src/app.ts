import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { Toolkit } from 'toolwright';
import { toolHandler } from 'toolwright/http';
import { Kitchen } from './kitchen.js';

const toolkit = new Toolkit();
toolkit.register(new Kitchen());

// Every caller may call these tools. Return who is calling from `auth`, or throw an AuthenticationError.
const tools = toolHandler(toolkit);

export const app = new Hono();
app.all('/tools/*', (context) => tools.fetch(context.req.raw));
app.get('/', async (context) => context.html(await readFile(new URL('../public/index.html', import.meta.url), 'utf8')));

// The client is one module without imports, so that a page needs no bundler.
const client = fileURLToPath(import.meta.resolve('toolwright/client'));
app.get('/client.js', async (context) => {
  return context.body(await readFile(client, 'utf8'), 200, { 'content-type': 'text/javascript' });
});
