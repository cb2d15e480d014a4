// Serves tools that run only as tasks, over stdio or over HTTP on a free port, whose number is the first line of output.
import { appendFileSync } from 'node:fs';
import { Toolkit, ToolSpec } from 'toolwright';
import { serveMcp } from 'toolwright/mcp';

const [, , transport, logFile] = process.argv;
const form = { type: 'object', properties: { lumps: { type: 'integer' } }, required: ['lumps'] };

const tools = {
  brew: async (_, ctx) => {
    ctx.progress(1, undefined, 'brewing');
    await new Promise((resolve) => setTimeout(resolve, 100));
    return 'tea';
  },
  ask: async (_, ctx) => {
    const answer = await ctx.ask(form, { message: 'Sugar?' });
    return answer.kind === 'accept' ? answer.data : 'none';
  },
  linger: (_, ctx) =>
    new Promise((resolve) => {
      ctx.signal.addEventListener('abort', () => {
        appendFileSync(logFile, 'stopped\n');
        resolve('too late');
      });
    }),
  die: () => process.exit(1),
};

const toolkit = new Toolkit();
for (const [name, execute] of Object.entries(tools)) {
  toolkit.register(ToolSpec.create({ name, task: 'required', executor: { kind: 'test', execute } }));
}

const common = { era: '2026-07-28', closeTimeoutMs: 100, tasks: { pollIntervalMs: 100 } };
if (transport === 'stdio') await serveMcp(toolkit, { ...common, transport });
else process.stdout.write(`${(await serveMcp(toolkit, { ...common, transport, port: 0 })).url}\n`);
