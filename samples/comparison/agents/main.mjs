// Runs the programs of the named library, and prints the outcomes of each request as JSON.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requests } from './requests.mjs';

const [library] = process.argv.slice(2);
const folder = join(import.meta.dirname, '..');
const { run } = await import(`./${library}.mjs`);
const outcomes = {};
for (const job of Object.keys(requests)) {
  const program = fileOf(job);
  if (!existsSync(program)) continue;
  const exported = await import(pathToFileURL(program).href);
  outcomes[job] = [];
  for (const request of requests[job]) outcomes[job].push(await run(exported, request));
}
// Ends the clients of MCP servers, too.
process.stdout.write(JSON.stringify(outcomes), () => process.exit());

/** The programs of toolwright run as they are written: `toolwright/register` reads their types. */
function fileOf(job) {
  return library === 'toolwright' ? join(folder, job, 'toolwright.ts') : join(folder, '.build', job, `${library}.js`);
}
