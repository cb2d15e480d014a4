// Runs hostile programs in a sandbox, in one process.
import { QuickJsEngine } from '../../dist/sources/sandbox/index.js';
import { BlockMeter } from './block-meter.mjs';
import { preamble, programOf } from './hostile-program.mjs';
import { Random } from './random.mjs';
import { serveCases } from './serve-cases.mjs';

const limits = { computeMs: 50, memoryBytes: 16 * 1024 * 1024 };
// Until a worker is terminated, and another one has started, on a busy machine.
const graceMs = 5_000;
const codes = ['execution', 'timeout', 'invalid_output'];
const engine = new QuickJsEngine();

async function runCase(seed) {
  const source = preamble + programOf(new Random(seed));
  const problems = [];
  const seen = [];
  const echo = ([value]) => {
    seen.push(value);
    return value;
  };
  const meter = new BlockMeter();
  const start = performance.now();
  const result = await engine.run({ source, functions: { echo }, limits });
  const elapsedMs = performance.now() - start;
  meter.stop();
  if (result.status === 'failed' && !codes.includes(result.error.code))
    problems.push(`${result.error.code} ${result.error.message}`);
  if (result.error?.details?.reason === 'crashed') problems.push('the sandbox crashed');
  if (/node:|file:|worker|\/dist\//.test(result.error?.message ?? '')) problems.push(`a path: ${result.error.message}`);
  if (!isJson(result.value) || !seen.every(isJson)) problems.push('a value is no JSON data');
  if (elapsedMs > limits.computeMs + graceMs) problems.push(`ended after ${elapsedMs.toFixed(0)} ms`);
  const next = await engine.run({ source: '[typeof kept, ({}).toJSON === undefined, 1 + 1]' });
  if (JSON.stringify(next.value) !== '["undefined",true,2]')
    problems.push(`the next program: ${JSON.stringify(next.value ?? next.error)}`);
  if (Object.keys(Object.prototype).length > 0 || 'a' in {}) problems.push('Object.prototype has changed');
  return { seed, longestMs: meter.longestMs, problems, where: 'run' };
}

function isJson(value) {
  return value === undefined || JSON.stringify(JSON.parse(JSON.stringify(value))) === JSON.stringify(value);
}

// Starts the workers and compiles the code, which is no part of a case.
for (let seed = 0; seed < 20; seed++) await runCase(3_000_000_000 + seed);
serveCases(runCase);
