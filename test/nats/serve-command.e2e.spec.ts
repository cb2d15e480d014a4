import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Toolkit } from 'toolwright';
import { natsSource } from 'toolwright/nats';
import { Workshop } from '../cli/command-line.js';
import { until } from '../execution/waiting.js';
import { startNatsServer } from '../support/nats-server.mjs';
import { packedCommand, packedFolder } from '../support/packed-package.js';

describe('toolwright serve --nats', () => {
  it('serves the tools of a module until it is stopped, after its calls have ended', async () => {
    const server = await startNatsServer();
    const workshop = new Workshop(packedFolder);
    workshop.compile(
      'shelf.mjs',
      `export class Shelf extends ToolRegistry {
        @Tool() async wait(ctx: ToolContext) {
          process.stderr.write('waiting\\n');
          await new Promise((resolve) => process.once('SIGTERM', () => setTimeout(resolve, 50)));
          return 'waited';
        }
      }`,
    );
    const args = ['serve', 'shelf.mjs', '--nats', server.url, '--subject', 'shelves.one', '--queue', 'gpu'];
    const child = spawn(process.execPath, [packedCommand, ...args], { cwd: workshop.folder });
    let printed = '';
    child.stderr.on('data', (part) => {
      printed += String(part);
    });
    const exited = once(child, 'exit');
    await until(() => printed.includes('takes calls'));
    const toolkit = new Toolkit();
    const source = natsSource({ servers: server.url, subject: 'shelves.one', queues: ['gpu'] });
    await toolkit.registerSource(source);
    const call = toolkit.execute('wait', {});
    await until(() => printed.includes('waiting'));
    child.kill('SIGTERM');
    const { data } = await call;
    expect([data, await exited]).toEqual(['waited', [0, null]]);
    await toolkit.removeSource(source.name);
    workshop.remove();
    await server.stop();
  });

  it('reports a server that does not answer', async () => {
    const workshop = new Workshop(packedFolder);
    workshop.compile('shelf.mjs', 'export class Shelf extends ToolRegistry { @Tool() find() { return 1; } }');
    const child = spawn(process.execPath, [packedCommand, 'serve', 'shelf.mjs', '--nats', 'nats://127.0.0.1:1'], {
      cwd: workshop.folder,
    });
    let printed = '';
    child.stderr.on('data', (part) => {
      printed += String(part);
    });
    const [code] = await once(child, 'exit');
    workshop.remove();
    expect([code, printed]).toEqual([
      1,
      expect.stringContaining('Cannot serve: No NATS server accepts a connection at nats://127.0.0.1:1'),
    ]);
  });
});
