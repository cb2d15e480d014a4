import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages/messages';
import type { Part } from '@google/genai';
import type { ChatCompletionToolMessageParam } from 'openai/resources/chat/completions';
import type { ResponseInputItem } from 'openai/resources/responses/responses';
import {
  audio,
  file,
  image,
  resource,
  resourceLink,
  Toolkit,
  type ToolResult,
  ToolSpec,
  text,
  video,
} from 'toolwright';

const run = (result: () => unknown, callId: string | undefined = 'call_1'): Promise<ToolResult> => {
  const toolkit = new Toolkit();
  toolkit.register(ToolSpec.fromFunction(result, { name: 'look' }));
  return toolkit.execute('look', {}, { callId });
};
const fail = () => {
  throw new Error('No camera.');
};
const media = () => [
  text('A cat.'),
  image('aQ==', 'image/png'),
  resource({ uri: 'file:///cat.pdf', mimeType: 'application/pdf', blob: 'cA==' }),
  resource({ uri: 'file:///cat.txt', text: 'Meow.' }),
  resourceLink({ name: 'cats', uri: 'https://cats.example' }),
  audio('YQ==', 'audio/wav'),
  text('', {}),
  text('for the user', { annotations: { audience: ['user'] } }),
];
const omittedAudio = '[audio (audio/wav) omitted: not supported in tool results]';
const furtherText = ['Meow.', 'cats: https://cats.example', omittedAudio];

/** Blocks that only some providers accept: by data, and by URL. */
const furtherMedia = () => [
  video('dg==', 'video/mp4'),
  file('dMOk', { mimeType: 'text/plain', name: 'notes.txt' }),
  file('YSxi', { mimeType: 'text/csv' }),
  file('eg==', { mimeType: 'application/zip', name: 'all.zip' }),
  image({ url: 'https://a.example/cat' }),
  image({ url: 'https://a.example/cat.webp' }, 'image/webp'),
  image({ url: 'http://a.example/cat.png' }, 'image/png'),
  image({ url: 'gs://cats/cat.png' }, 'image/png'),
  file({ url: 'https://a.example/cat.pdf' }, { mimeType: 'application/pdf', name: 'cat.pdf' }),
  video({ url: 'https://a.example/cat.mp4' }, 'video/mp4'),
];
const omittedVideo = '[video (video/mp4) omitted: not supported in tool results]';
const omittedZip = '[file all.zip (application/zip) omitted: not supported in tool results]';
const omittedCsv = '[file (text/csv) omitted: not supported in tool results]';
const omittedGs = '[image (image/png) omitted: not supported in tool results]';
const insecure = '[image: http://a.example/cat.png]';
const linkedVideo = '[video: https://a.example/cat.mp4]';

// The annotations are type-checked: a message that a vendor's SDK does not accept is a compile error.
describe('result.toMessage', () => {
  it('returns the name, the output and the error of a call without a provider', async () => {
    expect((await run(() => ({ a: 1 }))).toMessage()).toEqual({ tool_name: 'look', output: { a: 1 }, error: null });
    expect((await run(() => 'text')).toMessage()).toEqual({ tool_name: 'look', output: 'text', error: null });
    expect((await run(fail)).toMessage()).toEqual({
      tool_name: 'look',
      output: null,
      error: { code: 'execution', message: 'No camera.', retryable: false },
    });
  });

  it('is text for OpenAI Chat Completions, which accepts no media', async () => {
    const ok: ChatCompletionToolMessageParam = (await run(() => ({ a: 1 }))).toMessage('openai');
    expect(ok).toEqual({ role: 'tool', tool_call_id: 'call_1', content: '{"a":1}' });
    expect((await run(fail)).toMessage('openai').content).toBe('No camera.');
    const omitted = [
      '[image (image/png) omitted: not supported in tool results]',
      '[file file:///cat.pdf (application/pdf) omitted: not supported in tool results]',
    ];
    expect((await run(media)).toMessage('openai').content.split('\n')).toEqual(['A cat.', ...omitted, ...furtherText]);
  });

  it('contains images and PDF files for OpenAI Responses', async () => {
    const ok: ResponseInputItem.FunctionCallOutput = (await run(() => 'text')).toMessage('openai-responses');
    expect(ok).toEqual({ type: 'function_call_output', call_id: 'call_1', output: 'text' });
    const item: ResponseInputItem = (await run(media)).toMessage('openai-responses');
    expect(item).toMatchObject({
      output: [
        { type: 'input_text', text: 'A cat.' },
        { type: 'input_image', image_url: 'data:image/png;base64,aQ==', detail: 'auto' },
        { type: 'input_file', filename: 'file.pdf', file_data: 'data:application/pdf;base64,cA==' },
        ...furtherText.map((one) => ({ type: 'input_text', text: one })),
      ],
    });
  });

  it('contains images and PDF files for Anthropic, unless the call failed', async () => {
    const ok: ToolResultBlockParam = (await run(media)).toMessage('anthropic');
    expect(ok).toEqual({
      type: 'tool_result',
      tool_use_id: 'call_1',
      content: [
        { type: 'text', text: 'A cat.' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aQ==' } },
        { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'cA==' } },
        ...furtherText.map((one) => ({ type: 'text', text: one })),
      ],
    });
    const failed = await run(function* () {
      yield image('aQ==', 'image/png');
      fail();
    });
    expect(failed.toMessage('anthropic')).toEqual({
      type: 'tool_result',
      tool_use_id: 'call_1',
      content: '[image (image/png) omitted: not supported in tool results]\nNo camera.',
      is_error: true,
    });
    expect((await run(() => undefined)).toMessage('anthropic').content).toBe('');
  });

  it('contains images and PDF files for Gemini, and the ID only if the model sent one', async () => {
    const ok: Part = (await run(() => ({ a: 1 }))).toMessage('gemini');
    expect(ok).toEqual({ functionResponse: { id: 'call_1', name: 'look', response: { output: { a: 1 } } } });
    expect((await run(media)).toMessage('gemini').functionResponse).toEqual({
      id: 'call_1',
      name: 'look',
      response: { output: ['A cat.', ...furtherText].join('\n') },
      parts: [
        { inlineData: { mimeType: 'image/png', data: 'aQ==' } },
        { inlineData: { mimeType: 'application/pdf', data: 'cA==' } },
      ],
    });
    const toolkit = new Toolkit();
    toolkit.register(ToolSpec.fromFunction(fail, { name: 'look' }));
    expect((await toolkit.execute('look')).toMessage('gemini')).toEqual({
      functionResponse: { name: 'look', response: { error: 'No camera.' } },
    });
  });

  it('replaces video, files and URLs by texts for OpenAI Chat Completions', async () => {
    const { content } = (await run(furtherMedia)).toMessage('openai');
    expect(content.split('\n')).toEqual([
      omittedVideo,
      '[file notes.txt (text/plain) omitted: not supported in tool results]',
      omittedCsv,
      omittedZip,
      '[image: https://a.example/cat]',
      '[image: https://a.example/cat.webp]',
      insecure,
      omittedGs,
      '[file cat.pdf: https://a.example/cat.pdf]',
      linkedVideo,
    ]);
  });

  it('contains documents, and media by URL, for OpenAI Responses', async () => {
    const item: ResponseInputItem.FunctionCallOutput = (await run(furtherMedia)).toMessage('openai-responses');
    expect(item.output).toEqual([
      { type: 'input_text', text: omittedVideo },
      { type: 'input_file', filename: 'notes.txt', file_data: 'data:text/plain;base64,dMOk' },
      { type: 'input_file', filename: 'file.csv', file_data: 'data:text/csv;base64,YSxi' },
      { type: 'input_text', text: omittedZip },
      { type: 'input_image', image_url: 'https://a.example/cat', detail: 'auto' },
      { type: 'input_image', image_url: 'https://a.example/cat.webp', detail: 'auto' },
      { type: 'input_text', text: insecure },
      { type: 'input_text', text: omittedGs },
      { type: 'input_file', file_url: 'https://a.example/cat.pdf' },
      { type: 'input_text', text: linkedVideo },
    ]);
  });

  it('contains text documents, and media by URL, for Anthropic', async () => {
    const item: ToolResultBlockParam = (await run(furtherMedia)).toMessage('anthropic');
    expect(item.content).toEqual([
      { type: 'text', text: omittedVideo },
      { type: 'document', title: 'notes.txt', source: { type: 'text', media_type: 'text/plain', data: 'tä' } },
      { type: 'text', text: omittedCsv },
      { type: 'text', text: omittedZip },
      { type: 'image', source: { type: 'url', url: 'https://a.example/cat' } },
      { type: 'image', source: { type: 'url', url: 'https://a.example/cat.webp' } },
      { type: 'text', text: insecure },
      { type: 'text', text: omittedGs },
      { type: 'document', title: 'cat.pdf', source: { type: 'url', url: 'https://a.example/cat.pdf' } },
      { type: 'text', text: linkedVideo },
    ]);
  });

  it('contains text files, and media of a known type by URL, for Gemini', async () => {
    const part: Part = (await run(furtherMedia)).toMessage('gemini');
    expect(part.functionResponse).toEqual({
      id: 'call_1',
      name: 'look',
      response: {
        output: [omittedVideo, omittedCsv, omittedZip, '[image: https://a.example/cat]', insecure, linkedVideo].join(
          '\n',
        ),
      },
      parts: [
        { inlineData: { mimeType: 'text/plain', data: 'dMOk' } },
        { fileData: { mimeType: 'image/webp', fileUri: 'https://a.example/cat.webp' } },
        { fileData: { mimeType: 'image/png', fileUri: 'gs://cats/cat.png' } },
        { fileData: { mimeType: 'application/pdf', fileUri: 'https://a.example/cat.pdf' } },
      ],
    });
  });

  it('has only texts for a failed call of Anthropic and Gemini, also for media by URL', async () => {
    const failed = await run(function* () {
      yield image({ url: 'https://a.example/cat' });
      fail();
    });
    const words = '[image: https://a.example/cat]\nNo camera.';
    expect(failed.toMessage('anthropic')).toMatchObject({ content: words, is_error: true });
    expect(failed.toMessage('gemini').functionResponse).toMatchObject({ response: { error: words } });
  });

  it('rejects an unknown provider', async () => {
    const result = await run(() => 1);
    // @ts-expect-error: the providers are typed.
    expect(() => result.toMessage('mistral')).toThrow('The providers are openai, openai-responses, anthropic, gemini.');
  });
});
