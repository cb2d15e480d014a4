import { parseArgs } from 'node:util';
import { createContenders } from './contenders.js';
import { type Effort, measure } from './measure.js';
import { describeMachine, formatTable } from './table.js';

const fullEffort: Effort = { rounds: 40, sampleMs: 10, warmupMs: 200 };
const smokeEffort: Effort = { rounds: 1, sampleMs: 1, warmupMs: 1 };

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { smoke: { type: 'boolean', default: false } } });
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  console.log(describeMachine());
  const measurements = await measure(await createContenders(), {
    ...(values.smoke ? smokeEffort : fullEffort),
    signal: interrupt.signal,
    onProgress: showProgress,
  });
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  console.log(`\n${formatTable(measurements)}`);
  if (interrupt.signal.aborted) {
    console.error('Interrupted: medians of the rounds so far.');
    process.exitCode = 130;
  }
}

function showProgress(done: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\rmeasuring … ${Math.floor(done * 100)} %`);
}

void main();
