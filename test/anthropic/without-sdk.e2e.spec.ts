import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPackedPackage } from '../support/packed-package.js';

const program = `
  import { Toolkit } from 'toolwright';
  import { betaTools } from 'toolwright/anthropic';
  const toolkit = new Toolkit();
  toolkit.register(function save() { throw new TypeError('disk full'); });
  await betaTools(toolkit)[0].run({}).catch(({ message }) => console.log(message));
`;

describe("a tool for the tool runner, where Anthropic's SDK cannot be imported", () => {
  it('fails with the text for the model', async () => {
    const project = installPackedPackage();
    try {
      rmSync(join(project, 'node_modules/@anthropic-ai/sdk'));
      const args = ['--input-type=module', '--eval', program];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project });
      expect(stdout.trim()).toMatch(/disk full/);
    } finally {
      rmSync(project, { recursive: true });
    }
  });
});
