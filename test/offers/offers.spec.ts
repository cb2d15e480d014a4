import { firstValueFrom, take, toArray } from 'rxjs';
import {
  Bind,
  Complete,
  clientTool,
  DefinitionError,
  definePrompt,
  defineResource,
  NotFoundError,
  offload,
  Prompt,
  Resource,
  Tool,
  Toolkit,
  ToolRegistry,
  ToolSpec,
  tool,
  ValidationError,
} from 'toolwright';
import { mcpHandler } from 'toolwright/mcp';
import { send } from '../mcp/stateless/requests.js';
import { logo, Shop } from './shop.js';

function shopToolkit(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(new Shop());
  return toolkit;
}

const base64 = Buffer.from(logo).toString('base64');

describe('a resource', () => {
  const toolkit = shopToolkit();

  it.each([
    ['a text', 'shop://policy', [{ mimeType: 'text/markdown', text: '# Returns\nWithin 30 days.' }]],
    ['data', 'shop://orders/a1', [{ mimeType: 'application/json', text: '{\n  "id": "a1",\n  "item": "tea"\n}' }]],
    ['bytes', 'shop://logo', [{ mimeType: 'image/png', blob: base64 }]],
    [
      'several blocks',
      'shop://pictures',
      [
        { mimeType: 'image/png', blob: base64 },
        { mimeType: 'image/png', blob: base64 },
      ],
    ],
    ['a stream', 'shop://log', [{ mimeType: 'text/plain', text: 'opened closed' }]],
    ['the first value of a live stream', 'shop://stock', [{ mimeType: 'application/json', text: '10' }]],
  ])('can be %s', async (_, uri, contents) => {
    expect(await toolkit.readResource(uri)).toEqual(contents.map((one) => ({ uri, ...one })));
  });

  it.each([
    ['shop://search', ' × 10'],
    ['shop://search?text=green%20tea', 'green tea × 10'],
    ['shop://search?limit=3&text=tea', 'tea × 3'],
  ])('receives the variables of %s, converted to the types of the parameters', async (uri, text) => {
    expect(await toolkit.readResource(uri)).toMatchObject([{ text }]);
  });

  it.each([
    'shop://search?other=1',
    'shop://search?limit=1&limit=2',
    'shop://orders/',
    'shop://orders/a1/more',
    'shop://orders/..',
    'shop://orders/%2e%2e',
    'shop://orders/x%2f..%2fy',
    'shop://orders/a%00',
    'shop://orders/%E0%A4%A',
    `shop://orders/${'a'.repeat(10_000)}`,
    'SHOP://policy',
    '',
  ])('is not found by %s', async (uri) => {
    await expect(toolkit.readResource(uri)).rejects.toThrow(NotFoundError);
  });

  it('is suggested when a URI is nearly right', async () => {
    await expect(toolkit.readResource('shop://polici')).rejects.toThrow("Did you mean 'shop://policy'?");
  });

  it('fails with the error of its method', async () => {
    await expect(toolkit.readResource('shop://orders/zz')).rejects.toMatchObject({
      code: 'execution',
      message: expect.stringContaining("There is no order 'zz'."),
    });
  });

  it('reads bound parameters from the state, which a client cannot set', async () => {
    await expect(toolkit.readResource('shop://orders/b2', { state: { customer: 'Ada' } })).rejects.toThrow('no order');
    expect(await toolkit.readResource('shop://orders/a1', { state: { customer: 'Ada' } })).toHaveLength(1);
  });

  it('reports successive contents while it is live, and is stopped with the subscription', async () => {
    expect(await firstValueFrom(toolkit.watchResource('shop://stock').pipe(take(3), toArray()))).toHaveLength(3);
    expect(await firstValueFrom(toolkit.watchResource('shop://policy').pipe(toArray()))).toEqual([]);
  });

  it('is listed with what its options say, a template with the values of its variable', async () => {
    const { resources, templates } = await toolkit.listResources({ state: { customer: 'Ada' } });
    expect(resources).toContainEqual({
      uri: 'shop://policy',
      name: 'policy',
      title: 'Returns',
      description: 'How to return goods',
      mimeType: 'text/markdown',
    });
    expect(resources.map(({ uri }) => uri)).toEqual([
      ...['shop://policy', 'shop://logo', 'shop://pictures', 'shop://log', 'shop://stock', 'shop://orders/a1'],
    ]);
    expect(templates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'shop://orders/{id}',
      'shop://search{?text,limit}',
    ]);
  });

  it('is listed as a template also if the method that completes its variable fails', async () => {
    class Broken extends ToolRegistry {
      @Resource('a://{id}', { list: true })
      one(id: string): string {
        return id;
      }

      @Complete('id')
      ids(): string[] {
        throw new RangeError('No ids.');
      }
    }
    const handler = mcpHandler(new Broken(), { era: '2026-07-28' });
    const templates = await send(handler, 'resources/templates/list');
    expect(templates.result.resourceTemplates).toHaveLength(1);
    expect((await send(handler, 'resources/list')).error.message).toBe('No ids.');
    await handler.close();
  });

  it.each([
    ['a://{a}-{b}', 'a://x-y-z', { a: 'x-y', b: 'z' }],
    ['a://{+a}-{b}', 'a://x/y-z', { a: 'x/y', b: 'z' }],
    ['a://{+a}/{b}.txt', 'a://x/y.txt/z.txt', { a: 'x/y.txt', b: 'z' }],
    ['a://{+a}', 'a:///x?y#z', { a: '/x?y#z' }],
    ['a://b{/a,b}', 'a://b/x/y', { a: 'x', b: 'y' }],
    ['a://{a}{.b}', 'a://x.y.z', { a: 'x.y', b: 'z' }],
    ['a://x{;a,b}', 'a://x;a=1;b=2', { a: '1', b: '2' }],
    ['a://{a,b}', 'a://1,2', { a: '1', b: '2' }],
    ['a://x{?a}{&b}', 'a://x?a=1&b=2', { a: '1', b: '2' }],
    ['a://x{?a,b}{#c}', 'a://x?a=1&b=2#3', { a: '1', b: '2', c: '3' }],
    ['a://x{?a,b}{#c}', 'a://x#3', { c: '3' }],
    ['a://x{?a}', 'a://x', {}],
    ['a://x{?a}', 'a://x?', undefined],
    ['a://x{#a,b}', 'a://x#1,2', { a: '1', b: '2' }],
  ])('of the template %s reads %s', async (template, uri, variables) => {
    const toolkit = new Toolkit();
    const optional = { type: 'string' } as const;
    const inputSchema = { type: 'object', properties: { a: optional, b: optional, c: optional } } as const;
    const spec = ToolSpec.create({
      name: 'one',
      inputSchema,
      executor: { kind: 'test', execute: (args) => ({ ...args }) },
    });
    toolkit.register(defineResource(template, spec));
    const reading = toolkit.readResource(uri).then(([{ text } = {}]) => JSON.parse(String(text)));
    if (variables === undefined) await expect(reading).rejects.toThrow(NotFoundError);
    else expect(await reading).toEqual(variables);
  });

  it('is no tool', async () => {
    expect(toolkit.list().map(({ name }) => name)).toEqual(['countOrders']);
    expect(new Shop().listToolSpecs()).toEqual(['countOrders']);
    expect(toolkit.get('policy')).toBeUndefined();
    expect((await toolkit.execute('policy')).error?.code).toBe('tool_not_found');
    expect(JSON.stringify(toolkit.toOpenAI())).not.toContain('policy');
  });
});

describe('a prompt', () => {
  const toolkit = shopToolkit();

  it('receives its arguments, converted to the types of the parameters', async () => {
    expect(await toolkit.getPrompt('reply', { id: 'a1', count: '2', tone: 'formal' })).toEqual({
      description: 'Reply to a complaint',
      messages: [{ role: 'user', content: { type: 'text', text: 'Reply to a1, 3 times, in a formal tone.' } }],
    });
  });

  it('can have several messages with media', async () => {
    const { messages } = await toolkit.getPrompt('picture');
    expect(messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'What is this?' } },
      { role: 'user', content: { type: 'image', data: base64, mimeType: 'image/png' } },
      { role: 'assistant', content: { type: 'text', text: 'A logo.' } },
    ]);
  });

  it('lists its arguments', () => {
    expect(toolkit.listPrompts().find(({ name }) => name === 'reply')?.arguments).toEqual([
      { name: 'id', required: true },
      { name: 'count', required: true },
      { name: 'tone' },
    ]);
  });

  it('refuses invalid arguments, unknown names and results of another shape', async () => {
    await expect(toolkit.getPrompt('reply', { id: 'a1', count: 'many' })).rejects.toThrow(ValidationError);
    await expect(toolkit.getPrompt('replay')).rejects.toThrow("There is no prompt 'replay'. Did you mean 'reply'?");
    await expect(toolkit.getPrompt('broken')).rejects.toThrow("The prompt 'broken' must return a text");
  });
});

describe('the completion of an argument', () => {
  const toolkit = shopToolkit();

  it.each([
    ['a variable, by a method', { ref: { resource: 'shop://orders/{id}' }, argument: 'id', value: 'b' }, ['b2']],
    ['an argument, by a method of that name', { ref: { prompt: 'reply' }, argument: 'id', value: '' }, ['a1', 'b2']],
    [
      'an argument by others',
      { ref: { prompt: 'ship' }, argument: 'city', value: 'Par', entered: { country: 'FR', x: '1' } },
      ['Par-FR'],
    ],
    ['an enum', { ref: { prompt: 'ship' }, argument: 'country', value: 'f' }, ['FR']],
    ['a boolean', { ref: { prompt: 'ship' }, argument: 'isFast', value: '' }, ['true', 'false']],
    ['an argument about which nothing is known', { ref: { prompt: 'reply' }, argument: 'count', value: '' }, []],
  ] as const)('completes %s', async (_, request, values) => {
    expect(await toolkit.completeArgument(request)).toEqual(values);
  });

  it('has the bindings of its own method', async () => {
    const request = { ref: { prompt: 'reply' }, argument: 'id', value: '' };
    expect(await toolkit.completeArgument(request, { state: { customer: 'Bob' } })).toEqual(['b2']);
  });

  it.each([
    [{ ref: { prompt: 'none' }, argument: 'id', value: '' }, "There is no prompt 'none'."],
    [{ ref: { prompt: 'reply' }, argument: 'none', value: '' }, "The prompt 'reply' has no argument 'none'."],
  ])('is refused for what does not exist', async (request, message) => {
    await expect(toolkit.completeArgument(request)).rejects.toThrow(message);
  });
});

describe('resources and prompts of functions', () => {
  it('are registered like tools', async () => {
    const toolkit = new Toolkit();
    toolkit.register([
      defineResource(
        'notes://{name}',
        tool((name: string) => `The note ${name}`, { name: 'note', params: { name: { type: String } } }),
      ),
      definePrompt(tool((code: string) => `Review:\n${code}`, { name: 'review', params: { code: { type: String } } })),
      tool(() => 'x', { name: 'review' }),
    ]);
    expect(await toolkit.readResource('notes://first')).toMatchObject([{ text: 'The note first' }]);
    expect((await toolkit.getPrompt('review', { code: 'x' })).messages).toHaveLength(1);
    expect(toolkit.list()).toHaveLength(1);
  });
});

describe('what resources and prompts share with tools', () => {
  class Guarded extends ToolRegistry {
    @Resource('guarded://secret', { canAccess: (auth) => auth === 'admin' })
    secret(@Bind('key', { default: 'none' }) key: string): string {
      return `The key is ${key}.`;
    }

    @Prompt({ group: 'extra' })
    extra(): string {
      return 'Extra';
    }

    @Resource('guarded://approved', { needsApproval: true })
    approved(): string {
      return 'Approved';
    }

    @Resource('guarded://slow', { timeoutMs: 20 })
    slow(): Promise<string> {
      return new Promise(() => {});
    }
  }

  function guardedToolkit(): Toolkit {
    const toolkit = new Toolkit();
    toolkit.createGroup('extra', { description: 'More' });
    toolkit.register(new Guarded());
    return toolkit;
  }

  it('is canAccess: what a caller may not use does not exist for it', async () => {
    const toolkit = guardedToolkit();
    await expect(toolkit.readResource('guarded://secret')).rejects.toThrow(NotFoundError);
    expect(await toolkit.readResource('guarded://secret', { auth: 'admin' })).toMatchObject([
      { text: 'The key is none.' },
    ]);
    const uris = async (auth?: string) => (await toolkit.listResources({ auth })).resources.map(({ uri }) => uri);
    expect(await uris()).not.toContain('guarded://secret');
    expect(await uris('admin')).toContain('guarded://secret');
  });

  it('is canAccess of the method that completes', async () => {
    class Hidden extends ToolRegistry {
      @Prompt()
      greet(name: string): string {
        return name;
      }

      @Complete('name', { canAccess: (auth) => auth === 'admin' })
      names(typed: string): string[] {
        return [`${typed}da`];
      }
    }
    const toolkit = new Toolkit();
    toolkit.register(new Hidden());
    const request = { ref: { prompt: 'greet' }, argument: 'name', value: 'A' };
    expect(await toolkit.completeArgument(request)).toEqual([]);
    expect(await toolkit.completeArgument(request, { auth: 'admin' })).toEqual(['Ada']);
  });

  it('are groups', async () => {
    const toolkit = guardedToolkit();
    await expect(toolkit.getPrompt('extra')).rejects.toThrow(NotFoundError);
    const session = toolkit.session({ groups: ['extra'] });
    expect((await session.getPrompt('extra')).messages).toHaveLength(1);
    expect(toolkit.listPrompts()).toEqual([]);
    toolkit.removeGroups(['extra']);
    await expect(session.getPrompt('extra')).rejects.toThrow();
  });

  it('is approval', async () => {
    const toolkit = guardedToolkit();
    const asked: string[] = [];
    const approver = ({ toolName }: { readonly toolName: string }) => {
      asked.push(toolName);
      return 'approve' as const;
    };
    expect(await toolkit.readResource('guarded://approved', { approver })).toHaveLength(1);
    expect(asked).toEqual(['approved']);
    await expect(toolkit.readResource('guarded://approved', { approver: () => 'deny' as const })).rejects.toMatchObject(
      {
        code: 'denied',
      },
    );
    await expect(toolkit.readResource('guarded://approved')).rejects.toMatchObject({ code: 'denied' });
  });

  it('is approval, which cannot be decided later, when a tool of the same name could run instead', async () => {
    const toolkit = new Toolkit({ approvalKey: new Uint8Array(32).fill(1) });
    const options = { name: 'same', needsApproval: true, coerce: true, annotations: { readOnlyHint: true } };
    toolkit.register([
      tool(() => 'tool', options),
      defineResource(
        'same://one',
        tool(() => 'resource', options),
      ),
    ]);
    const tokens: unknown[] = [];
    toolkit.events$.subscribe((event) => {
      if ('result' in event) tokens.push(event.result.metadata?.approval);
    });
    const reading = toolkit.readResource('same://one', { approver: () => 'later' });
    await expect(reading).rejects.toThrow("'same' is a resource, whose approval cannot be decided later");
    expect(tokens).toEqual([undefined]);
  });

  it('are remembered approvals, which do not apply to a tool of the same name', async () => {
    const toolkit = new Toolkit();
    const session = toolkit.session({ id: 's' });
    const options = { name: 'same', needsApproval: true, coerce: true, annotations: { readOnlyHint: true } };
    toolkit.register([
      tool(() => 'tool', options),
      defineResource(
        'same://one',
        tool(() => 'resource', options),
      ),
    ]);
    const asked: string[] = [];
    const approver = () => {
      asked.push('asked');
      return { kind: 'approve', remember: { for: 'session', rule: { tool: 'same' } } } as const;
    };
    await session.readResource('same://one', { approver });
    await session.readResource('same://one', { approver });
    expect(asked).toHaveLength(1);
    await session.execute('same', {}, { approver });
    expect(asked).toHaveLength(2);
  });

  it('is offload, which leaves what is read as it is', async () => {
    const toolkit = new Toolkit().use(offload({ overChars: 1_000 }));
    const long = 'x'.repeat(5_000);
    toolkit.register(
      defineResource(
        'long://text',
        tool(() => long, { name: 'long' }),
      ),
    );
    expect(await toolkit.readResource('long://text')).toMatchObject([{ text: long }]);
  });

  it.each([
    ['clientTool()', () => clientTool({ name: 'pick' })],
    ['durable', () => tool(() => '', { name: 'pick', durable: true })],
    ['task', () => tool(() => '', { name: 'pick', task: 'allowed' })],
  ])('is not the option %s of a tool', (option, create) => {
    expect(() => defineResource('a://b', create())).toThrow(`'pick' has ${option}, but`);
    expect(() => definePrompt(create())).toThrow(DefinitionError);
  });

  it('are middleware, events and time limits', async () => {
    const toolkit = guardedToolkit();
    const seen: string[] = [];
    toolkit.use(async (call, next) => {
      seen.push(`use ${call.name}`);
      return next();
    });
    const events = toolkit.events$.subscribe(({ type, toolName }) => seen.push(`${type} ${toolName}`));
    await expect(toolkit.readResource('guarded://slow')).rejects.toMatchObject({ code: 'timeout' });
    events.unsubscribe();
    expect(seen).toEqual(['started slow', 'use slow', 'failed slow']);
  });

  it('are cancellation and the release of the method', async () => {
    const toolkit = shopToolkit();
    const abort = new AbortController();
    const reading = toolkit.readResource('shop://log', { signal: abort.signal });
    abort.abort();
    await expect(reading).rejects.toMatchObject({ code: 'interrupted' });
  });

  it('are unregister and clear', async () => {
    const toolkit = shopToolkit();
    toolkit.unregister('policy');
    await expect(toolkit.readResource('shop://policy')).rejects.toThrow(NotFoundError);
    await toolkit.clear();
    expect(await toolkit.listResources()).toEqual({ resources: [], templates: [] });
  });

  it('is the policy for duplicates', () => {
    const toolkit = shopToolkit();
    expect(() => toolkit.register(new Shop())).toThrow(DefinitionError);
    expect(() => toolkit.register(definePrompt(tool(() => 'x', { name: 'reply' })))).toThrow(
      "There is a prompt named 'reply' already.",
    );
    toolkit.register(definePrompt(tool(() => 'x', { name: 'reply' })), { onDuplicate: 'replace' });
    expect(toolkit.listPrompts().filter(({ name }) => name === 'reply')).toHaveLength(1);
  });
});

describe('an invalid definition', () => {
  it.each([
    ['a URI without a scheme', () => Resource('orders'), 'requires a URI with a scheme'],
    ['an unknown option', () => Resource('a://b', { mime: 'x' } as object), "there is no option 'mime'"],
    ['an option of tools only', () => Prompt({ outputSchema: {} } as object), "there is no option 'outputSchema'"],
  ])('is refused when the class is defined: %s', (_, decorator, message) => {
    const define = (): void => {
      class Wrong extends ToolRegistry {
        wrong(): string {
          return '';
        }
      }
      const descriptor = Object.getOwnPropertyDescriptor(Wrong.prototype, 'wrong') as PropertyDescriptor;
      decorator()(Wrong.prototype, 'wrong', descriptor);
    };
    expect(define).toThrow(message);
  });

  it.each([
    ['a variable that is no parameter', 'a://{other}', "the variable 'other' of 'a://{other}' is not a parameter"],
    ['a required parameter that is no variable', 'a://b', "the parameter 'id' is required"],
    ['an optional variable for a required parameter', 'a://b{?id}', "the parameter 'id' is required"],
    ['a modifier', 'a://{id*}', "the modifier of 'id*'"],
    ['adjacent variables', 'a://{id}{x}', 'could be read in several ways'],
    ['an unbalanced brace', 'a://{id', 'unbalanced brace'],
    ['a variable twice', 'a://{id}/{id}', "the variable 'id' twice"],
  ])('is refused when it is registered: %s', (_, uri, message) => {
    const params = { id: { type: String }, x: { type: String, optional: true } };
    const define = () =>
      defineResource(
        uri,
        tool((id: string, x?: string) => `${id}${x}`, { name: 'one', params }),
      );
    expect(() => new Toolkit().register(define())).toThrow(message);
  });

  it('is a method that is a tool and a resource', () => {
    const define = (): void => {
      class Both extends ToolRegistry {
        @Tool()
        @Resource('a://b')
        both(): string {
          return '';
        }
      }
      void Both;
    };
    expect(define).toThrow('Both.both has @Tool() and another decorator');
  });
});
