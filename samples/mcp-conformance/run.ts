import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { runSuite, type Score } from './suite.js';

const revision = '2025-11-25';

// How long a scenario may wait for the client, in milliseconds. Many run at once, and the machine may be busy.
const clientTimeoutMs = 120_000;

/** How many scenarios the revision scores. */
const scored = { server: 30, client: 18 } as const;

type Side = keyof typeof scored;

const runs: Readonly<Record<Side, () => Promise<Score>>> = { server: runServer, client: runClient };

/** Starts the sample server, unless another is named, and lets the official suite loose on it. */
async function runServer(): Promise<Score> {
  const { MCP_CONFORMANCE_SERVER: other } = process.env;
  if (other !== undefined) return runSuite(['server', '--url', other]);
  const server = spawn(process.execPath, [pathOf('main.js')], { env: { ...process.env, PORT: '0' } });
  try {
    const [line] = (await once(server.stderr, 'data')) as [Buffer];
    return await runSuite(['server', '--url', String(/http:\S+/.exec(String(line)))]);
  } finally {
    server.kill('SIGTERM');
  }
}

/** Lets the official suite start the sample client against servers of its own. */
function runClient(): Promise<Score> {
  const command = `${process.execPath} ${pathOf('client.js')}`;
  const scenarios = ['--suite', 'all', '--spec-version', revision];
  return runSuite(['client', '--command', command, ...scenarios, '--timeout', String(clientTimeoutMs)]);
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

/** Runs the sides that are named, or both. Gives whether every scenario that is scored was passed. */
async function main(named: readonly string[]): Promise<boolean> {
  const lines: string[] = [];
  let isWhole = true;
  for (const side of ['server', 'client'] as const) {
    if (named.length > 0 && !named.includes(side)) continue;
    const { passed, warned } = await runs[side]();
    const title = side === 'server' ? 'Server' : 'Client';
    lines.push(
      `${title}, ${revision}: ${passed} of ${scored[side]} scenarios${warned > 0 ? `, ${warned} with warnings` : ''}`,
    );
    isWhole &&= passed === scored[side];
  }
  console.log(`\n${lines.join('\n')}`);
  return isWhole;
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
