import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchmark } from './benchmark.js';
import { processCount } from './process-count.js';
import { createRevision, type Revision } from './revision.js';
import { describeMachine, formatComparison } from './table.js';
import { endProgress, interruptSignal, reportEnd, runCommand, showProgress } from './terminal.js';

/** `npm run bench compare <git-ref>`: the same rows over this build and that of another revision, in turn. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      smoke: { type: 'boolean', default: false },
      processes: { type: 'string', default: '5' },
      row: { type: 'string', multiple: true },
    },
  });
  const [ref] = positionals;
  if (ref === undefined || positionals.length > 1) {
    throw new TypeError('Name one revision: npm run bench compare main');
  }
  const processes = values.smoke ? 1 : processCount(values.processes);
  const signal = interruptSignal();
  const other = await createRevision(ref, signal);
  if (other === undefined) {
    process.exitCode = 130;
    return;
  }
  try {
    await compare(other, { processes, rows: values.row, isSmoke: values.smoke, signal });
  } finally {
    await other.remove();
  }
}

interface CompareOptions {
  readonly processes: number;
  readonly rows: readonly string[] | undefined;
  readonly isSmoke: boolean;
  readonly signal: AbortSignal;
}

async function compare(other: Revision, options: CompareOptions): Promise<void> {
  console.log(describeMachine());
  const roots = [other.root, resolve('.')];
  const rows = await benchmark({ ...options, withPeers: false, roots, onProgress: showProgress });
  endProgress();
  console.log(`\n${formatComparison(rows, [other.name, 'here'])}`);
  reportEnd(rows, options.signal);
}

void runCommand(main);
