// `npm run sample one-class`: runs the class in each SDK, one program each.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const folder = import.meta.dirname;

/** The programs, with the options of Node.js that they need here. */
const programs = {
  'ai-sdk': [],
  'openai-agents': [],
  // toolwright is a link here, and its adapter imports LangChain, which is installed next to the link.
  langgraph: ['--preserve-symlinks', '--preserve-symlinks-main'],
  nest: [],
  'mcp-host': [],
};

for (const [name, options] of Object.entries(programs)) {
  const args = [...options, join(folder, '.build', `${name}.js`)];
  console.log(`${name}: ${execFileSync(process.execPath, args, { encoding: 'utf8' }).trimEnd()}`);
}
