// Checks the requests of imported OpenAPI documents with prism:
// `npm run test:openapi -- <folder> [<folder>] [--short] [--seed 1]`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkRequests } from './check-requests.mjs';
import { listDocuments, nameOf, readDocument } from './documents.mjs';
import { drawSpecs } from './draw-specs.mjs';
import { startPrism } from './prism-server.mjs';

// The operations of a document in the short form.
const shortCount = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, seed: { type: 'string', default: String(Date.now() % 1e6) } },
});

const temporary = mkdtempSync(join(tmpdir(), 'openapi-'));
try {
  process.exitCode = await checkAll(positionals.flatMap(listDocuments));
} finally {
  rmSync(temporary, { recursive: true });
}

async function checkAll(files) {
  let exitCode = 0;
  if (values.short)
    console.log(`OpenAPI: at most ${shortCount} operations of a document, drawn by --seed ${values.seed}`);
  for (const file of files) {
    const { count, refused } = await checkDocument(file);
    console.log(`OpenAPI: ${nameOf(file)}: ${count - refused.length} of ${count} requests accepted`);
    for (const { name, reason } of refused) console.log(`  ${name}: ${reason}`);
    if (count === 0 || refused.length > 0) exitCode = 1;
  }
  return exitCode;
}

async function checkDocument(file) {
  const plain = join(temporary, nameOf(file));
  writeFileSync(plain, readDocument(file));
  const prism = await startPrism(plain);
  try {
    return await checkRequests(plain, prism.url, values.short ? drawSpecs(shortCount, Number(values.seed)) : undefined);
  } finally {
    await prism.close();
  }
}
