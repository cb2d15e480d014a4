import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { lastValueFrom, toArray } from 'rxjs';
import { Toolkit, type ToolResponse, type ToolSpec } from 'toolwright';
import type { McpSource } from 'toolwright/mcp';
import { EverythingOverHttp, npmServer, sdks, useSources } from './servers.js';

describe.each(sdks)('with the SDK %s', (sdk) => {
  const open = useSources(sdk);

  async function toolkitWith(source: McpSource): Promise<Toolkit> {
    const toolkit = new Toolkit();
    await toolkit.registerSource(source);
    return toolkit;
  }

  function toolOf(toolkit: Toolkit, name: string): ToolSpec {
    return toolkit.get(name) as ToolSpec;
  }

  describe.each(['stdio', 'HTTP'] as const)('the everything server over %s', (over) => {
    let http: EverythingOverHttp | undefined;

    beforeAll(async () => {
      if (over === 'HTTP') http = await EverythingOverHttp.start();
    }, 30_000);

    afterAll(() => http?.kill());

    function everything(options: Partial<Parameters<typeof open.source>[0]> = {}): McpSource {
      const transport = http === undefined ? npmServer('everything', 'stdio') : { url: http.url };
      return open.source({ name: 'everything', transport, ...options });
    }

    it('serves calls of tools by names that models accept', async () => {
      const source = everything();
      const toolkit = await toolkitWith(source);
      expect(toolkit.list().map((spec) => spec.name)).toContain('everything__get-sum');
      expect(source.remoteName('everything__get-sum')).toBe('get-sum');
      expect(source.server?.name).toMatch(/everything/);
      const { data } = await toolkit.execute('everything__echo', { message: 'tea' });
      expect(data).toBe('Echo: tea');
      const sum = await toolkit.execute('everything__get-sum', { a: 2, b: '3' });
      expect(sum.toText()).toContain('5');
    });

    it('receives only valid arguments', async () => {
      const toolkit = await toolkitWith(everything());
      const { error } = await toolkit.execute('everything__get-sum', { a: 2, c: 3 });
      expect(error?.code).toBe('invalid_parameters');
    });

    it('returns structured content that matches its schema', async () => {
      const toolkit = await toolkitWith(everything());
      const { data, success } = await toolkit.execute('everything__get-structured-content', { location: 'New York' });
      expect({ data, success }).toEqual({
        data: { temperature: expect.any(Number), conditions: expect.any(String), humidity: expect.any(Number) },
        success: true,
      });
    });

    it('returns images and resources as content', async () => {
      const toolkit = await toolkitWith(everything());
      const image = await toolkit.execute('everything__get-tiny-image', {});
      expect(image.content.map((block) => block.type)).toEqual(['text', 'image', 'text']);
      const links = await toolkit.execute('everything__get-resource-links', { count: 2 });
      expect(links.content.filter((block) => block.type === 'resource_link')).toHaveLength(2);
      const zipped = await toolkit.execute('everything__gzip-file-as-resource', {
        data: 'data:text/plain;base64,aGVsbG8=',
        outputType: 'resource',
      });
      const [block] = zipped.content;
      const blob = block?.type === 'resource' ? block.resource.blob : undefined;
      expect(gunzipSync(Buffer.from(blob ?? '', 'base64')).toString()).toBe('hello');
    });

    it('reports its progress as chunks', async () => {
      const toolkit = await toolkitWith(everything());
      const progress: unknown[] = [];
      const tool = toolOf(toolkit, 'everything__trigger-long-running-operation');
      const responses = await lastValueFrom(
        tool
          .stream({ duration: 0.3, steps: 3 }, { onProgress: ({ value, total }) => progress.push([value, total]) })
          .pipe(toArray()),
      );
      expect(responses.map(({ isLast }: ToolResponse) => isLast)).toEqual([false, false, false, true]);
      expect(responses[1]?.metadata).toEqual({ progress: { progress: 2, total: 3 } });
      expect(progress).toEqual([
        [1, 3],
        [2, 3],
        [3, 3],
      ]);
      expect(responses.at(-1)?.content).toEqual([{ type: 'text', text: expect.stringContaining('completed') }]);
    });

    it('can ask the user, sample a model and list roots', async () => {
      const asked: unknown[] = [];
      const source = everything({
        elicit: (params) => {
          asked.push(params.message);
          return { action: 'accept', content: { name: 'Ada' } };
        },
        sample: (params) => {
          asked.push(params.maxTokens);
          return { model: 'none', role: 'assistant', content: { type: 'text', text: 'sampled words' } };
        },
        roots: () => [{ uri: 'file:///shelf', name: 'the shelf' }],
      });
      await source.connect();
      // The server lists tools that need a capability once the client has declared it.
      let tools = await source.specs();
      for (let tries = 0; tries < 50 && !tools.some(({ name }) => name.endsWith('roots-list')); tries++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        tools = await source.specs();
      }
      const call = async (name: string, args: object): Promise<string> => {
        const spec = tools.find((tool) => tool.name === `everything__${name}`);
        return (await spec?.exec(args))?.toText() ?? '';
      };
      expect(await call('trigger-elicitation-request', {})).toContain('Ada');
      expect(await call('trigger-sampling-request', { prompt: 'p', maxTokens: 7 })).toContain('sampled words');
      expect(await call('get-roots-list', {})).toContain('file:///shelf');
      expect(asked).toEqual([expect.any(String), 7]);
    });

    it('is disconnected when its source is removed', async () => {
      const toolkit = await toolkitWith(everything());
      const spec = toolOf(toolkit, 'everything__echo');
      await toolkit.removeSource('everything');
      expect(toolkit.list()).toEqual([]);
      expect((await spec.exec({ message: 'tea' })).error?.code).toBe('interrupted');
    });
  });

  describe('the filesystem server', () => {
    it('reads and writes in allowed folders, and reports others as errors', async () => {
      const folder = open.folder();
      writeFileSync(join(folder, 'note.txt'), 'Remember the tea.');
      const toolkit = await toolkitWith(
        open.source({ name: 'files', transport: npmServer('filesystem', folder), exclude: ['read_file'] }),
      );
      expect(toolkit.get('files__read_file')).toBeUndefined();
      const read = await toolkit.execute('files__read_text_file', { path: join(folder, 'note.txt') });
      expect(read.data).toEqual({ content: 'Remember the tea.' });
      const written = await toolkit.execute('files__write_file', { path: join(folder, 'new.txt'), content: 'x' });
      expect(written.success).toBe(true);
      const refused = await toolkit.execute('files__read_text_file', { path: '/etc/hostname' });
      expect(refused.error).toMatchObject({ code: 'execution', message: expect.stringContaining('denied') });
    });

    it('receives preset arguments that are hidden from the model', async () => {
      const folder = open.folder();
      writeFileSync(join(folder, 'note.txt'), 'Remember the tea.');
      const toolkit = new Toolkit({ state: { shelf: join(folder, 'note.txt') } });
      await toolkit.registerSource(
        open.source({
          name: 'files',
          transport: npmServer('filesystem', folder),
          include: ['list_directory', 'read_text_file'],
          preset: { list_directory: { path: folder } },
          bind: { read_text_file: { path: 'shelf' } },
        }),
      );
      expect(Object.keys(toolOf(toolkit, 'files__list_directory').params)).toEqual([]);
      expect((await toolkit.execute('files__list_directory', {})).toText()).toContain('note.txt');
      expect((await toolkit.execute('files__read_text_file', {})).toText()).toContain('Remember');
      const meddled = await toolkit.execute('files__list_directory', { path: '/' });
      expect(meddled.error?.code).toBe('invalid_parameters');
    });
  });

  describe('the memory server', () => {
    it('stores data in the file that its environment names', async () => {
      const env = { MEMORY_FILE_PATH: join(open.folder(), 'memory.jsonl') };
      const toolkit = await toolkitWith(open.source({ name: 'memory', transport: { ...npmServer('memory'), env } }));
      const entities = [{ name: 'Ada', entityType: 'person', observations: ['likes tea'] }];
      const created = await toolkit.execute('memory__create_entities', { entities });
      expect(created.data).toEqual({ entities });
      const found = await toolkit.execute('memory__search_nodes', { query: 'tea' });
      expect(found.structuredContent).toMatchObject({ entities });
    });
  });
});
