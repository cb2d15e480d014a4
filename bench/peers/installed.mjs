// `npm run bench installed`: what npm installs for toolwright and each peer, in an empty project on this platform.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const peers = {
  'ai 7': ['ai@7', 'zod@4'],
  '@langchain/core 1': ['@langchain/core@1', 'zod@4'],
  '@mastra/core 1': ['@mastra/core@1', 'zod@4'],
  '@openai/agents 0.20': ['@openai/agents@0.20', 'zod@4'],
  'genkit 1': ['genkit@1'],
  '@modelcontextprotocol/server 2': ['@modelcontextprotocol/server@2'],
};

const folder = mkdtempSync(join(tmpdir(), 'toolwright-installed-'));
try {
  const packed = npm(['pack', '--silent', '--pack-destination', folder], resolve(import.meta.dirname, '../..'));
  const tarball = join(folder, packed.trim().split('\n').at(-1));
  for (const [name, packages] of Object.entries({ toolwright: [tarball], ...peers })) print(name, packages);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function print(name, packages) {
  const project = mkdtempSync(join(folder, 'project-'));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true }));
  npm(['install', '--silent', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], project);
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
  // An optional package of another platform is locked, and not installed.
  const installed = Object.keys(lock.packages).filter((path) => path !== '' && existsSync(join(project, path))).length;
  const megabytes = Math.round(sizeOf(join(project, 'node_modules')) / 1e6);
  process.stdout.write(`${name.padEnd(32)} ${String(megabytes).padStart(4)} MB, ${installed} packages\n`);
  rmSync(project, { recursive: true });
}

function npm(args, cwd) {
  return execFileSync('npm', args, { cwd, encoding: 'utf8' });
}

function sizeOf(path) {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}
