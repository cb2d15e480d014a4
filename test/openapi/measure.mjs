// Measures the import of OpenAPI documents, each in its own process: `npm run bench openapi <folder>`.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { openApiSource } from '../../dist/sources/rest/index.js';
import { listDocuments, nameOf, readDocument } from './documents.mjs';
import { createSampleArguments } from './sample-arguments.mjs';

const limits = { importMs: 5_000, growthBytes: 300e6, firstCallMs: 20 };

/** What happens before the first calls are timed. */
const preparations = ['warm', 'call'];

const [argument, preparation] = process.argv.slice(2);
process.exitCode = preparation === undefined ? measureAll(argument) : await measureDocument(argument, preparation);

function measureAll(folder) {
  const files = listDocuments(folder).filter((file) => nameOf(file).endsWith('.json'));
  const runs = files.flatMap((file) => preparations.map((one) => [file, one]));
  const failed = runs.filter((run) => {
    const args = ['--expose-gc', fileURLToPath(import.meta.url), ...run];
    return spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0;
  });
  return failed.length === 0 ? 0 : 1;
}

async function measureDocument(file, preparation) {
  const document = JSON.parse(readDocument(file));
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  global.gc();
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const source = openApiSource(document, { baseUrl: `http://127.0.0.1:${server.address().port}`, onWarning: () => {} });
  const specs = await source.specs();
  const importMs = performance.now() - start;
  const growthBytes = process.memoryUsage().rss - before;
  const warmStart = performance.now();
  if (preparation === 'warm') await source.warm();
  const warmMs = performance.now() - warmStart;
  const { p95, samples } = await timeFirstCalls(specs);
  const warmGrowth = process.memoryUsage().rss - before;
  await source.close();
  server.close();
  const refused = source.quarantined.length;
  const isWithin = importMs < limits.importMs && warmGrowth < limits.growthBytes && p95 < limits.firstCallMs;
  console.log(
    `${nameOf(file)}: ${specs.length} operations, ${refused} refused, imported in ${importMs.toFixed(0)} ms, ` +
      `${toMegabytes(growthBytes)} MB of growth (${toMegabytes(warmGrowth)} MB after all calls), ` +
      `${preparation === 'warm' ? `warm in ${warmMs.toFixed(0)} ms` : 'one call'}, then ` +
      `first calls p95 ${p95.toFixed(1)} ms (${samples} with sample arguments)${isWithin && refused === 0 ? '' : ': BEYOND THE LIMITS'}`,
  );
  return isWithin && refused === 0 ? 0 : 1;
}

/** Times the first call of each tool but the first one, whose call opens the connection. */
async function timeFirstCalls([first, ...others]) {
  await first.exec((await createSampleArguments(first)) ?? {});
  const times = [];
  let samples = 0;
  for (const spec of others) {
    // Without coercion, arguments have another validator, so that this prepares nothing.
    const args = await createSampleArguments(spec);
    if (args !== undefined) samples++;
    const start = performance.now();
    await spec.exec(args ?? {});
    times.push(performance.now() - start);
  }
  times.sort((one, other) => one - other);
  return { p95: times[Math.floor(times.length * 0.95)] ?? 0, samples };
}

function toMegabytes(bytes) {
  return (bytes / 1e6).toFixed(0);
}
