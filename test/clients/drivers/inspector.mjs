import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileOf, templatesOf, textOf, viewOf } from './offers.mjs';
import { toResult } from './result.mjs';

const once = 'runs one request and prints its result';
export const lacks = {
  progress: once,
  logs: once,
  ask: once,
  changes: once,
  updates: once,
  completion: 'has no API for it',
  task: once,
  taskInput: once,
  taskCancel: once,
};
export const lacksIn = { '2025-11-25': { resources: 'has a session of its own for each request' } };

const run = promisify(execFile);
const program = join(import.meta.dirname, 'node_modules/.bin/mcp-inspector');

export async function connect({ revision, url, headers, command, args }) {
  const home = mkdtempSync(join(tmpdir(), 'toolwright-inspector-'));
  const target = url === undefined ? [command, ...args] : [url, '--transport', 'http'];
  const header = url === undefined ? [] : ['--header', `Authorization: ${headers.authorization}`];
  const era = revision === '2026-07-28' ? 'modern' : 'legacy';
  const send = async (method, options = [], signal) => {
    const all = ['--cli', ...target, ...header, '--protocol-era', era, '--format', 'json', '--quiet'];
    const settings = { env: { ...process.env, HOME: home }, signal, killSignal: 'SIGINT' };
    const given = [program, ...all, '--method', method, ...options];
    const { stdout } = await run(process.execPath, given, settings).catch((error) => {
      // It fails if the tool has failed, and prints the result.
      if (error.stdout) return error;
      throw error;
    });
    const printed = JSON.parse(stdout);
    return printed.result ?? printed;
  };
  const read = async (uri) => (await send('resources/read', ['--uri', uri])).contents[0].text;
  return {
    list: async () => (await send('tools/list')).tools.map(({ name }) => name),
    call: async (name, given, { signal } = {}) => {
      const options = ['--tool-name', name, '--tool-args-json', JSON.stringify(given)];
      return toResult(await send('tools/call', options, signal));
    },
    read,
    listResources: async () => (await send('resources/list')).resources.map(({ uri }) => uri),
    listTemplates: async () => templatesOf(await send('resources/templates/list')),
    listPrompts: async () => (await send('prompts/list')).prompts.map(({ name }) => name),
    getPrompt: async (name, given) => {
      const args = Object.entries(given).map((pair) => pair.join('='));
      return textOf(await send('prompts/get', ['--prompt-name', name, '--prompt-args', ...args]));
    },
    readSkill: async (name, path) => read(fileOf(await send('skills/list'), name, path)),
    readView: async (name) => read(viewOf((await send('tools/list', ['--advertise-apps'])).tools, name)),
    close: async () => rmSync(home, { recursive: true, force: true }),
  };
}
