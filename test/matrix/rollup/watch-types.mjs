// Checks that the plugin keeps the file with types current in a watch.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import typescript from '@rollup/plugin-typescript';
import { watch } from 'rollup';
import toolwright from 'toolwright/plugin';

const types = 'src/watched.types.ts';
const write = (levels) => writeFileSync('src/level.ts', `export type Level = ${levels};\n`);
const shows = (levels) => readFileSync(types, 'utf8').includes(`level: ${levels};`);

/** Waits until a check succeeds, for at most 20 seconds. */
async function until(check) {
  const endsAt = Date.now() + 20_000;
  while (!check() && Date.now() < endsAt) await pause(20);
  assert(check(), String(check));
}

writeFileSync(
  'src/lamp.ts',
  `import { Tool, ToolRegistry } from 'toolwright';
import type { Level } from './level';
export class Lamp extends ToolRegistry {
  @Tool() dim(level: Level): string { return level; }
}
`,
);
write("'low' | 'high'");
let builds = 0;
const changed = [];
const watcher = watch({
  input: 'src/lamp.ts',
  external: /^[^./]/,
  output: { dir: 'watched', format: 'esm' },
  plugins: [toolwright.rollup({ types }), typescript({ compilerOptions: { outDir: 'watched' } })],
});
watcher.on('change', (file) => changed.push(basename(file)));
watcher.on('event', (event) => {
  if (event.code === 'ERROR') throw event.error;
  if (event.code === 'END') builds++;
  event.result?.close();
});
await until(() => builds === 1);
assert(shows("'low' | 'high'"));
// The types of a tool are in a file that the bundle does not contain.
write("'low' | 'middle' | 'high'");
await until(() => builds > 1 && shows("'low' | 'middle' | 'high'"));
// The file that was written starts no build. The system may report one change of a source as two, which are two builds.
await pause(1_000);
assert.deepEqual([...new Set(changed)], ['level.ts']);
await watcher.close();
