import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { type Contender, MissingPeerError, type Part, type Row } from '../row.js';

const nothing = 'an empty process';
const rxjs = 'import rxjs';

/** What an import adds to the start of a process. */
export const row: Row = {
  title: 'Importing, over an empty Node process',
  parts: [
    {
      name: 'toolwright',
      rounds: 15,
      create: () => [...bases(), { ...importing('toolwright', '.'), minus: nothing, base: rxjs, maxRatio: 1.7 }],
    },
    ...['zod', 'ai', '@modelcontextprotocol/sdk/client/index.js', '@langchain/core/tools', '@openai/agents-core'].map(
      peerPart,
    ),
  ],
};

function bases(): readonly Contender[] {
  return [
    { name: nothing, isHidden: true, sample: () => startTime('', '.') },
    { ...importing('rxjs', '.'), minus: nothing },
  ];
}

function peerPart(specifier: string): Part {
  return {
    name: specifier,
    isPeer: true,
    rounds: 5,
    warmupRounds: 1,
    create: () => {
      const folder = 'bench/peers';
      if (Number.isNaN(startTime(specifier, folder))) {
        throw new MissingPeerError(`${specifier} is not installed: npm --prefix bench/peers ci`);
      }
      const hidden = bases().map((base) => ({ ...base, isHidden: true }));
      return [...hidden, { ...importing(specifier, folder), minus: nothing, base: rxjs }];
    },
  };
}

function importing(specifier: string, folder: string): Contender {
  return { name: `import ${specifier}`, sample: () => startTime(specifier, folder) };
}

/** How long a process takes that imports this and ends, in nanoseconds; NaN if it cannot. */
function startTime(specifier: string, folder: string): number {
  const code = specifier === '' ? '' : `await import(${JSON.stringify(specifier)});process.exit()`;
  const start = performance.now();
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: resolve(folder),
    stdio: 'ignore',
  });
  return status === 0 ? (performance.now() - start) * 1e6 : Number.NaN;
}
