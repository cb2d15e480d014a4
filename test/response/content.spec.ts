import { audio, image, resource, resourceLink, text } from 'toolwright';
import { contentText, isContentBlock, toBase64 } from '../../src/response/content.js';

describe('content blocks', () => {
  it('have the shapes of the Model Context Protocol', () => {
    expect([
      text('hi'),
      image('aGk=', 'image/png'),
      audio('aGk=', 'audio/wav'),
      resource({ uri: 'file:///a', text: 'hi' }),
      resourceLink({ uri: 'file:///a', name: 'a', size: 2 }),
    ]).toEqual([
      { type: 'text', text: 'hi' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'hi' } },
      { type: 'resource_link', uri: 'file:///a', name: 'a', size: 2 },
    ]);
  });

  it('accept bytes for base64 data', () => {
    const bytes = new Uint8Array([0, 104, 105]).subarray(1);
    expect(image(bytes, 'image/png').data).toBe('aGk=');
    expect(audio(bytes, 'audio/wav').data).toBe('aGk=');
    expect(resource({ uri: 'file:///a', blob: bytes })).toEqual({
      type: 'resource',
      resource: { uri: 'file:///a', blob: 'aGk=' },
    });
    expect(toBase64('aGk=')).toBe('aGk=');
  });

  it('carry annotations and _meta', () => {
    const options = { annotations: { audience: ['user'], priority: 1 }, _meta: { a: 1 } } as const;
    expect(text('hi', options)).toEqual({ type: 'text', text: 'hi', ...options });
    expect(image('', 'image/png', options)).toMatchObject(options);
    expect(audio('', 'audio/wav', options)).toMatchObject(options);
    expect(resource({ uri: 'a' }, options)).toMatchObject(options);
    expect(resourceLink({ uri: 'a', name: 'a', ...options })).toMatchObject(options);
  });

  it('are distinguished from data of the same shape by their brand, which is not a key', () => {
    expect(isContentBlock(text('hi'))).toBe(true);
    expect(isContentBlock(text('hi', { _meta: {} }))).toBe(true);
    expect(isContentBlock({ type: 'text', text: 'hi' })).toBe(false);
    expect(isContentBlock({ ...text('hi') })).toBe(false);
    expect(isContentBlock(JSON.parse(JSON.stringify(text('hi'))))).toBe(false);
    expect(isContentBlock(null)).toBe(false);
    expect(Reflect.ownKeys(text('hi'))).toEqual(['type', 'text']);
    expect(JSON.stringify(text('hi'))).toBe('{"type":"text","text":"hi"}');
  });

  it('read as their text, line by line', () => {
    expect(contentText([text('a'), image('', 'image/png'), text('b')])).toBe('a\nb');
    expect(contentText([])).toBe('');
  });
});
