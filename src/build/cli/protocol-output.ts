import { Writable } from 'node:stream';

/**
 * Reserves standard output for a protocol. From now on, all other output to it, including `console.log`, goes to
 * standard error, because any other line would break the protocol.
 */
export function reserveStandardOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      write(chunk, (error) => done(error));
    },
  });
  process.stdout.on('error', (error) => output.destroy(error));
  return output;
}
