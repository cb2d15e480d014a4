import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { runScenario, runSuite, type Score } from './suite.js';

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

/** The scenarios of skills (SEP-2640), which the suite runs only if they are named, and in 2026-07-28. */
const skillScenarios = {
  server: ['sep-2640-skills-enumeration', 'sep-2640-skills-manifest', 'sep-2640-skills-directory'],
  client: [
    ...['sep-2640-client-no-prefetch', 'sep-2640-client-verify-digest'],
    ...['sep-2640-client-verify-size', 'sep-2640-client-verify-frontmatter'],
  ],
} as const;

type Revision = keyof typeof scored;

/** A run of the suite for a revision. */
interface Run {
  readonly side: 'server' | 'client';
  readonly title: string;
  readonly start: (revision: Revision) => Promise<Score>;
  /** Runs scenarios by their names. Returns how many have passed. */
  readonly startNamed: (scenarios: readonly string[]) => Promise<number>;
}

/** The suite starts the sample client against servers of its own. */
const clientCommand = `${process.execPath} ${pathOf('client.js')}`;
const clientArgs = ['client', '--command', clientCommand, '--timeout', String(clientTimeoutMs)];

const runs: readonly Run[] = [
  ...['node', 'fetch'].map(
    (entrance): Run => ({
      side: 'server',
      title: `Server by ${entrance}`,
      start: (revision) =>
        withServer(entrance, (url) => runSuite(['server', '--url', url, '--requirements', revision])),
      startNamed: (scenarios) =>
        withServer(entrance, (url) => countPassed(scenarios, (name) => runScenario(name, ['server', '--url', url]))),
    }),
  ),
  {
    side: 'client',
    title: 'Client',
    start: (revision) => runSuite([...clientArgs, '--requirements', revision]),
    startNamed: (scenarios) => countPassed(scenarios, (name) => runScenario(name, clientArgs)),
  },
];

/** Starts the sample server with an entrance, unless another server is named, for a run against its URL. */
async function withServer<Result>(entrance: string, run: (url: string) => Promise<Result>): Promise<Result> {
  const { MCP_CONFORMANCE_SERVER: other } = process.env;
  if (other !== undefined) return run(other);
  const env = { ...process.env, PORT: '0', MCP_CONFORMANCE_ENTRANCE: entrance };
  const server = spawn(process.execPath, [pathOf('main.js')], { env });
  try {
    const [line] = (await once(server.stderr, 'data')) as [Buffer];
    return await run(String(/http:\S+/.exec(String(line))));
  } finally {
    server.kill('SIGTERM');
  }
}

async function countPassed(scenarios: readonly string[], run: (name: string) => Promise<boolean>): Promise<number> {
  let passed = 0;
  for (const name of scenarios) if (await run(name)) passed += 1;
  return passed;
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
  for (const { side, title, start, startNamed } of runs) {
    for (const revision of Object.keys(scored) as Revision[]) {
      if (!isWanted(side, ['server', 'client']) || !isWanted(revision, Object.keys(scored))) continue;
      const { passed, warned, passedUnscored, unscored } = await start(revision);
      const warnings = warned > 0 ? `, ${warned} with warnings` : '';
      lines.push(`${title}, ${revision}: ${passed} of ${scored[revision][side]} scenarios${warnings}`);
      isPassed &&= passed === scored[revision][side];
      if (revision === '2026-07-28') {
        const skills = await startNamed(skillScenarios[side]);
        lines.push(`Skills, ${title.toLowerCase()}: ${skills} of ${skillScenarios[side].length} scenarios`);
        isPassed &&= skills === skillScenarios[side].length;
      }
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
