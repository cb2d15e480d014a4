import { lastValueFrom } from 'rxjs';
import { respond, Tool, Toolkit, ToolRegistry, text, toSSE } from 'toolwright';
import { cache, redact, timing } from 'toolwright/middleware';

class Shop extends ToolRegistry {
  @Tool({ annotations: { readOnlyHint: true } })
  price() {
    return respond({ content: [text('5 EUR')], metadata: { internal: 1 }, meta: { 'com.example/unit': 'EUR' } });
  }

  @Tool()
  async *stream() {
    yield respond({ content: [text('a')], meta: { first: 1 } });
    yield respond({ content: [text('b')], meta: { second: 2 } });
  }
}

function shop(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(new Shop());
  return toolkit;
}

const meta = { 'com.example/unit': 'EUR' };

describe('the meta of respond()', () => {
  it('is a property of the result and of the final response, apart from metadata', async () => {
    const result = await shop().execute('price');
    expect([result.meta, result.metadata]).toEqual([meta, { internal: 1 }]);
    const last = await lastValueFrom(shop().callTool({ name: 'price', input: {} }));
    expect([last.meta, last.metadata]).toEqual([meta, { internal: 1 }]);
    expect(JSON.parse(JSON.stringify(result))).toMatchObject({ meta, metadata: { internal: 1 } });
  });

  it('of the chunks of a stream is merged', async () => {
    expect((await shop().execute('stream')).meta).toEqual({ first: 1, second: 2 });
  });

  it('is retained by middleware, and by a cache', async () => {
    const toolkit = shop().use(timing(), redact([/5/]), cache({ ttlMs: 60_000 }));
    const results = [await toolkit.execute('price'), await toolkit.execute('price')];
    expect(results.map((result) => result.meta)).toEqual([meta, meta]);
    expect(results[1]?.metadata).toMatchObject({ cached: true });
  });

  it('is redacted like the content', async () => {
    const toolkit = shop().use(redact([/EUR/]));
    expect(JSON.stringify((await toolkit.execute('price')).meta)).not.toContain('EUR');
  });

  it('is part of the events of toSSE', async () => {
    const events = await new Response(toSSE(shop().iterate({ name: 'price', input: {} }))).text();
    expect(events).toContain('"meta":{"com.example/unit":"EUR"}');
  });
});
