// `npm run sample:one-class`: runs the class in each SDK, one program each.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const folder = import.meta.dirname;

for (const name of ['ai-sdk', 'openai-agents', 'nest', 'mcp-host']) {
  const output = execFileSync(process.execPath, [join(folder, '.build', `${name}.js`)], { encoding: 'utf8' });
  console.log(`${name}: ${output.trimEnd()}`);
}
