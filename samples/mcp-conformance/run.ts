import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { runSuite, type Score } from './suite.js';

// How long a scenario may wait for the client, in milliseconds. Many run at once, and the machine may be busy.
const clientTimeoutMs = 120_000;

/** How many scenarios each revision of the protocol scores. */
const scored = {
  '2025-11-25': { server: 30, client: 18 },
  '2026-07-28': { server: 37, client: 32 },
} as const;

/** How many scenarios of the extension for tasks a server has to pass. */
const taskScenarios = 10;

/** What a client has to pass although it is not scored: the extensions for authorisation, and a scenario that is newer. */
const clientScenarios = [
  ...['auth/client-credentials-jwt', 'auth/client-credentials-basic', 'auth/enterprise-managed-authorization'],
  ...['auth/dpop', 'auth/dpop-nonce', 'auth/wif-jwt-bearer', 'json-schema-2020-12-preservation'],
];

type Revision = keyof typeof scored;

/** A run of the suite for a revision. */
interface Run {
  readonly side: 'server' | 'client';
  readonly title: string;
  readonly start: (revision: Revision) => Promise<Score>;
}

const runs: readonly Run[] = [
  ...['node', 'fetch'].map(
    (entrance): Run => ({
      side: 'server',
      title: `Server by ${entrance}`,
      start: (revision) => runServer(revision, entrance),
    }),
  ),
  { side: 'client', title: 'Client', start: runClient },
];

/** Starts the sample server with an entrance, unless another server is named, and runs the official suite against it. */
async function runServer(revision: Revision, entrance: string): Promise<Score> {
  const { MCP_CONFORMANCE_SERVER: other } = process.env;
  const args = (url: string) => ['server', '--url', url, '--requirements', revision];
  if (other !== undefined) return runSuite(args(other));
  const env = { ...process.env, PORT: '0', MCP_CONFORMANCE_ENTRANCE: entrance };
  const server = spawn(process.execPath, [pathOf('main.js')], { env });
  try {
    const [line] = (await once(server.stderr, 'data')) as [Buffer];
    return await runSuite(args(String(/http:\S+/.exec(String(line)))));
  } finally {
    server.kill('SIGTERM');
  }
}

/** Lets the official suite start the sample client against servers of its own. */
function runClient(revision: Revision): Promise<Score> {
  const command = `${process.execPath} ${pathOf('client.js')}`;
  const timeout = ['--timeout', String(clientTimeoutMs)];
  return runSuite(['client', '--command', command, '--requirements', revision, ...timeout]);
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

/** Runs the sides and revisions that are named, or all. Returns whether every scenario of the server, and every one of the client that
 * is scored, has passed. */
async function main(named: readonly string[]): Promise<boolean> {
  const isWanted = (name: string, of: readonly string[]) => {
    return named.includes(name) || !of.some((one) => named.includes(one));
  };
  const lines: string[] = [];
  let isPassed = true;
  for (const { side, title, start } of runs) {
    for (const revision of Object.keys(scored) as Revision[]) {
      if (!isWanted(side, ['server', 'client']) || !isWanted(revision, Object.keys(scored))) continue;
      const { passed, warned, passedUnscored, unscored } = await start(revision);
      const warnings = warned > 0 ? `, ${warned} with warnings` : '';
      lines.push(`${title}, ${revision}: ${passed} of ${scored[revision][side]} scenarios${warnings}`);
      isPassed &&= passed === scored[revision][side];
      if (side === 'client') {
        const others = clientScenarios.filter((name) => passedUnscored.has(name)).length;
        lines.push(`Client, not scored, ${revision}: ${others} of ${clientScenarios.length} scenarios`);
        isPassed &&= others === clientScenarios.length;
        continue;
      }
      lines.push(`Not scored, ${title.toLowerCase()}: ${passedUnscored.size} of ${unscored} scenarios`);
      isPassed &&= unscored > 0 && passedUnscored.size === unscored;
      if (revision === '2025-11-25') continue;
      const tasks = [...passedUnscored].filter((name) => name.startsWith('tasks-')).length;
      lines.push(`Tasks, ${title.toLowerCase()}: ${tasks} of ${taskScenarios} scenarios`);
      isPassed &&= tasks === taskScenarios;
    }
  }
  console.log(`\n${lines.join('\n')}`);
  return isPassed;
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
