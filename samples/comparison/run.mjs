// `npm run sample comparison`: runs the program of each library for each job, and shows what the model reads. `--json` prints
// the complete outcomes instead.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { requests } from './agents/requests.mjs';

const libraries = ['toolwright', 'ai-sdk', 'langchain', 'mastra', 'openai-agents', 'mcp-sdk'];

/** Returns the outcomes of the programs of a library, by job. */
async function outcomesOf(library) {
  const options = library === 'toolwright' ? ['--import', 'toolwright/register'] : [];
  const args = [...options, 'agents/main.mjs', library];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  return [library, JSON.parse(stdout)];
}

function show(outcomes) {
  for (const [job, ofJob] of Object.entries(requests)) {
    for (const [index, { tool, input, approves }] of ofJob.entries()) {
      const decision = approves === undefined ? '' : approves ? ', approved' : ', denied';
      console.log(`\n${job}: ${tool}(${JSON.stringify(input)})${decision}`);
      for (const library of libraries) {
        const result = outcomes[library][job]?.[index].result ?? '–';
        console.log(`  ${library.padEnd(14)}${result.split('\n')[0].slice(0, 120)}`);
      }
    }
  }
}

const outcomes = Object.fromEntries(await Promise.all(libraries.map(outcomesOf)));
if (process.argv.includes('--json')) console.log(JSON.stringify(outcomes));
else show(outcomes);
