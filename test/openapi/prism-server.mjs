import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('prism/node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url));

// A document of 13 MB takes a few seconds.
const startTimeoutMs = 300_000;

/** Starts the mock server of a document. To an invalid request it responds with 422, or as the document describes. */
export async function startPrism(file) {
  const port = await findFreePort();
  const args = [program, 'mock', '--host', '127.0.0.1', '--port', String(port), file];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const isListening = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`prism does not start: ${output.slice(-2000)}`)), startTimeoutMs);
    const onText = (text) => {
      output = `${output}${text}`.slice(-20_000);
      if (!/Prism is listening/.test(output)) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout.setEncoding('utf8').on('data', onText);
    child.stderr.setEncoding('utf8').on('data', onText);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`prism ended with ${code}: ${output.slice(-2000)}`));
    });
  });
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  try {
    await isListening;
  } catch (error) {
    await close();
    throw error;
  }
  return { url: `http://127.0.0.1:${port}`, close };
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
