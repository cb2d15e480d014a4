import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchmark, type RowFindings } from './benchmark.js';
import { processCount } from './process-count.js';
import { describeMachine, formatMarkdown, formatTable } from './table.js';
import { endProgress, interruptSignal, reportEnd, runCommand, showProgress } from './terminal.js';

const page = 'bench/README.md';

/** `npm run bench`: what everything costs, beside what it is measured by and beside peers. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    allowNegative: true,
    options: {
      smoke: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: true },
      processes: { type: 'string', default: '3' },
      row: { type: 'string', multiple: true },
      'write-docs': { type: 'boolean', default: false },
    },
  });
  if (values['write-docs'] && (values.row !== undefined || values.smoke || !values.peers)) {
    throw new TypeError('--write-docs writes the whole table: leave out --row, --smoke and --no-peers.');
  }
  const signal = interruptSignal();
  console.log(describeMachine());
  const rows = await benchmark({
    rows: values.row,
    processes: values.smoke ? 1 : processCount(values.processes),
    withPeers: values.peers,
    isSmoke: values.smoke,
    roots: [resolve('.')],
    signal,
    onProgress: showProgress,
  });
  endProgress();
  console.log(`\n${formatTable(rows)}`);
  reportEnd(rows, signal);
  if (values['write-docs'] && !signal.aborted) writeDocs(rows);
}

/** Puts the table where the README of the benchmarks has it. */
function writeDocs(rows: readonly RowFindings[]): void {
  const text = readFileSync(page, 'utf8');
  const table = `<!-- bench:begin -->\n\n${describeMachine()}\n\n${formatMarkdown(rows)}\n\n<!-- bench:end -->`;
  writeFileSync(
    page,
    text.replace(/<!-- bench:begin -->.*<!-- bench:end -->/s, () => table),
  );
}

void runCommand(main);
