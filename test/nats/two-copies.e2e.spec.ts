import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NatsServer, startNatsServer } from '../support/nats-server.mjs';
import { installPackedPackage } from '../support/packed-package.js';
import { runNode } from '../support/repository.js';

// A source of one copy of the package, whose tools a toolkit of another copy calls.
const program = `
  import { connect } from '@nats-io/transport-node';
  import { Toolkit, ToolSpec } from 'toolwright';
  import { natsSource, serveNats } from 'toolwright/nats';
  import { Toolkit as OtherToolkit } from 'other-toolwright';

  const servers = process.argv[2];
  const served = new Toolkit();
  const execute = (_, ctx) => { ctx.log('info', 'started'); return 'done'; };
  served.register(ToolSpec.create({ name: 'work', inputSchema: { type: 'object' }, executor: { kind: 'native', execute } }));
  const serving = await serveNats(served, { servers });
  const observer = await connect({ servers });
  const limits = [];
  observer.subscribe('toolwright.>', {
    callback: (_, { headers }) => { if (headers?.has('Limit-Ms')) limits.push(headers.get('Limit-Ms')); },
  });
  await observer.flush();
  const source = natsSource({ servers });
  const specs = await source.specs();
  const logs = [];
  const results = [];
  for (const Kit of [Toolkit, OtherToolkit]) {
    const toolkit = new Kit();
    toolkit.register(specs);
    const { data } = await toolkit.execute('work', {}, { timeoutMs: 5_000, onLog: ({ message }) => logs.push(message) });
    results.push(data);
  }
  await observer.flush();
  console.log(JSON.stringify({ isAnother: Toolkit !== OtherToolkit, results, limits, logs }));
  await source.close();
  await serving.close();
  await observer.close();
`;

describe('a toolkit of another copy of the package', () => {
  let server: NatsServer;
  let project = '';

  beforeAll(async () => {
    server = await startNatsServer();
    project = installPackedPackage();
    const copy = join(project, 'node_modules/toolwright');
    cpSync(copy, join(project, 'node_modules/other-toolwright'), { recursive: true });
    writeFileSync(join(project, 'program.mjs'), program);
  });

  afterAll(async () => {
    rmSync(project, { recursive: true, force: true });
    await server.stop();
  });

  it('sends the time limit of a call to the worker, and receives the log', () => {
    const printed: unknown = JSON.parse(runNode(['program.mjs', server.url], { cwd: project }));
    expect(printed).toEqual({
      isAnother: true,
      results: ['done', 'done'],
      limits: ['5000', '5000'],
      logs: ['started', 'started'],
    });
  });
});
