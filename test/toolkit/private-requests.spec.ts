import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import {
  type CallOptions,
  createCallRequest,
  pendingApprovalOf,
  Tool,
  type ToolEvent,
  Toolkit,
  ToolRegistry,
} from 'toolwright';
import { logging } from 'toolwright/middleware';
import { telemetry } from 'toolwright/telemetry';

class Shop extends ToolRegistry {
  @Tool()
  buy(item: string): string {
    return item;
  }

  @Tool()
  fail(): never {
    throw new Error('out of stock');
  }

  @Tool({ needsApproval: true })
  pay(): string {
    return 'paid';
  }
}

const options: CallOptions = {
  meta: { note: 'M4RKER' },
  request: createCallRequest({ headers: { 'x-note': 'M4RKER' }, method: 'POST', path: '/M4RKER', address: 'M4RKER' }),
};

/** Runs a successful, a rejected, a failing, an unknown and a deferred call with a request. */
async function callEverything(toolkit: Toolkit) {
  const session = toolkit.session();
  const calls: readonly (readonly [string, object])[] = [
    ['buy', { item: 'tea' }],
    ['buy', { item: {}, other: 1 }],
    ['fail', {}],
    ['absent', {}],
    ['pay', {}],
  ];
  return Promise.all(calls.map(([name, args]) => session.execute(name, args, options)));
}

function shopToolkit(toolkitOptions: ConstructorParameters<typeof Toolkit>[0] = {}): Toolkit {
  const toolkit = new Toolkit(toolkitOptions);
  toolkit.register(new Shop());
  return toolkit;
}

describe('the request and the meta of a call', () => {
  it('are not part of any event, history entry or result', async () => {
    const toolkit = shopToolkit({ history: true });
    const events: ToolEvent[] = [];
    const subscription = toolkit.events$.subscribe((event) => events.push(event));
    const results = await callEverything(toolkit);
    subscription.unsubscribe();
    expect(events.length).toBeGreaterThan(8);
    expect(results.map(({ success }) => success)).toEqual([true, false, false, false, false]);
    expect(JSON.stringify([events, results, toolkit.history])).not.toContain('M4RKER');
  });

  it('are not part of the text of an error', async () => {
    const results = await callEverything(shopToolkit());
    const errors = results.flatMap(({ error }) => error ?? []);
    expect(errors).toHaveLength(4);
    for (const error of errors)
      expect(`${error.toText()} ${error.stack} ${JSON.stringify(error)}`).not.toContain('M4RKER');
  });

  it('are not part of a log entry', async () => {
    const entries: unknown[] = [];
    const write = (...entry: unknown[]): void => void entries.push(entry);
    const logger = { debug: write, info: write, warn: write, error: write };
    await callEverything(shopToolkit().use(logging(logger)));
    expect(entries.length).toBeGreaterThan(4);
    expect(JSON.stringify(entries)).not.toContain('M4RKER');
  });

  it('are not part of a span', async () => {
    const exporter = new InMemorySpanExporter();
    const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
    await callEverything(
      shopToolkit().use(telemetry({ tracer: provider.getTracer('test'), captureInput: true, captureOutput: true })),
    );
    const spans = exporter.getFinishedSpans().map(({ name, attributes, events, status }) => {
      return { name, attributes, events, status };
    });
    expect(spans.length).toBeGreaterThan(2);
    expect(JSON.stringify(spans)).not.toContain('M4RKER');
  });

  it('are not part of an approval token', async () => {
    const toolkit = shopToolkit({ approver: () => 'later', approvalKey: 'k'.repeat(32) });
    const result = await toolkit.execute('pay', {}, options);
    const { token = '' } = pendingApprovalOf(result) ?? {};
    const parts = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    expect(parts.join()).toContain('pay');
    expect(JSON.stringify([token, parts, toolkit.readApproval(token)])).not.toContain('M4RKER');
  });

  it('are not part of a schema', async () => {
    const toolkit = shopToolkit();
    await callEverything(toolkit);
    expect(JSON.stringify(toolkit.getJsonSchemas())).not.toMatch(/M4RKER|request|meta/);
  });
});
