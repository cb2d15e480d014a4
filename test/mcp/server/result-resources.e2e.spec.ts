import { offload, Tool, Toolkit, ToolRegistry } from 'toolwright';
import { connectEra, type Era, type EraClient, eras, serveEra } from './both-clients.js';

const report = Array.from({ length: 1_000 }, (_, at) => `line ${at + 1}`).join('\n');

class Reports extends ToolRegistry {
  @Tool()
  report(): string {
    return report;
  }
}

interface ResourceClient extends EraClient {
  listResources(): Promise<{ readonly resources: readonly object[] }>;
  readResource(params: { uri: string }): Promise<{ readonly contents: readonly object[] }>;
  getServerCapabilities(): Readonly<Record<string, unknown>> | undefined;
}

interface Link {
  readonly type: string;
  readonly uri: string;
}

async function serveReports(era: Era): Promise<URL> {
  const toolkit = new Toolkit().use(offload({ overChars: 1_000 }));
  toolkit.register(new Reports());
  // Each client is a subject, as behind authentication.
  return serveEra(era, toolkit, {
    authorization: { verify: (token) => ({ subject: token }) },
  });
}

const connect = async (era: Era, url: URL, subject: string): Promise<ResourceClient> =>
  (await connectEra(era, url, () => ({ authorization: `Bearer ${subject}` }))) as ResourceClient;

describe.each(eras)('a large result for a client of $version', (era) => {
  it('is a link to a resource, which the client reads', async () => {
    const client = await connect(era, await serveReports(era), 'ann');
    const { content } = (await client.callTool({ name: 'report' })) as { readonly content: readonly Link[] };
    const [shown, link] = content;
    expect(JSON.stringify(shown).length).toBeLessThan(1_500);
    expect(link).toEqual({
      type: 'resource_link',
      uri: expect.stringMatching(/^toolwright:\/\/results\/[\w-]+$/),
      name: 'report result',
      mimeType: 'text/plain',
      size: report.length,
    });
    const uri = String(link?.uri);
    const { contents } = await client.readResource({ uri });
    expect(contents).toEqual([{ uri, mimeType: 'text/plain', text: report }]);
    const { type: _, ...entry } = link as Link;
    expect((await client.listResources()).resources).toEqual([entry]);
  });

  it('is read on with read_result', async () => {
    const client = await connect(era, await serveReports(era), 'ann');
    const { content } = (await client.callTool({ name: 'report' })) as { readonly content: readonly Link[] };
    const id = String(content[1]?.uri).split('/').at(-1);
    const read = await client.callTool({ name: 'read_result', arguments: { id, from: 999 } });
    expect(read.content).toEqual([{ type: 'text', text: '999\tline 999\n1000\tline 1000\n[end of 1000 lines]' }]);
  });

  it('does not exist for another client', async () => {
    const url = await serveReports(era);
    const [ann, bob] = [await connect(era, url, 'ann'), await connect(era, url, 'bob')];
    const { content } = (await ann.callTool({ name: 'report' })) as { readonly content: readonly Link[] };
    const uri = String(content[1]?.uri);
    await expect(bob.readResource({ uri })).rejects.toMatchObject({
      code: era.sdk === 'v1' ? -32_002 : -32_602,
      data: { uri },
    });
    expect((await bob.listResources()).resources).toEqual([]);
    await expect(bob.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow('There is no such resource.');
  });

  it('has no link for a client without a session', async () => {
    const toolkit = new Toolkit().use(offload({ overChars: 1_000 }));
    toolkit.register(new Reports());
    const url = await serveEra(era, toolkit, { sessions: false });
    const client = await connectEra(era, url);
    const { content } = (await client.callTool({ name: 'report' })) as { readonly content: readonly Link[] };
    expect(content.map(({ type }) => type)).toEqual(['text']);
  });

  it('is no resource of a server without offloading', async () => {
    const toolkit = new Toolkit();
    toolkit.register(new Reports());
    const client = (await connectEra(era, await serveEra(era, toolkit))) as ResourceClient;
    expect(client.getServerCapabilities()).not.toHaveProperty('resources');
  });
});
