// Runs the cases that its parent generates, and reports each of them to the parent, which watches that it does not block.
// With a seed as its argument, it runs this case alone.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { Toolkit } from '../../dist/index.js';
import { mcpSource } from '../../dist/integrations/mcp/index.js';
import { BlockMeter } from './block-meter.mjs';
import { checkError } from './check-error.mjs';
import { hostileCase } from './hostile-server.mjs';
import { serveCases } from './serve-cases.mjs';

/** A transport to a server in this process, which answers what the case says. */
class HostileTransport {
  #answer;

  constructor(answer) {
    this.#answer = answer;
  }

  async start() {}

  async close() {
    this.onclose?.();
  }

  async send({ id, method, params }) {
    if (id === undefined) return;
    const answer = this.#answer(method, params);
    setImmediate(() => this.onmessage?.({ jsonrpc: '2.0', id, result: answer ?? null }));
  }
}

const exporters = [
  (spec) => spec.toOpenAI({ strict: true, onWarning: () => {} }),
  (spec) => spec.toOpenAI({ api: 'chat', onWarning: () => {} }),
  (spec) => spec.toAnthropic({ onWarning: () => {} }),
  (spec) => spec.toGemini({ onWarning: () => {} }),
  (spec) => spec.toMcp(),
  (spec) => spec.toPrompt(),
  (spec) => spec.signature(),
  (spec) => spec.docstring,
  (spec) => spec.code,
  (spec) => spec.toJsonSchema(),
];

async function runCase(seed, generated) {
  const { tools, results, args } = JSON.parse(generated);
  const problems = [];
  const client = new Client({ name: 'fuzz', version: '1' });
  const transport = new HostileTransport((method, params) => {
    if (method === 'initialize') {
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'h', version: '1' },
      };
    }
    return method === 'tools/list' ? { tools } : results.pop();
  });
  await client.connect(transport);
  // The SDK drops a response without a result, as if the server had sent nothing: such a call ends as a timeout.
  const toolkit = new Toolkit();
  const meter = new BlockMeter();
  try {
    await toolkit.registerSource(mcpSource({ name: 's', transport: client, timeoutMs: 200, onWarning: () => {} }));
    for (const spec of toolkit.list()) {
      for (const [at, exporter] of exporters.entries()) {
        meter.step = `export ${at} of ${spec.name}`;
        try {
          exporter(spec);
        } catch (error) {
          checkError(error, problems);
        }
        meter.mark();
      }
      for (const [at, input] of args.entries()) {
        meter.step = `call ${at} of ${spec.name}`;
        const { error } = await toolkit.execute(spec.name, input);
        if (error !== undefined) checkError(error, problems);
      }
      await new Promise(setImmediate);
    }
  } catch (error) {
    checkError(error, problems);
  }
  meter.stop();
  await client.close();
  return { seed, longestMs: meter.longestMs, problems, where: meter.longestStep };
}

serveCases(runCase, hostileCase);
