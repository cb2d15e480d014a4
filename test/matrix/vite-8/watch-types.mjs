// Checks that the plugin keeps the file with types current, in a watch of a build and in the development server, which
// reloads a page after a change of its tools.
import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import toolwright from 'toolwright/plugin';
import { build, createServer } from 'vite';

const types = 'src/watched.types.ts';
const lamp = (levels) => `import { Tool, ToolRegistry } from 'toolwright';
export class Lamp extends ToolRegistry {
  @Tool() dim(level: ${levels}): string { return level; }
}
`;
const write = (levels) => writeFileSync('src/lamp.ts', lamp(levels));
const shows = (levels) => readFileSync(types, 'utf8').includes(`level: ${levels};`);

/** Waits until a check succeeds, for at most 20 seconds. */
async function until(check) {
  const endsAt = Date.now() + 20_000;
  while (!check() && Date.now() < endsAt) await pause(20);
  assert(check(), String(check));
}

write("'low' | 'high'");
let builds = 0;
const changed = [];
const watcher = await build({
  configFile: false,
  logLevel: 'warn',
  plugins: [toolwright.vite({ types })],
  build: { watch: {}, outDir: 'watched', lib: { entry: 'src/lamp.ts', formats: ['es'], fileName: 'lamp' } },
});
watcher.on('change', (file) => changed.push(basename(file)));
watcher.on('event', ({ code }) => {
  if (code === 'END') builds++;
});
await until(() => builds === 1);
assert(shows("'low' | 'high'"));
write("'low' | 'middle' | 'high'");
await until(() => builds > 1 && shows("'low' | 'middle' | 'high'"));
// The file that was written starts no build. The system may report one change of a source as two, which are two builds.
await pause(1_000);
assert.deepEqual([...new Set(changed)], ['lamp.ts']);
await watcher.close();

const plugins = [toolwright.vite({ types })];
const server = await createServer({
  configFile: false,
  logLevel: 'warn',
  plugins,
  optimizeDeps: { noDiscovery: true },
});
await server.listen();
await pause(1_000);
write("'dark' | 'bright'");
await until(() => shows("'dark' | 'bright'"));
const { mtimeMs } = statSync(types);
await pause(1_000);
assert.equal(statSync(types).mtimeMs, mtimeMs);

// The entry module of a page has tools itself.
const reloads = [];
const { send } = server.ws;
server.ws.send = (...message) => {
  if (message[0]?.type === 'full-reload') reloads.push(message[0]);
  return send.apply(server.ws, message);
};
await server.transformRequest('/src/lamp.ts');
write("'off' | 'on'");
await until(() => reloads.length > 0);
await server.close();
