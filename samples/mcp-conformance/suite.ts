import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
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

/** How many of the scenarios that count were passed. */
export interface Score {
  /** Those in which nothing failed; the suite may still have warned: of an answer that came late, say. */
  readonly passed: number;
  readonly warned: number;
  /** The names of the passed scenarios that the suite does not score: those of extensions, and those newer than the revision. */
  readonly passedUnscored: ReadonlySet<string>;
  /** The number of scenarios that the suite has run and does not score. */
  readonly unscored: number;
}

interface Outcome {
  readonly isPassed: boolean;
  readonly isWarned: boolean;
}

/**
 * Runs the suite with these arguments, prints a line for each scenario that has ended, and counts those of the summary.
 * What the suite runs without scoring it, as extensions of the protocol, does not count.
 */
export async function runSuite(args: readonly string[]): Promise<Score> {
  const suite = startSuite(args);
  const closed = once(suite, 'close');
  const outcomes = new Map<string, Outcome>();
  const passedUnscored = new Set<string>();
  let unscored = 0;
  // The failure of a scenario is printed next to its name.
  createInterface(suite.stderr).on('line', (line) => /^Starting scenario/.test(line) && console.log(line));
  createInterface(suite.stdout).on('line', (line) => {
    const [, name, failed, warnings] = /^. (\S+): \d+ passed, (\d+) failed(, \d+ warnings)?/.exec(line) ?? [];
    if (name !== undefined) outcomes.set(name, { isPassed: failed === '0', isWarned: warnings !== undefined });
    const [, uncounted] = /^ {2}. (\S+) \((?:extension|added-after-release|pending)\)/.exec(line) ?? [];
    if (uncounted !== undefined) {
      if (outcomes.get(uncounted)?.isPassed === true) passedUnscored.add(uncounted);
      outcomes.delete(uncounted);
    }
    const [, run] = /^Not scored for \S+: (\d+) scenario\(s\) run/.exec(line) ?? [];
    if (run !== undefined) unscored = Number(run);
    if (name !== undefined || /^(Running|=== Running|Not scored|\s+- )/.test(line)) console.log(line);
  });
  await closed;
  const passed = [...outcomes.values()].filter(({ isPassed }) => isPassed);
  return {
    passed: passed.length,
    warned: passed.filter(({ isWarned }) => isWarned).length,
    passedUnscored,
    unscored,
  };
}

/** Runs one scenario, which the suite runs only if it is named. Returns whether it has checked something and nothing failed. */
export async function runScenario(name: string, args: readonly string[]): Promise<boolean> {
  const suite = startSuite([...args, '--scenario', name]);
  const closed = once(suite, 'close');
  let summary = '';
  for (const stream of [suite.stdout, suite.stderr]) {
    createInterface(stream).on('line', (line) => {
      if (/^Passed: \d/.test(line)) summary = line;
    });
  }
  await closed;
  const [, passed = '0', failed] = /^Passed: (\d+)\/\d+, (\d+) failed/.exec(summary) ?? [];
  const isPassed = Number(passed) > 0 && failed === '0';
  console.log(`${isPassed ? '✓' : '✗'} ${name}: ${summary}`);
  return isPassed;
}

function startSuite(args: readonly string[]): ChildProcessByStdio<null, Readable, Readable> {
  const loader = `data:text/javascript,${encodeURIComponent(globSync)}`;
  return spawn(process.execPath, ['--import', loader, suitePath(), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The command of the suite, which is installed in its own folder. */
function suitePath(): string {
  const folder = new URL('../../mcp-conformance/suite/', import.meta.url);
  const path = fileURLToPath(new URL('node_modules/@modelcontextprotocol/conformance/dist/index.js', folder));
  if (existsSync(path)) return path;
  throw new TypeError('Install the suite first: npm --prefix samples/mcp-conformance/suite ci');
}
