import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ImageGenerateParams } from 'openai/resources/images';
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import { encodePng } from './encode-png.js';

/** A running service. */
export interface VendorStub {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a service on loopback that replaces the API of OpenAI, and that serves an image at `/cat.png`. */
export async function startVendor(apiKey: string): Promise<VendorStub> {
  const server = createServer((request, response) => void respondTo(request, response, apiKey));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respondTo(request: IncomingMessage, response: ServerResponse, apiKey: string): Promise<void> {
  if (request.url === '/cat.png')
    return send(
      response,
      'image/png',
      encodePng(2, 2, () => [90, 60, 30]),
    );
  if (request.headers.authorization !== `Bearer ${apiKey}`) {
    return sendJson(response, { error: { message: 'The key is missing or wrong.' } }, 401);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
  if (request.url === '/v1/images/generations') return sendImage(response, body as ImageGenerateParams);
  if (request.url === '/v1/responses') return sendAnswer(response, body as ResponseCreateParamsNonStreaming);
  if (request.url === '/v1/audio/speech') return send(response, 'audio/mpeg', Buffer.from('ID3 speech'));
  return sendJson(response, { error: { message: 'There is no such operation.' } }, 404);
}

function sendImage(response: ServerResponse, { prompt }: ImageGenerateParams): void {
  const png = Buffer.from(encodePng(8, 8, () => [200, 30, 30]));
  if (!prompt.includes('weapon')) sendJson(response, { created: 0, data: [{ b64_json: png.toString('base64') }] });
  else sendJson(response, { error: { message: 'The prompt was rejected by the safety system.' } }, 400);
}

/** Answers with the size of the image, as a model that sees it could. */
function sendAnswer(response: ServerResponse, { input }: ResponseCreateParamsNonStreaming): void {
  const [, data = ''] = /"image_url":"data:image\/png;base64,([^"]+)"/.exec(JSON.stringify(input)) ?? [];
  const png = Buffer.from(data, 'base64');
  const words = `An image of ${png.readUInt32BE(16)} by ${png.readUInt32BE(20)} pixels.`;
  const content = [{ type: 'output_text', text: words, annotations: [] }];
  sendJson(response, {
    id: 'resp_1',
    object: 'response',
    output: [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }],
  });
}

function sendJson(response: ServerResponse, data: unknown, status: number = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data));
}

function send(response: ServerResponse, type: string, body: Uint8Array): void {
  response.writeHead(200, { 'content-type': type }).end(body);
}
