import { audio, DefinitionError, file, image, resource, resourceLink, text, video } from 'toolwright';
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

  it('represent a video and a file by their data', () => {
    expect([
      video(new Uint8Array([104, 105]), 'video/mp4'),
      file('aGk=', { mimeType: 'text/csv', name: 'a.csv' }),
      file('aGk=', { mimeType: 'text/csv', name: undefined }),
    ]).toEqual([
      { type: 'video', data: 'aGk=', mimeType: 'video/mp4' },
      { type: 'file', data: 'aGk=', mimeType: 'text/csv', name: 'a.csv' },
      { type: 'file', data: 'aGk=', mimeType: 'text/csv' },
    ]);
    expect(Reflect.ownKeys(file('', { mimeType: 'text/csv', name: undefined }))).toEqual(['type', 'data', 'mimeType']);
  });

  it('represent media by its URL, of every kind', () => {
    const url = 'https://a.example/x?y=1';
    expect([
      image({ url }),
      image({ url: new URL(url) }, 'image/png'),
      audio({ url }, 'audio/wav'),
      video({ url }, 'video/mp4'),
      file({ url }, { mimeType: 'application/pdf', name: 'x.pdf' }),
    ]).toEqual([
      { type: 'media_link', media: 'image', url },
      { type: 'media_link', media: 'image', url, mimeType: 'image/png' },
      { type: 'media_link', media: 'audio', url, mimeType: 'audio/wav' },
      { type: 'media_link', media: 'video', url, mimeType: 'video/mp4' },
      { type: 'media_link', media: 'file', url, mimeType: 'application/pdf', name: 'x.pdf' },
    ]);
  });

  it.each([
    ['cat.png', 'image: url must be an absolute URL without credentials, not "cat.png".'],
    [
      'https://ann:pa55@a.example/cat.png',
      'image: url must be an absolute URL without credentials, and this one has a user name or a password.',
    ],
  ])('refuse the URL %s, which a provider cannot read or must not read', (url, message) => {
    expect(() => image({ url })).toThrow(new DefinitionError(message));
  });

  it('carry annotations and _meta', () => {
    const options = { annotations: { audience: ['user'], priority: 1 }, _meta: { a: 1 } } as const;
    expect(text('hi', options)).toEqual({ type: 'text', text: 'hi', ...options });
    expect(image('', 'image/png', options)).toMatchObject(options);
    expect(audio('', 'audio/wav', options)).toMatchObject(options);
    expect(image({ url: 'https://a.example' }, undefined, options)).toMatchObject(options);
    expect(video('', 'video/mp4', options)).toMatchObject(options);
    expect(file('', { mimeType: 'text/csv', ...options })).toMatchObject(options);
    expect(resource({ uri: 'a' }, options)).toMatchObject(options);
    expect(resourceLink({ uri: 'a', name: 'a', ...options })).toMatchObject(options);
  });

  it('are distinguished from data of the same shape by their brand, which is not a key', () => {
    expect(isContentBlock(text('hi'))).toBe(true);
    expect(isContentBlock(text('hi', { _meta: {} }))).toBe(true);
    expect(isContentBlock(video('', 'video/mp4'))).toBe(true);
    expect(isContentBlock(image({ url: 'https://a.example' }))).toBe(true);
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
