import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { packedCommand, packedFolder } from '../support/packed-package.js';
import { Workshop } from './command-line.js';

/** A client of a server whose tools change. */
interface WatchClient {
  readonly client: Client;
  /** Waits until the server has notified the client of a further change. */
  readonly nextChange: () => Promise<void>;
  /** Waits until the server has printed a text to standard error. */
  readonly printed: (text: string) => Promise<string>;
}

describe('toolwright serve --watch', () => {
  let workshop: Workshop;
  let close: () => Promise<void> = async () => {};

  beforeEach(() => {
    workshop = new Workshop(packedFolder);
    workshop.write('package.json', '{ "type": "module" }');
  });

  afterEach(async () => {
    await close();
    close = async () => {};
    workshop.remove();
  });

  async function connect(path: string): Promise<WatchClient> {
    const args = [packedCommand, 'serve', path, '--watch'];
    const transport = new StdioClientTransport({
      command: process.execPath,
      args,
      cwd: workshop.folder,
      stderr: 'pipe',
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    let changes = 0;
    let seen = 0;
    let text = '';
    transport.stderr?.on('data', (chunk) => (text += String(chunk)));
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      changes += 1;
    });
    close = () => client.close();
    await client.connect(transport);
    await client.listTools();
    const printed = async (wanted: string): Promise<string> => {
      while (!text.includes(wanted)) await client.ping();
      return text;
    };
    const nextChange = async (): Promise<void> => {
      while (changes === seen) await client.ping();
      seen = changes;
    };
    return { client, nextChange, printed };
  }

  async function namesOf(client: Client): Promise<readonly string[]> {
    return (await client.listTools()).tools.map(({ name }) => name);
  }

  async function textOf(client: Client, name: string): Promise<unknown> {
    const { content } = await client.callTool({ name });
    return content;
  }

  const moduleOf = (name: string) =>
    `import { ToolSpec } from 'toolwright';
    import { answer } from './answer.js';
    export const tool = ToolSpec.fromFunction(function ${name}() { return answer; });`;

  it('updates the tools of a module when it or a file that it imports changes', async () => {
    workshop.write('shop.js', moduleOf('first'));
    workshop.write('answer.js', "export const answer = 'one';");
    const { client, nextChange } = await connect('shop.js');
    expect(await namesOf(client)).toEqual(['first']);
    expect(await textOf(client, 'first')).toEqual([{ type: 'text', text: 'one' }]);
    workshop.write('shop.js', moduleOf('second'));
    await nextChange();
    expect(await namesOf(client)).toEqual(['second']);
    workshop.write('answer.js', "export const answer = 'two';");
    await nextChange();
    expect(await textOf(client, 'second')).toEqual([{ type: 'text', text: 'two' }]);
  });

  it('keeps the tools while a file cannot be loaded, and shows the line', async () => {
    workshop.write('shop.js', moduleOf('first'));
    workshop.write('answer.js', "export const answer = 'one';");
    const { client, nextChange, printed } = await connect('shop.js');
    workshop.write('answer.js', 'export const answer = 1 2;');
    const shown = 'answer.js:1:25 Unexpected number.\n  export const answer = 1 2;\n                          ^\n';
    expect(await printed(shown)).toContain(`warning: The tools remain as they are. Cannot load 'shop.js': ${shown}`);
    expect(await namesOf(client)).toEqual(['first']);
    expect(await textOf(client, 'first')).toEqual([{ type: 'text', text: 'one' }]);
    workshop.write('answer.js', "export const answer = 'three';");
    await nextChange();
    expect(await textOf(client, 'first')).toEqual([{ type: 'text', text: 'three' }]);
  });

  it('serves on while an imported file cannot be read', async () => {
    workshop.write('shop.js', moduleOf('first'));
    workshop.write('answer.js', "export const answer = 'one';");
    const { client, nextChange, printed } = await connect('shop.js');
    rmSync(join(workshop.folder, 'answer.js'));
    mkdirSync(join(workshop.folder, 'answer.js'));
    await printed('The tools remain as they are.');
    expect(await textOf(client, 'first')).toEqual([{ type: 'text', text: 'one' }]);
    rmSync(join(workshop.folder, 'answer.js'), { recursive: true });
    workshop.write('answer.js', "export const answer = 'four';");
    workshop.write('shop.js', moduleOf('second'));
    await nextChange();
    expect(await textOf(client, 'second')).toEqual([{ type: 'text', text: 'four' }]);
  });

  it('begins to watch a file that is imported later', async () => {
    workshop.write(
      'shop.js',
      moduleOf('first').replace("import { answer } from './answer.js';", "const answer = 'own';"),
    );
    const { client, nextChange, printed } = await connect('shop.js');
    workshop.write('shop.js', moduleOf('first'));
    await printed("Cannot find module './answer.js'.");
    workshop.write('answer.js', "export const answer = 'late';");
    await nextChange();
    expect(await textOf(client, 'first')).toEqual([{ type: 'text', text: 'late' }]);
  });

  it('watches a file of another folder that is removed and written again', async () => {
    const write = (answer: string): void => workshop.write('lib/answer.js', `export const answer = '${answer}';`);
    workshop.write('shop.js', moduleOf('first').replace('./answer.js', './lib/answer.js'));
    write('one');
    const { client, nextChange, printed } = await connect('shop.js');
    rmSync(join(workshop.folder, 'lib/answer.js'));
    await printed("Cannot find module './lib/answer.js'.");
    for (const answer of ['two', 'three']) {
      write(answer);
      await nextChange();
      expect(await textOf(client, 'first')).toEqual([{ type: 'text', text: answer }]);
    }
  });

  it('watches a file whose folder is removed and created again', async () => {
    const write = (answer: string): void => workshop.write('lib/deep/answer.js', `export const answer = '${answer}';`);
    workshop.write('shop.js', moduleOf('first').replace('./answer.js', './lib/deep/answer.js'));
    write('one');
    const { client, nextChange, printed } = await connect('shop.js');
    rmSync(join(workshop.folder, 'lib'), { recursive: true });
    await printed("Cannot find module './lib/deep/answer.js'.");
    for (const answer of ['two', 'three']) {
      write(answer);
      await nextChange();
      expect(await textOf(client, 'first')).toEqual([{ type: 'text', text: answer }]);
    }
    workshop.empty('lib');
    write('four');
    await nextChange();
    expect(await textOf(client, 'first')).toEqual([{ type: 'text', text: 'four' }]);
    write('five');
    await nextChange();
    expect(await textOf(client, 'first')).toEqual([{ type: 'text', text: 'five' }]);
  });

  it('updates the tools of a CommonJS module', async () => {
    const common = (name: string) =>
      `const { ToolSpec } = require('toolwright');
      exports.tool = ToolSpec.fromFunction(function ${name}() { return require('./answer.cjs'); });`;
    workshop.write('shop.cjs', common('first'));
    workshop.write('answer.cjs', "module.exports = 'one';");
    const { client, nextChange } = await connect('shop.cjs');
    expect(await textOf(client, 'first')).toEqual([{ type: 'text', text: 'one' }]);
    workshop.write('answer.cjs', "module.exports = 'two';");
    await nextChange();
    expect(await textOf(client, 'first')).toEqual([{ type: 'text', text: 'two' }]);
  });

  it('updates the tools of a TypeScript module with the types that it imports', async () => {
    const compilerOptions = {
      strict: true,
      module: 'nodenext',
      target: 'es2022',
      allowImportingTsExtensions: true,
      noEmit: true,
    };
    workshop.write('tsconfig.json', JSON.stringify({ compilerOptions }));
    workshop.write(
      'shop.ts',
      `import { Tool, ToolRegistry } from 'toolwright';
      import type { Query } from './query.ts';
      export class Shop extends ToolRegistry { @Tool() find(query: Query): string { return query; } }`,
    );
    workshop.write('query.ts', "export type Query = 'tea' | 'milk';");
    const { client, nextChange } = await connect('shop.ts');
    const enumOf = async () => (await client.listTools()).tools[0]?.inputSchema.properties?.query;
    expect(await enumOf()).toMatchObject({ enum: ['tea', 'milk'] });
    workshop.write('query.ts', "export type Query = 'tea' | 'water';");
    await nextChange();
    expect(await enumOf()).toMatchObject({ enum: ['tea', 'water'] });
  });

  it('updates the tools of an OpenAPI document', async () => {
    const documentOf = (operationId: string) =>
      JSON.stringify({
        openapi: '3.1.0',
        servers: [{ url: 'https://api.example.com' }],
        paths: { '/': { get: { operationId, responses: {} } } },
      });
    workshop.write('api.json', documentOf('first'));
    const { client, nextChange, printed } = await connect('api.json');
    workshop.write('api.json', documentOf('second'));
    await nextChange();
    expect(await namesOf(client)).toEqual(['second']);
    workshop.write('api.json', '{');
    await printed("The tools remain as they are. Cannot read the tools of 'api.json'");
    expect(await namesOf(client)).toEqual(['second']);
  });

  it.each([
    ['kit.js', "--watch cannot update the toolkit 'toolkit' of 'kit.js', because clients use its state."],
    [
      'https://api.example.com/openapi.json',
      "--watch requires a file or a folder, not 'https://api.example.com/openapi.json'.",
    ],
  ])('refuses %s', async (path, message) => {
    workshop.write(
      'kit.js',
      `import { Toolkit } from 'toolwright';
      export const toolkit = new Toolkit();
      toolkit.register(function ping() {});`,
    );
    const { code, stdout, stderr } = await workshop.runProcess('serve', path, '--watch');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
  });
});
