import { buildSync } from 'esbuild';
import { Resource, Tool, Toolkit, type ToolkitOptions, ToolRegistry, ToolSpec, type ToolUi } from 'toolwright';
import { approvalView, mcpHandler, type ViewOptions, view } from 'toolwright/mcp';
import { connectView } from 'toolwright/view';

const page = '<!doctype html><html><head><title>Board</title></head><body></body></html>';

describe('view()', () => {
  it('names a page by its hash, so that hosts may keep it', () => {
    const one = view(page, { name: 'board' });
    expect(one.uri).toMatch(/^ui:\/\/board\/[0-9a-f]{32}\.html$/);
    expect(view(page, { name: 'board' }).uri).toBe(one.uri);
    expect(view(`${page}<!-- changed -->`, { name: 'board' }).uri).not.toBe(one.uri);
    expect(view(page, { name: 'board', prefersBorder: true }).uri).not.toBe(one.uri);
    expect(Object.isFrozen(one)).toBe(true);
  });

  it('declares what the page loads and uses', () => {
    const { meta } = view(page, {
      csp: { connectDomains: ['https://api.shop.example', 'wss://*.shop.example:8443', 'http://localhost:3000'] },
      permissions: { camera: true, microphone: false },
      prefersBorder: false,
    });
    expect(meta).toEqual({
      ui: {
        csp: { connectDomains: ['https://api.shop.example', 'wss://*.shop.example:8443', 'http://localhost:3000'] },
        permissions: { camera: {} },
        prefersBorder: false,
      },
    });
  });

  it('has a policy of its own, which allows the scripts of the page by their hash', () => {
    const { html } = view(
      `${page.replace('<body>', '<body><script>one()</script><script type="module">\r\ntwo()</script>')}`,
    );
    const [, policy = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html) ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy.match(/'sha256-[A-Za-z\d+/]{43}='/g)).toHaveLength(2);
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(html.indexOf('<meta http-equiv')).toBeLessThan(html.indexOf('<script'));
  });

  it.each([
    '*',
    'https://*',
    'https://*.com',
    'http://shop.example',
    'data:',
    'https://shop.example/path',
    'https://shop.example; script-src *',
    "'unsafe-inline'",
    'https://shop.example https://evil.example',
    'HTTPS://SHOP.EXAMPLE',
    'https://user@shop.example',
    '',
  ])('refuses %j as an origin', (origin) => {
    expect(() => view(page, { csp: { connectDomains: [origin] } })).toThrow(/^view: csp\.connectDomains has /);
  });

  it.each([
    { source: 'Hello', options: {}, message: /must be HTML that begins with/ },
    { source: '<p>Hello</p>', options: {}, message: /must be HTML that begins with/ },
    { source: new URL('https://shop.example/board.html'), options: {}, message: /HTML or a file: URL/ },
    { source: new URL('file:///missing/board.html'), options: {}, message: /cannot be read\. Build it first/ },
    { source: page, options: { name: 'Board!' }, message: /name must be lower-case letters/ },
    { source: page, options: { csp: { connectDomain: [] } }, message: /no option 'connectDomain'/ },
    { source: page, options: { permissions: { usb: true } }, message: /no option 'usb'/ },
    { source: page, options: { size: 5 }, message: /no option 'size'/ },
  ])('refuses $source with $options', ({ source, options, message }) => {
    expect(() => view(source, options as ViewOptions)).toThrow(message);
  });
});

describe('the option ui of a tool', () => {
  it.each([
    { ui: 'https://shop.example/board.html', message: /must be a URI such as 'ui:\/\/shop\/board\.html'/ },
    { ui: 5, message: /ui:\/\/ URI, a view or an object/ },
    { ui: { visibility: [] }, message: /\['model'\], \['app'\] or both/ },
    { ui: { visibility: ['user'] }, message: /\['model'\], \['app'\] or both/ },
    { ui: { page: 'x' }, message: /no option 'page'/ },
  ])('refuses $ui', ({ ui, message }) => {
    expect(() => ToolSpec.fromFunction(() => 1, { name: 'one', ui: ui as ToolUi })).toThrow(message);
  });

  it('refuses another text of meta, and keeps the rest of it', () => {
    const meta = { ui: { resourceUri: 'ui://shop/other.html' } };
    expect(() => ToolSpec.fromFunction(() => 1, { name: 'one', ui: 'ui://shop/board.html', meta })).toThrow(
      /Remove meta\.ui/,
    );
    const spec = ToolSpec.fromFunction(() => 1, { name: 'one', ui: 'ui://shop/board.html', meta: { note: 1 } });
    expect(spec.toMcp()._meta).toEqual({ note: 1, ui: { resourceUri: 'ui://shop/board.html' } });
  });

  it('refuses a view without a resource at registration', () => {
    const spec = ToolSpec.fromFunction(() => 1, { name: 'one', ui: 'ui://shop/board.html' });
    expect(() => new Toolkit().register(spec)).toThrow(
      /ui names 'ui:\/\/shop\/board\.html', but there is no such resource/,
    );
  });

  it('accepts the resource of the same class, which a toolkit reads', async () => {
    class Shop extends ToolRegistry {
      @Tool({ ui: 'ui://shop/board.html' })
      board(): string {
        return 'shown';
      }

      @Resource('ui://shop/board.html', { mimeType: 'text/html;profile=mcp-app' })
      page(): string {
        return page;
      }
    }
    const toolkit = new Toolkit();
    toolkit.register(new Shop());
    const [contents] = await toolkit.readResource('ui://shop/board.html');
    expect(contents).toMatchObject({ mimeType: 'text/html;profile=mcp-app', text: page });
  });

  it('keeps a tool that only views call from every list for models, and from calls by models', async () => {
    class Shop extends ToolRegistry {
      @Tool({ ui: view(page) })
      board(): string {
        return 'shown';
      }

      @Tool({ ui: { visibility: ['app'] } })
      move(): string {
        return 'moved';
      }
    }
    const toolkit = new Toolkit();
    toolkit.register(new Shop());
    toolkit.enableMetaTool();
    const names = toolkit.list().map(({ name }) => name);
    expect(names).toContain('board');
    expect(names).not.toContain('move');
    expect(JSON.stringify([toolkit.toOpenAI(), toolkit.toAnthropic(), toolkit.toGemini()])).not.toContain('move');
    expect((await toolkit.execute('search_tools', { query: 'move' })).toText()).not.toContain('move(');
    expect(await toolkit.execute('move', {})).toMatchObject({ success: false, error: { code: 'tool_not_found' } });
    expect(await toolkit.session().execute('move', {})).toMatchObject({ error: { code: 'tool_not_found' } });
  });

  it('shows one resource of a view that several tools have', async () => {
    const shared = view(page);
    const toolkit = new Toolkit();
    for (const name of ['one', 'two']) toolkit.register(ToolSpec.fromFunction(() => 1, { name, ui: shared }));
    const { resources } = await toolkit.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([shared.uri]);
  });
});

describe('the view of an approval', () => {
  it('is refused by a server whose toolkit has no key for waiting calls', async () => {
    const pay = ToolSpec.fromFunction(() => 'paid', { name: 'pay', needsApproval: true, ui: approvalView() });
    const serve = (options: ToolkitOptions) => {
      const toolkit = new Toolkit(options);
      toolkit.register(pay);
      return mcpHandler(toolkit, { path: '/mcp' });
    };
    expect(() => serve({})).toThrow(/'pay'.*approvalKey/);
    await serve({ approvalKey: 'k'.repeat(32) }).close();
    await serve({ approver: () => 'approve' }).close();
  });

  it('is the same page for all tools', () => {
    expect(approvalView()).toBe(approvalView());
  });
});

describe('toolwright/view', () => {
  it('is at most 2 kB', () => {
    expect(connectView.name).toBe('connectView');
    const { outputFiles } = buildSync({
      stdin: {
        contents: "export { connectView } from './src/integrations/mcp/view/index.ts';",
        resolveDir: process.cwd(),
      },
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    });
    expect(outputFiles[0]?.contents.length).toBeLessThanOrEqual(2_000);
  });
});
