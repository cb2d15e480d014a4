// `npm run sample comparison`: runs the program of each library for each job, and shows what the model reads.
import { execFileSync } from 'node:child_process';
import { requests } from './agents/requests.mjs';

const libraries = ['toolwright', 'ai-sdk', 'langchain', 'mastra', 'openai-agents', 'mcp-sdk'];

/** Returns the outcomes of a library's programs, by job. */
function outcomesOf(library) {
  const args = ['--import', 'toolwright/register', 'agents/main.mjs', library];
  const stdio = ['ignore', 'pipe', 'ignore'];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8', stdio }));
}

const outcomes = new Map(libraries.map((library) => [library, outcomesOf(library)]));
for (const [job, ofJob] of Object.entries(requests)) {
  for (const [index, { tool, input, approves }] of ofJob.entries()) {
    const decision = approves === undefined ? '' : approves ? ', approved' : ', denied';
    console.log(`\n${job}: ${tool}(${JSON.stringify(input)})${decision}`);
    for (const library of libraries) {
      const result = outcomes.get(library)[job]?.[index].result ?? '–';
      console.log(`  ${library.padEnd(14)}${result.split('\n')[0].slice(0, 120)}`);
    }
  }
}
