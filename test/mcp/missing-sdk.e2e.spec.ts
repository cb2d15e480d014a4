import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { installPackedPackage } from '../support/packed-package.js';
import { runNode } from '../support/repository.js';

describe('toolwright/mcp without an SDK', () => {
  let project = '';

  beforeAll(() => {
    project = installPackedPackage();
    rmSync(join(project, 'node_modules/@modelcontextprotocol'), { recursive: true });
  }, 120_000);

  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  it('can be imported, and names the package to install when tools are served', () => {
    const code = `import { serveMcp } from 'toolwright/mcp';
      serveMcp(function ping() {}, { transport: 'stdio' }).catch((error) => console.log(error.code, error.message));`;
    expect(runNode(['--input-type=module', '-e', code], { cwd: project })).toBe(
      'definition Serving tools over MCP requires a package. Run: npm install @modelcontextprotocol/sdk\n',
    );
  });
});
