// Checks the requests of imported OpenAPI documents with prism:
// `npm run test:openapi -- <folder> [<folder>] [--short] [--seed 1]`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
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
  const text = readDocument(file);
  writeFileSync(plain, text);
  const isForm = findForms(plain.endsWith('.json') ? JSON.parse(text) : parse(text));
  const prism = await startPrism(plain);
  try {
    const choose = values.short ? drawSpecs(shortCount, Number(values.seed)) : (specs) => specs;
    return await checkRequests(plain, prism.url, { isForm, choose });
  } finally {
    await prism.close();
  }
}

/** Returns a function that checks whether a form is the body of an operation. Prism reads its lists and objects as texts. */
function findForms({ paths }) {
  return ({ method, path }) => {
    const content = paths[path]?.[method.toLowerCase()]?.requestBody?.content ?? {};
    const types = Object.keys(content);
    return types.length > 0 && types.every((type) => type.startsWith('multipart/') || type.endsWith('urlencoded'));
  };
}
