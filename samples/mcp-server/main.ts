import { Toolkit } from 'toolwright';
import { serveMcp } from 'toolwright/mcp';
import { NotePad } from './note-pad.js';

// Run it with --http to serve many clients; without, it serves the one that started it.
async function main(args: readonly string[]): Promise<void> {
  const toolkit = new Toolkit();
  toolkit.register(new NotePad());
  const identity = { name: 'note-pad', title: 'A note pad', version: '1.0.0' };
  const port = Number(process.env.PORT ?? 3_000);
  const serving = args.includes('--http')
    ? await serveMcp(toolkit, { ...identity, transport: 'http', port })
    : await serveMcp(toolkit, { ...identity, transport: 'stdio' });
  // Standard output belongs to the protocol.
  if (serving.url !== undefined) console.error(`Tools are at ${serving.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void serving.close());
  await serving.closed;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.exitCode = 1;
  console.error(error);
});
