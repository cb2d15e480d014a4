/**
 * Draws a chart and shows the messages that three providers receive. Then calls tools that draw, see and speak over the
 * API of OpenAI, which a service on loopback replaces: `npm run sample multimodal`.
 */
import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages/messages';
import type { Part } from '@google/genai';
import type { ResponseInputItem } from 'openai/resources/responses/responses';
import { type ContentBlock, Toolkit } from 'toolwright';
import { Charts } from './charts.js';
import { MultimodalTools } from './multimodal-tools.js';
import { startVendor } from './vendor-stub.js';

async function main(): Promise<void> {
  await showChart();
  await useVendor();
}

/** Each message is accepted by the types of its provider's SDK: append it to the conversation. */
async function showChart(): Promise<void> {
  const toolkit = new Toolkit();
  toolkit.register(new Charts());
  const result = await toolkit.execute('drawBarChart', { values: [3, 5, 2] }, { callId: 'call_1' });
  const forOpenAI: ResponseInputItem = result.toMessage('openai-responses');
  const forAnthropic: ToolResultBlockParam = result.toMessage('anthropic');
  const forGemini: Part = result.toMessage('gemini');
  show('OpenAI Responses', forOpenAI);
  show('Anthropic', forAnthropic);
  show('Gemini', forGemini);
  show('OpenAI Chat Completions, which accepts only text', result.toMessage('openai'));
}

async function useVendor(): Promise<void> {
  const vendor = await startVendor('k3y');
  const toolkit = new Toolkit();
  const allowHosts = [new URL(vendor.url).host];
  toolkit.register(new MultimodalTools({ apiKey: 'k3y', baseUrl: `${vendor.url}/v1`, allowHosts }));
  const calls: readonly (readonly [string, object])[] = [
    ['textToImage', { prompt: 'A red square' }],
    ['imageToText', { imageUrl: `${vendor.url}/cat.png` }],
    ['textToSpeech', { words: 'Good morning.', voice: 'nova' }],
    ['textToImage', { prompt: 'A weapon' }],
    ['imageToText', { imageUrl: 'http://169.254.169.254/latest/meta-data' }],
  ];
  try {
    for (const [name, input] of calls) {
      const { content } = await toolkit.execute(name, input);
      console.log(`${name} ${JSON.stringify(input)} → ${content.map(describe).join(' ')}`);
    }
  } finally {
    await vendor.close();
  }
}

function describe(block: ContentBlock): string {
  if (block.type === 'text') return block.text;
  return 'data' in block ? `${block.mimeType}, ${Buffer.from(block.data, 'base64').length} bytes` : block.type;
}

/** Prints a message with its base64 shortened. */
function show(title: string, message: object): void {
  console.log(
    `${title}: ${JSON.stringify(message).replaceAll(/[A-Za-z0-9+/]{40,}=*/g, (data) => `${data.slice(0, 11)}…`)}`,
  );
}

await main();
