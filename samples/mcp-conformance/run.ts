import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Node 20 has no fs.globSync, which the suite imports and these scenarios do not call.
const globSync = `
  import { register } from 'node:module';
  const shim = 'export * from "node:fs"; export function globSync() { return []; }';
  register('data:text/javascript,' + encodeURIComponent(\`
    export function resolve(specifier, context, next) {
      const isSuite = specifier === 'fs' && context.parentURL?.includes('/@modelcontextprotocol/conformance/');
      if (!isSuite) return next(specifier, context);
      return { url: 'data:text/javascript,' + encodeURIComponent(\${JSON.stringify(shim)}), shortCircuit: true };
    }\`));`;

/** The suite's command, wherever npm has put it. */
function suitePath(): string {
  const place = '/node_modules/@modelcontextprotocol/conformance/dist/index.js';
  for (let folder = new URL('.', import.meta.url); ; folder = new URL('..', folder)) {
    const path = fileURLToPath(new URL(`.${place}`, folder));
    if (existsSync(path)) return path;
    if (folder.pathname === '/') throw new TypeError('Install @modelcontextprotocol/conformance first.');
  }
}

/** Starts the sample server, and lets the official suite loose on it. */
async function main(): Promise<number> {
  const serverPath = fileURLToPath(new URL('main.js', import.meta.url));
  const server = spawn(process.execPath, [serverPath], { env: { ...process.env, PORT: '0' } });
  try {
    const [line] = (await once(server.stderr, 'data')) as [Buffer];
    const url = String(/http:\S+/.exec(String(line)));
    const loader = `data:text/javascript,${encodeURIComponent(globSync)}`;
    const args = ['--import', loader, suitePath(), 'server', '--url', url, ...process.argv.slice(2)];
    const suite = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let report = '';
    suite.stdout.on('data', (chunk) => {
      process.stdout.write(chunk);
      report += String(chunk);
    });
    const [code] = (await once(suite, 'close')) as [number | null];
    const scenarios = [...report.matchAll(/^. [\w-]+: \d+ passed, (\d+) failed/gm)];
    const passed = scenarios.filter(([, failed]) => failed === '0');
    console.log(`\nServer, 2025-11-25: ${passed.length} of ${scenarios.length} scenarios`);
    return code ?? 1;
  } finally {
    server.kill('SIGTERM');
  }
}

process.exitCode = await main();
