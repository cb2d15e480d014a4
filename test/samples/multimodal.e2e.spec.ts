import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import { type ImageBlock, Toolkit } from 'toolwright';
import { Charts } from '../../samples/multimodal/charts.js';
import { MultimodalTools } from '../../samples/multimodal/multimodal-tools.js';
import { root } from '../support/repository.js';

const main = join(root, 'samples/.build/multimodal/main.js');

async function run(): Promise<readonly string[]> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [main], { timeout: 60_000 });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}

/** Returns the message in a line that begins with the name of its provider. */
function messageIn(lines: readonly string[], provider: string): unknown {
  const line = lines.find((one) => one.startsWith(provider)) ?? '';
  return JSON.parse(line.slice(line.indexOf('{')));
}

describe('the multimodal sample', () => {
  it('shows the chart to three providers, and a text to an API that accepts no images', async () => {
    const lines = await run();
    const summary = 'A bar chart of 3, 5, 2.';
    expect(messageIn(lines, 'OpenAI Responses')).toEqual({
      type: 'function_call_output',
      call_id: 'call_1',
      output: [
        { type: 'input_text', text: summary },
        { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo…', detail: 'auto' },
      ],
    });
    expect(messageIn(lines, 'Anthropic')).toEqual({
      type: 'tool_result',
      tool_use_id: 'call_1',
      content: [
        { type: 'text', text: summary },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo…' } },
      ],
    });
    expect(messageIn(lines, 'Gemini')).toEqual({
      functionResponse: {
        id: 'call_1',
        name: 'drawBarChart',
        response: { output: summary },
        parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo…' } }],
      },
    });
    expect(messageIn(lines, 'OpenAI Chat Completions')).toMatchObject({
      content: `${summary}\n[image (image/png) omitted: not supported in tool results]`,
    });
  });

  it('draws, sees and speaks over the API of a vendor', async () => {
    const calls = (await run()).filter((line) => line.includes(' → '));
    expect(calls.map((line) => line.slice(line.indexOf(' → ') + 3))).toEqual([
      expect.stringMatching(/^image\/png, \d+ bytes$/),
      'An image of 2 by 2 pixels.',
      'audio/mpeg, 10 bytes',
      expect.stringContaining('The prompt was rejected by the safety system.'),
      expect.stringContaining("Requests to '169.254.169.254:80' are denied"),
    ]);
  });

  it('draws a PNG whose bars have the heights of the values', async () => {
    const toolkit = new Toolkit();
    toolkit.register(new Charts());
    const { content } = await toolkit.execute('drawBarChart', { values: [1, 4] });
    const png = Buffer.from((content[1] as ImageBlock).data, 'base64');
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    const rows = inflateSync(png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8));
    expect([width, height, rows.length]).toEqual([72, 120, 120 * (72 * 3 + 1)]);
    const inkIn = (x: number) =>
      Array.from({ length: height }, (_, y) => rows[y * (width * 3 + 1) + 1 + x * 3]).filter((red) => red !== 255)
        .length;
    expect([inkIn(10), inkIn(42), inkIn(2)]).toEqual([28, 112, 0]);
  });

  it('hides the context of a call from the model', () => {
    const toolkit = new Toolkit();
    toolkit.register(new MultimodalTools({ apiKey: 'k3y' }));
    expect(toolkit.list().map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})])).toEqual([
      ['textToImage', ['prompt', 'size']],
      ['imageToText', ['imageUrl', 'question']],
      ['textToSpeech', ['words', 'voice']],
    ]);
  });
});
