import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Toolkit } from 'toolwright';
import { mcpSource, serveMcp } from 'toolwright/mcp';
import { ownInfo } from '../../../src/integrations/mcp/protocol/application-info.js';
import { closeAfterTest, initialize } from '../server/clients.js';

let root: string;
const [main, folder] = [process.argv[1], process.cwd()];

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'application-')));
});

afterEach(() => {
  process.argv[1] = String(main);
  process.chdir(folder);
  rmSync(root, { recursive: true, force: true });
});

/** Writes a file and returns its path. */
function write(path: string, content: unknown): string {
  const file = join(root, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** Serves a toolkit over streams and returns the server info that a client receives. */
async function serverInfo(options: { readonly name?: string; readonly version?: string } = {}): Promise<unknown> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const serving = await serveMcp(new Toolkit(), { transport: 'stdio', stdin, stdout, ...options });
  closeAfterTest(() => serving.close());
  stdin.write(`${JSON.stringify(initialize)}\n`);
  const { value } = (await stdout.iterator({ destroyOnReturn: false }).next()) as { readonly value: Buffer };
  return (JSON.parse(String(value)) as { result: { serverInfo: unknown } }).result.serverInfo;
}

describe('the name and the version of a server', () => {
  it('are those of the package that contains the main module', async () => {
    write('app/package.json', { name: 'shop', version: '1.2.3' });
    process.argv[1] = write('app/dist/main.js', '');
    expect(await serverInfo()).toEqual({ name: 'shop', version: '1.2.3' });
  });

  it('are found through the link of a command', async () => {
    write('app/package.json', { name: 'shop', version: '1.2.3' });
    mkdirSync(join(root, 'bin'));
    symlinkSync(write('app/dist/main.js', ''), join(root, 'bin/shop'));
    process.argv[1] = join(root, 'bin/shop');
    expect(await serverInfo()).toEqual({ name: 'shop', version: '1.2.3' });
  });

  it('skip a package.json without a name, and one that is no JSON', async () => {
    write('package.json', { name: 'shop' });
    write('dist/package.json', { type: 'module' });
    write('dist/esm/package.json', '{');
    process.argv[1] = write('dist/esm/main.js', '');
    expect(await serverInfo()).toEqual({ name: 'shop', version: '0.0.0' });
  });

  it.each([undefined, '/nowhere/main.js'])('are those of the working folder if the main module is %s', async (path) => {
    write('package.json', { name: 'here', version: '2.0.0' });
    process.chdir(root);
    process.argv[1] = path as string;
    expect(await serverInfo()).toEqual({ name: 'here', version: '2.0.0' });
  });

  it('are those of toolwright if there is no package.json', async () => {
    process.chdir('/');
    process.argv[1] = '/nowhere/main.js';
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as typeof ownInfo;
    expect(ownInfo).toEqual({ name, version });
    expect(await serverInfo()).toEqual(ownInfo);
  });

  it('are those of toolwright in a runtime without files', async () => {
    const { getBuiltinModule } = process;
    process.getBuiltinModule = (() => undefined) as typeof getBuiltinModule;
    try {
      expect(await serverInfo()).toEqual(ownInfo);
    } finally {
      process.getBuiltinModule = getBuiltinModule;
    }
  });

  it('can be set, each separately', async () => {
    write('package.json', { name: 'here', version: '2.0.0' });
    process.argv[1] = write('main.js', '');
    expect(await serverInfo({ name: 'mine' })).toEqual({ name: 'mine', version: '2.0.0' });
    expect(await serverInfo({ version: '9.0.0' })).toEqual({ name: 'here', version: '9.0.0' });
  });
});

describe('the name and the version of a client', () => {
  it('are those of the package that contains the main module', async () => {
    write('package.json', { name: 'host', version: '3.0.0' });
    const seen = join(root, 'seen.json');
    const program = write(
      'server.mjs',
      `import { writeFileSync } from 'node:fs';
      process.stdin.once('data', (line) => { writeFileSync(${JSON.stringify(seen)}, line); process.exit(); });`,
    );
    process.argv[1] = write('main.js', '');
    const transport = { command: process.execPath, args: [program] };
    const source = mcpSource({ name: 's', transport, restart: { maxRestarts: 1, delayMs: 1 }, onWarning: () => {} });
    closeAfterTest(() => source.close());
    await expect(new Toolkit().registerSource(source)).rejects.toThrow();
    const { params } = JSON.parse(readFileSync(seen, 'utf8')) as { params: { clientInfo: unknown } };
    expect(params.clientInfo).toEqual({ name: 'host', version: '3.0.0' });
  });
});
