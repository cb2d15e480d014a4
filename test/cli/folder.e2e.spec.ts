import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { packedCommand, packedFolder } from '../support/packed-package.js';
import { Workshop } from './command-line.js';

const module = (name: string): string => `export const ${name} = ToolSpec.fromFunction(() => 1, { name: '${name}' });`;

describe('a folder of tools', () => {
  it('is served, and its tools follow its files', async () => {
    const workshop = new Workshop(packedFolder);
    const client = new Client({ name: 'test', version: '1.0.0' });
    try {
      workshop.compile('tools/first.mjs', module('first'));
      const args = [packedCommand, 'serve', 'tools', '--watch'];
      const transport = new StdioClientTransport({ command: process.execPath, args, cwd: workshop.folder });
      const changed = new Promise<void>((resolve) => {
        client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
      });
      await client.connect(transport);
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['first']);
      workshop.compile('tools/second.mjs', module('second'));
      await changed;
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['first', 'second']);
    } finally {
      await client.close();
      workshop.remove();
    }
  });

  it('in TypeScript is loaded with its types', async () => {
    const workshop = new Workshop(packedFolder);
    try {
      workshop.write(
        'tools/greeter.ts',
        "import { Tool, ToolRegistry } from 'toolwright';\n" +
          "export class Greeter extends ToolRegistry { @Tool() greet(name: string): string { return 'Hello ' + name; } }",
      );
      const compilerOptions = { strict: true, module: 'nodenext', target: 'es2022' };
      workshop.write('tsconfig.json', JSON.stringify({ compilerOptions }));
      workshop.write('package.json', '{ "type": "module" }');
      const run = await workshop.runProcess('call', 'tools', 'greet', '{"name":"Ann"}');
      expect(run).toEqual({ code: 0, stdout: 'Hello Ann\n', stderr: '' });
    } finally {
      workshop.remove();
    }
  });
});
