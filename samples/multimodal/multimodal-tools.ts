import OpenAI from 'openai';
import {
  type AudioBlock,
  audio,
  type ImageBlock,
  image,
  Param,
  ServerError,
  Tool,
  ToolContext,
  ToolRegistry,
} from 'toolwright';
import { fetchMedia } from 'toolwright/rest';

/** The options of the tools. */
export interface MultimodalOptions {
  readonly apiKey: string;
  /** The base URL of the API. @default that of OpenAI */
  readonly baseUrl?: string | undefined;
  /** The hosts that `imageToText` may reach in addition to public addresses. @default none */
  readonly allowHosts?: readonly string[] | undefined;
}

// Enough for a photo, in bytes.
const maxImageBytes = 4 * 1024 * 1024;

/** Tools that draw, see and speak with the models of OpenAI. */
export class MultimodalTools extends ToolRegistry {
  readonly #client: OpenAI;
  readonly #allowHosts: readonly string[];

  constructor({ apiKey, baseUrl, allowHosts = [] }: MultimodalOptions) {
    super();
    // The options of the tools decide on retries.
    this.#client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 });
    this.#allowHosts = allowHosts;
  }

  @Tool({ description: 'Creates an image from a description.', timeoutMs: 120_000 })
  async textToImage(
    @Param({ minLength: 1, maxLength: 4_000, description: 'What the image shows' }) prompt: string,
    @Param({ enum: ['1024x1024', '1536x1024', '1024x1536'] }) size: string = '1024x1024',
    ctx: ToolContext,
  ): Promise<ImageBlock> {
    const request = { model: 'gpt-image-1', prompt, size: size as '1024x1024' };
    const { data } = await this.#client.images.generate(request, { signal: ctx.signal });
    const png = data?.[0]?.b64_json;
    if (png === undefined) throw new ServerError('The service returned no image.');
    return image(png, 'image/png');
  }

  @Tool({ description: 'Answers a question about an image.', annotations: { readOnlyHint: true }, timeoutMs: 60_000 })
  async imageToText(
    @Param({ format: 'uri', description: 'The URL of the image' }) imageUrl: string,
    @Param({ minLength: 1 }) question: string = 'What does the image show?',
    ctx: ToolContext,
  ): Promise<string> {
    // The model chose the URL: fetched here, it is limited to public addresses, to images and to a size.
    const { data, mimeType } = await fetchMedia(imageUrl, {
      accept: ['image/png', 'image/jpeg', 'image/webp'],
      maxBytes: maxImageBytes,
      outbound: { allowHosts: this.#allowHosts },
      signal: ctx.signal,
    });
    const seen = { type: 'input_image', image_url: `data:${mimeType};base64,${data}`, detail: 'auto' } as const;
    const content = [{ type: 'input_text', text: question } as const, seen];
    const request = { model: 'gpt-5-mini', input: [{ role: 'user', content } as const] };
    return (await this.#client.responses.create(request, { signal: ctx.signal })).output_text;
  }

  @Tool({ description: 'Reads a text aloud.', timeoutMs: 60_000 })
  async textToSpeech(
    @Param({ minLength: 1, maxLength: 4_096 }) words: string,
    @Param({ enum: ['alloy', 'nova', 'onyx'] }) voice: string = 'alloy',
    ctx: ToolContext,
  ): Promise<AudioBlock> {
    const request = { model: 'gpt-4o-mini-tts', input: words, voice, response_format: 'mp3' } as const;
    const response = await this.#client.audio.speech.create(request, { signal: ctx.signal });
    return audio(new Uint8Array(await response.arrayBuffer()), 'audio/mpeg');
  }
}
