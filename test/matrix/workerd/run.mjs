// Bundles worker.ts and runs it in workerd, without and with the compatibility with Node.
import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';

const expected = {
  add: 3,
  addRefused: "Invalid arguments for 'add': missing argument 'second'; /first must be number, got \"one\"",
  place: '2 pen, true',
  placeRefused: "Invalid arguments for 'place': /quantity must not be less than 1, got 0",
  search: 'found tea',
  searchRefused: "Invalid arguments for 'search': /query Too small: expected string to have >=2 characters",
  lookup: 'looked up abc',
  lookupRefused:
    'Invalid arguments for \'lookup\': /id must match the pattern ^[a-z]+$, got "A B"; /id must be a valid hostname, got "A B"',
  bytes: { bytes: 'AQID', when: '1970-01-01T00:00:00.000Z', byName: { a: 1 } },
  fail: 'broken',
  chunks: ['1 ', '2 ', '3 '].map((text) => JSON.stringify({ type: 'text', text })),
  resumed: 'sent 5',
  forged: 'denied',
};

const { outputFiles } = await build({
  entryPoints: ['worker.ts'],
  bundle: true,
  format: 'esm',
  platform: 'browser',
  conditions: ['workerd', 'worker', 'browser'],
  tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
  write: false,
});
const script = outputFiles[0].text;
// Nothing in the bundle may import a Node built-in, statically or late.
assert.deepEqual(script.match(/(?:from|import\()\s*["']node:[^"']*["']/g), null);

for (const compatibilityFlags of [[], ['nodejs_compat']]) {
  const miniflare = new Miniflare({ modules: true, script, compatibilityDate: '2026-04-01', compatibilityFlags });
  try {
    const response = await miniflare.dispatchFetch('http://localhost/');
    assert.equal(response.status, 200, await response.clone().text());
    const answer = await response.json();
    assert.equal(answer.canGenerateCode, false);
    assert.deepEqual(answer.results, expected);
    process.stdout.write(`workerd ${compatibilityFlags.join() || 'without nodejs_compat'}: passed\n`);
  } finally {
    await miniflare.dispose();
  }
}
