import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { toResult } from './result.mjs';

const once = 'runs one request and prints its result';
export const lacks = {
  progress: once,
  logs: once,
  ask: once,
  changes: once,
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
  return {
    list: async () => (await send('tools/list')).tools.map(({ name }) => name),
    call: async (name, given, { signal } = {}) => {
      const options = ['--tool-name', name, '--tool-args-json', JSON.stringify(given)];
      return toResult(await send('tools/call', options, signal));
    },
    read: async (uri) => (await send('resources/read', ['--uri', uri])).contents[0].text,
    close: async () => rmSync(home, { recursive: true, force: true }),
  };
}
