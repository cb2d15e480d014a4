import { type Effort, fullEffort, measureRounds, smokeEffort } from './measure.js';
import { infoOf, type PartMessage } from './messages.js';
import { MissingPeerError, type Part, type Scale } from './row.js';
import { loadRow } from './rows.js';

const fullScale: Scale = { many: 10_000, few: 100 };
const smokeScale: Scale = { many: 50, few: 10 };

/** Measures one part of a row in this process, and tells the parent each round. */
async function main(): Promise<void> {
  // Ctrl-C reaches the whole group of processes; it is the parent that ends this one.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit());
  const [rowName = '', partName = '', smoke] = process.argv.slice(2);
  const part = (await loadRow(rowName)).parts.find(({ name }) => name === partName);
  if (part === undefined) throw new TypeError(`The row '${rowName}' has no part '${partName}'.`);
  await measurePart(part, smoke === '--smoke');
  // Whatever a peer leaves open does not keep the process.
  process.exit();
}

async function measurePart(part: Part, isSmoke: boolean): Promise<void> {
  const effort = isSmoke ? smokeEffort : effortOf(part);
  try {
    const contenders = await part.create(isSmoke ? smokeScale : fullScale);
    await send({ kind: 'contenders', contenders: contenders.map(infoOf), rounds: effort.rounds });
    for await (const values of measureRounds(contenders, effort)) await send({ kind: 'round', values });
  } catch (error) {
    if (!(error instanceof MissingPeerError)) throw error;
    await send({ kind: 'missing', reason: error.message });
  }
}

function effortOf({ rounds = fullEffort.rounds, warmupRounds = fullEffort.warmupRounds }: Part): Effort {
  return { ...fullEffort, rounds, warmupRounds };
}

function send(message: PartMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });
}

void main();
