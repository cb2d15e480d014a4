import { Writable } from 'node:stream';

/**
 * Takes standard output for a protocol: what anybody else writes there, `console.log` included, goes to standard error
 * from now on. A single stray line would break the protocol.
 */
export function takeStandardOutput(): Writable {
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
