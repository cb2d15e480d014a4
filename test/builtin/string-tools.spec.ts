import { StringTools } from 'toolwright/builtin';

const tools = new StringTools();

const call = (name: string, args: object): Promise<unknown> => tools.toolSpec(name).call(args);
const messageOf = async (name: string, args: object): Promise<string | undefined> =>
  (await tools.toolSpec(name).exec(args)).error?.message;

describe('StringTools', () => {
  it.each([
    ['upper', 'HELLOWORLD ÄÖ_BAZ 2ND'],
    ['lower', 'helloworld äö_baz 2nd'],
    ['title', 'Helloworld Äö_Baz 2nd'],
    ['sentence', 'Helloworld äö_baz 2nd'],
    ['camel', 'helloWorldÄöBaz2nd'],
    ['pascal', 'HelloWorldÄöBaz2nd'],
    ['snake', 'hello_world_äö_baz_2nd'],
    ['kebab', 'hello-world-äö-baz-2nd'],
    ['constant', 'HELLO_WORLD_ÄÖ_BAZ_2ND'],
  ])('writes a text as %s', async (to, expected) => {
    expect(await call('string_change_case', { text: 'helloWorld ÄÖ_baz 2nd', to })).toBe(expected);
  });

  it('trims white space or other characters, at one end or both', async () => {
    expect(await call('string_trim', { text: ' \n a b\u00a0' })).toBe('a b');
    expect(await call('string_trim', { text: '--a--', characters: '-', side: 'end' })).toBe('--a');
    expect(await call('string_trim', { text: '--a--', characters: '-', side: 'start' })).toBe('a--');
    expect(await call('string_trim', { text: '   ' })).toBe('');
  });

  it.each([
    [{ text: 'a,b,c' }, ['a', 'b', 'c']],
    [{ text: 'a,b,c', limit: 2 }, ['a', 'b']],
    [{ text: 'a; b', separator: '; ' }, ['a', 'b']],
    [{ text: 'one\r\ntwo\nthree', by: 'lines' }, ['one', 'two', 'three']],
    [{ text: 'Hello, wörld!', by: 'words' }, ['Hello', 'wörld']],
    [{ text: 'One. Two? Three', by: 'sentences' }, ['One.', 'Two?', 'Three']],
    [{ text: 'a👨‍👩‍👧é', by: 'characters' }, ['a', '👨‍👩‍👧', 'é']],
  ])('splits %j', async (args, expected) => {
    expect(await call('string_split', args)).toEqual(expected);
  });

  it('joins texts', async () => {
    expect(await call('string_join', { texts: ['a', 'b'], separator: ', ' })).toBe('a, b');
  });

  it('replaces a text literally', async () => {
    expect(await call('string_replace', { text: 'a.b.c', search: '.', replacement: '$&' })).toBe('a$&b$&c');
    expect(await call('string_replace', { text: 'Aa', search: 'a', replacement: 'x', ignoreCase: true })).toBe('xx');
    expect(await call('string_replace', { text: 'aaa', search: 'a', replacement: 'x', limit: 1 })).toBe('xaa');
    expect(await call('string_replace', { text: 'İa', search: 'A', replacement: 'x', ignoreCase: true })).toBe('İx');
  });

  it('replaces the matches of a regular expression, with its groups', async () => {
    const args = { text: 'a1b22', search: '([a-z])(\\d+)', replacement: '[$2$1$&$$$3]', pattern: true };
    expect(await call('string_replace', args)).toBe('[1aa1$$3][22bb22$$3]');
  });

  it('finds texts and regular expressions, with indexes and groups', async () => {
    expect(await call('string_search', { text: 'Foo foo', search: 'foo', ignoreCase: true })).toEqual([
      { index: 0, text: 'Foo', groups: [] },
      { index: 4, text: 'foo', groups: [] },
    ]);
    expect(
      await call('string_search', { text: 'Foo\nfo', search: '^f(o)(x)?', ignoreCase: true, pattern: true }),
    ).toEqual([
      { index: 0, text: 'Fo', groups: ['o', null] },
      { index: 4, text: 'fo', groups: ['o', null] },
    ]);
  });

  it('matches patterns in linear time that backtracking engines match in exponential time', async () => {
    const args = { text: `${'a'.repeat(19_000)}!`, search: '^(a+)+$', pattern: true };
    expect(await call('string_search', args)).toEqual([]);
  });

  it('ends a search that takes too long', async () => {
    const search = new StringTools({ queryTimeoutMs: 100 }).toolSpec('string_search');
    const { error } = await search.exec({ text: 'a'.repeat(20_000), search: 'a.*b|a', pattern: true, limit: 5_000 });
    expect(error).toMatchObject({ code: 'timeout' });
  });

  it.each([
    ['(', 'missing closing )'],
    ['(?=a)', 'invalid or unsupported'],
    ['(a)\\1', 'invalid escape sequence'],
    ['\\k<a>', 'a backreference has no linear-time equivalent'],
    ['a{1000}{2}', 'the pattern is too complex'],
  ])('states what is wrong with the pattern %s', async (search, problem) => {
    expect(await messageOf('string_search', { text: 'a', search, pattern: true })).toContain(problem);
  });

  it('counts the parts of a text', async () => {
    expect(await call('string_count', { text: 'Hello wörld. Next 👨‍👩‍👧 one!\nLine' })).toEqual({
      characters: 29,
      words: 5,
      sentences: 3,
      lines: 2,
      bytes: 47,
    });
    expect(await call('string_count', { text: '' })).toMatchObject({ characters: 0, lines: 0, bytes: 0 });
  });

  it('pads and truncates', async () => {
    expect(await call('string_pad', { text: '7', length: 3, fill: '0' })).toBe('007');
    expect(await call('string_pad', { text: '7', length: 3, side: 'end' })).toBe('7  ');
    expect(await call('string_pad', { text: 'ab', length: 7, fill: '*', side: 'both' })).toBe('**ab***');
    expect(await call('string_truncate', { text: 'Hello big world', length: 12 })).toBe('Hello big w…');
    expect(await call('string_truncate', { text: 'Hello big world', length: 12, atWord: true })).toBe('Hello big…');
    expect(await call('string_truncate', { text: '👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', length: 2 })).toBe('👨‍👩‍👧…');
    expect(await call('string_truncate', { text: 'Hello', length: 5 })).toBe('Hello');
    expect(await call('string_truncate', { text: 'Hello', length: 1, ending: '...' })).toBe('.');
  });

  it('writes a part of a URL', async () => {
    expect(await call('string_slugify', { text: "Crème Brûlée & Ærø's straße" })).toBe('creme-brulee-aeros-strasse');
    expect(await call('string_slugify', { text: '日本 語', separator: '_' })).toBe('日本_語');
  });

  it.each([
    ['base64', 'w6QgPGI+ICYgIngi'],
    ['base64url', 'w6QgPGI-ICYgIngi'],
    ['hex', 'c3a4203c623e202620227822'],
    ['url', '%C3%A4%20%3Cb%3E%20%26%20%22x%22'],
    ['html', 'ä &lt;b&gt; &amp; &quot;x&quot;'],
  ])('encodes and decodes %s', async (encoding, encoded) => {
    const text = 'ä <b> & "x"';
    expect(await call('string_encode', { text, to: encoding })).toBe(encoded);
    expect(await call('string_decode', { text: encoded, from: encoding })).toBe(text);
  });

  it.each([
    ['base64', '!!'],
    ['base64url', '_w=='],
    ['hex', 'abc'],
    ['url', '%E4'],
  ])('refuses what is not encoded as %s', async (from, text) => {
    expect(await messageOf('string_decode', { text, from })).toBe(
      `Invalid text: it is not encoded as ${from}, or its bytes are no text in UTF-8.`,
    );
  });

  it('decodes references of HTML, and leaves what it does not know', async () => {
    expect(await call('string_decode', { text: '&#65;&#x42;&apos;&constructor;&copy;&#9999999;', from: 'html' })).toBe(
      "AB'&constructor;&copy;&#9999999;",
    );
  });

  it('hashes a text', async () => {
    expect(await call('string_hash', { text: 'abc' })).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('fills a template, and refuses missing values', async () => {
    const values = { user: { name: 'Ann' }, n: 3, list: [1] };
    const template = '{{ user.name }} has {{n}} of {{list}}';
    expect(await call('string_fill_template', { template, values })).toBe('Ann has 3 of [1]');
    expect(await messageOf('string_fill_template', { template: '{{toString}}', values })).toBe(
      'Invalid values: there is no value for {{toString}}.',
    );
  });

  it('limits the length of its results', async () => {
    const text = 'a'.repeat(5_000);
    expect(await messageOf('string_replace', { text, search: 'a', replacement: 'b'.repeat(1_000) })).toBe(
      'Invalid text: the result has more than 500000 characters.',
    );
  });
});
