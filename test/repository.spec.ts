import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest, root } from './support/repository.js';

describe('the repository', () => {
  const paper = (name: string): string => readFileSync(join(root, name), 'utf8');

  it('states its licence and its minimum Node version', () => {
    expect(readManifest()).toMatchObject({ license: 'MIT', engines: { node: '>=20.19' } });
    expect(paper('LICENSE')).toMatch(/^MIT License\n/);
  });

  it('has its documents, and a workflow that installs, checks and tests', () => {
    for (const name of ['CONTRIBUTING.md', 'AGENTS.md', 'CHANGELOG.md']) expect(paper(name)).toMatch(/^# /);
    expect(paper('.ci/run')).toMatch(/^npm ci$[\s\S]*^npm run check$[\s\S]*^npm run test:all /m);
  });
});
