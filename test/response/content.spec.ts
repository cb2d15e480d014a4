import {
  audio,
  type ContentBlock,
  file,
  image,
  resource,
  resourceLink,
  respond,
  type TextBlock,
  text,
  video,
} from 'toolwright';
import { contentText, isContentBlock } from '../../src/call/response/content.js';
import { expectCpuMsBelow } from '../support/cpu-time.js';
import { fc } from '../support/fast-check.js';

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

  it.each<readonly [string, unknown]>([
    ['cat.png', 'image: url must be an absolute URL without credentials that a provider can fetch, not "cat.png".'],
    [
      'https://ann:pa55@a.example/cat.png',
      'image: url must be an absolute URL without credentials that a provider can fetch, and this one has a user name or a password.',
    ],
    ...['javascript:alert(1)', 'JAVASCRIPT:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)'].map(
      (url) => [url, expect.stringContaining("and not one with 'javascript:'")] as const,
    ),
    ['vbscript:x', expect.stringContaining("and not one with 'vbscript:'")],
    ['file:///etc/passwd', expect.stringContaining("and not one with 'file:'")],
    ['blob:https://a.example/1', expect.stringContaining("and not one with 'blob:'")],
    ['about:blank', expect.stringContaining("and not one with 'about:'")],
  ])('refuse the URL %s, which a provider cannot read or must not read', (url, message) => {
    expect(() => image({ url })).toThrow(expect.objectContaining({ code: 'definition', message }));
  });

  it.each(['https://a.example/1.png', 'http://a.example/1.png', 'gs://bucket/1.png', 's3://bucket/1.png'])(
    'accept the URL %s',
    (url) => {
      expect(image({ url }).url).toBe(url);
    },
  );

  it.each(['not base64!', 'aGk', 'aGk\u00e9', 'aGk=aGk=', 'a', 'aGk===', '_-_-', 'data:image/png;base64,aGk='])(
    'refuse %j as the data of every kind, unless `atob` reads it',
    (data) => {
      const kinds: readonly (() => unknown)[] = [
        () => image(data, 'image/png'),
        () => audio(data, 'audio/wav'),
        () => video(data, 'video/mp4'),
        () => file(data, { mimeType: 'text/csv' }),
        () => resource({ uri: 'a', blob: data }),
        () => respond({ content: [{ type: 'image', data, mimeType: 'image/png' }] }),
        () => respond({ content: [{ type: 'resource', resource: { uri: 'a', blob: data } }] }),
      ];
      const isBase64 = data === 'aGk';
      for (const create of kinds) {
        if (isBase64) expect(create).not.toThrow();
        else expect(create).toThrow('must be bytes or base64 (RFC 4648, section 4)');
      }
    },
  );

  it('have canonical base64: without line breaks, and with padding', () => {
    expect(image('aGkg\r\naGk', 'image/png').data).toBe('aGkgaGk=');
    expect(image(' aG k = ', 'image/png').data).toBe('aGk=');
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const data = Buffer.from(bytes).toString('base64');
        const wrapped = data.replaceAll(/.{3}/g, '$&\n').replace(/=+$/, '');
        expect(image(data, 'image/png').data).toBe(data);
        expect(image(wrapped, 'image/png').data).toBe(data);
        expect(image(bytes, 'image/png').data).toBe(data);
      }),
    );
  });

  it('are refused without the data or the URL of media', () => {
    for (const data of [undefined, null, 7, {}, [1]]) {
      expect(() => image(data as never, 'image/png')).toThrow('image: data must be bytes or base64');
    }
  });

  it.each(['', ' ', 'png', '/png', undefined, null])('refuse the media type %p', (mimeType) => {
    const message = /^(image|file): mimeType must be a media type such as '/;
    expect(() => image('aGk=', mimeType as string)).toThrow(message);
    expect(() => file('aGk=', { mimeType: mimeType as string })).toThrow(message);
    if (mimeType !== undefined) expect(() => image({ url: 'https://a.example' }, mimeType as string)).toThrow(message);
    const block = { type: 'image', data: 'aGk=', mimeType: mimeType as string } as const;
    expect(() => respond({ content: [block] })).toThrow(message);
  });

  it('check base64 of ten megabytes in linear time', async () => {
    const data = 'A'.repeat(10_000_000);
    for (const text of [data, `${data}!`, `${data}=A==`, '='.repeat(10_000_000), ' '.repeat(10_000_000)]) {
      const run = () => {
        try {
          image(text, 'image/png');
        } catch {}
      };
      await expectCpuMsBelow(2_000, run);
    }
  });

  it('are created from the literals of `respond`', () => {
    const { content } = respond({
      content: [
        { type: 'text', text: 'hi' },
        { type: 'image', data: 'aGk', mimeType: 'image/png' },
        { type: 'media_link', media: 'video', url: 'https://a.example/1.mp4' },
        { type: 'file', data: 'aGk=', mimeType: 'text/csv', name: 'a.csv' },
        { type: 'resource', resource: { uri: 'file:///a', text: 'hi' }, _meta: { a: 1 } },
        { type: 'resource_link', uri: 'file:///a', name: 'a' },
      ],
    });
    expect(content.every(isContentBlock)).toBe(true);
    expect(content).toEqual([
      text('hi'),
      image('aGk=', 'image/png'),
      video({ url: 'https://a.example/1.mp4' }),
      file('aGk=', { mimeType: 'text/csv', name: 'a.csv' }),
      resource({ uri: 'file:///a', text: 'hi' }, { _meta: { a: 1 } }),
      resourceLink({ uri: 'file:///a', name: 'a' }),
    ]);
  });

  it('are no literals for the compiler, because a literal is data', () => {
    // @ts-expect-error A literal has no brand.
    const block: TextBlock = { type: 'text', text: 'hi' };
    // @ts-expect-error A literal has no brand.
    const blocks: ContentBlock[] = [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }];
    expect([block, ...blocks].some(isContentBlock)).toBe(false);
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
