/**
 * Evaluates the tools of a shop. Without arguments it replays the recorded answers of a model; with the argument `record`, it
 * asks the scripted model, and records its answers: `npm run sample eval record`.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const built = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const sample = (name: string): string => fileURLToPath(new URL(`../../eval/${name}`, import.meta.url));
const command = fileURLToPath(new URL('build/cli/main.js', import.meta.resolve('toolwright')));

const model =
  process.argv[2] === 'record'
    ? ['--model', `node '${built('scripted-model.js')}'`, '--record', sample('answers.json')]
    : ['--replay', sample('answers.json')];
const args = ['eval', built('shop.js'), sample('cases.yaml'), ...model, '--min', '80'];
const { status } = spawnSync(process.execPath, [command, ...args], { stdio: 'inherit' });
process.exitCode = status ?? 1;
