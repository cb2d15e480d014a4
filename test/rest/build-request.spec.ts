import { buildRequest } from '../../src/sources/rest/build-request.js';
import type { Operation, OperationBody, OperationParameter } from '../../src/sources/rest/http/operation.js';

const fixed = { baseUrl: new URL('https://api.example.com/v1/'), headers: {}, query: {} };

function operationOf(changes: Partial<Operation>): Operation {
  return {
    method: 'GET',
    path: '/users/{id}',
    parameters: [place('id', 'path', 'simple')],
    body: undefined,
    ...changes,
  };
}

function place(
  argument: string,
  location: OperationParameter['in'],
  style: OperationParameter['style'],
  explode = false,
): OperationParameter {
  return { argument, name: argument, in: location, style, explode };
}

function bodyOf(contentType: string, changes: Partial<OperationBody> = {}): OperationBody {
  return { contentType, argument: undefined, properties: ['name', 'tags'], files: [], ...changes };
}

describe('the request of a call', () => {
  const rgb = { R: 100, G: 200 };

  // The examples of the OpenAPI Specification 3.1, section 4.8.12.4.
  it.each<[OperationParameter['style'], boolean, string, string, string]>([
    ['simple', false, 'blue', 'blue,black', 'R,100,G,200'],
    ['simple', true, 'blue', 'blue,black', 'R=100,G=200'],
    ['label', false, '.blue', '.blue,black', '.R,100,G,200'],
    ['label', true, '.blue', '.blue.black', '.R=100.G=200'],
    ['matrix', false, ';color=blue', ';color=blue,black', ';color=R,100,G,200'],
    ['matrix', true, ';color=blue', ';color=blue;color=black', ';R=100;G=200'],
  ])('writes path arguments in the style %s with explode %s', (style, explode, ...expected) => {
    const operation = operationOf({ path: '/c/{color}', parameters: [place('color', 'path', style, explode)] });
    const paths = ['blue', ['blue', 'black'], rgb].map(
      (color) => buildRequest(operation, fixed, { color }).url.pathname,
    );
    expect(paths).toEqual(expected.map((text) => `/v1/c/${text}`));
  });

  it.each<[OperationParameter['style'], boolean, string, string]>([
    ['form', true, '?color=blue&color=black', '?R=100&G=200'],
    ['form', false, '?color=blue,black', '?color=R,100,G,200'],
    ['spaceDelimited', false, '?color=blue%20black', '?color=R%20100%20G%20200'],
    ['pipeDelimited', false, '?color=blue|black', '?color=R|100|G|200'],
    ['deepObject', true, '?color%5B0%5D=blue&color%5B1%5D=black', '?color%5BR%5D=100&color%5BG%5D=200'],
    ['json', false, '?color=%5B%22blue%22%2C%22black%22%5D', '?color=%7B%22R%22%3A100%2C%22G%22%3A200%7D'],
  ])('writes query arguments in the style %s with explode %s', (style, explode, ...expected) => {
    const operation = operationOf({ path: '/c', parameters: [place('color', 'query', style, explode)] });
    expect([['blue', 'black'], rgb].map((color) => buildRequest(operation, fixed, { color }).url.search)).toEqual(
      expected,
    );
  });

  it('has headers, cookies and fixed values, and omits absent arguments', () => {
    const parameters = [
      place('X-Trace', 'header', 'simple'),
      place('lang', 'cookie', 'form'),
      place('q', 'query', 'form'),
    ];
    const { url, headers, body } = buildRequest(
      operationOf({ path: '/c', parameters }),
      { ...fixed, headers: { cookie: 'a=1', 'x-fixed': 'yes' }, query: { 'api version': '2&3' } },
      { 'X-Trace': ['a', 'b'], lang: 'de; x', q: null },
    );
    expect(url.href).toBe('https://api.example.com/v1/c?api%20version=2%263');
    expect(headers).toEqual({ 'x-trace': 'a,b', 'x-fixed': 'yes', cookie: 'a=1; lang=de%3B%20x' });
    expect(body).toBeUndefined();
  });

  it('does not let an argument replace a fixed header', () => {
    const operation = operationOf({ path: '/c', parameters: [place('Authorization', 'header', 'simple')] });
    const parts = { ...fixed, headers: { authorization: 'fixed' } };
    expect(buildRequest(operation, parts, {}).headers).toEqual({ authorization: 'fixed' });
    expect(() => buildRequest(operation, parts, { Authorization: 'x' })).toThrow("must not set 'Authorization'");
  });

  it.each(['a/b', 'a b', '?x=1', '#x', '%2e%2e', '%2F', '..x', 'a..b', '//evil.example', '@evil.example', 'a\\b', 'ü'])(
    'keeps the path argument %j in its segment',
    (id) => {
      const { url } = buildRequest(operationOf({}), fixed, { id });
      expect(url.href).toBe(`https://api.example.com/v1/users/${encodeURIComponent(id)}`);
    },
  );

  it.each([
    '',
    '.',
    '..',
    '../admin',
    'a/../b',
    '..\\admin',
    ' ..',
    '.. ',
    '. .',
    '..;x',
    '.. /a',
    null,
    undefined,
    [],
  ])('is refused for the path argument %j', (id) => {
    expect(() => buildRequest(operationOf({}), fixed, { id })).toThrow(
      'The argument \'id\' must be one segment of a path, not empty, "." or "..".',
    );
  });

  it('is refused for path arguments that form a dot segment together', () => {
    const parameters = [place('a', 'path', 'simple'), place('b', 'path', 'simple')];
    const operation = operationOf({ path: '/users/{a}{b}/x', parameters });
    expect(() => buildRequest(operation, fixed, { a: '.', b: '.' })).toThrow('must be one segment of a path');
  });

  it.each(['a\r\nx-evil: 1', 'a\nb', '\0', '日本'])('is refused for the header argument %j', (trace) => {
    const operation = operationOf({ path: '/c', parameters: [place('trace', 'header', 'simple')] });
    expect(() => buildRequest(operation, fixed, { trace })).toThrow(
      "The argument 'trace' contains characters that a header cannot have.",
    );
  });

  it.each<[OperationBody, Record<string, unknown>, unknown, string]>([
    [bodyOf('application/json'), { name: 'tea', other: 1 }, '{"name":"tea"}', 'application/json'],
    [bodyOf('application/merge-patch+json', { argument: 'x' }), { x: [1] }, '[1]', 'application/merge-patch+json'],
    [
      bodyOf('application/x-www-form-urlencoded'),
      { name: 'a&b', tags: ['x', 'y z'] },
      'name=a%26b&tags=x&tags=y%20z',
      'application/x-www-form-urlencoded',
    ],
    [bodyOf('text/plain', { argument: 'x' }), { x: 'tea' }, 'tea', 'text/plain'],
    [
      bodyOf('application/octet-stream', { argument: 'x' }),
      { x: 'AQI=' },
      Buffer.from([1, 2]),
      'application/octet-stream',
    ],
  ])('has a body of the type %j', (body, args, content, contentType) => {
    const request = buildRequest(operationOf({ method: 'POST', path: '/c', parameters: [], body }), fixed, args);
    expect(request.body).toEqual(content);
    expect(request.headers).toEqual({ 'content-type': contentType });
  });

  it('has a multipart body with texts, JSON and files', async () => {
    const body = bodyOf('multipart/form-data', { properties: ['name', 'meta', 'file'], files: ['file'] });
    const operation = operationOf({ method: 'POST', path: '/c', parameters: [], body });
    const request = buildRequest(operation, fixed, { name: 'tea', meta: { a: 1 }, file: 'AQI=' });
    expect(request.headers).toEqual({});
    const form = request.body as FormData;
    expect(form).toBeInstanceOf(FormData);
    const texts = ['meta', 'file'].map(async (name) => Buffer.from(await (form.get(name) as Blob).arrayBuffer()));
    expect(form.get('name')).toBe('tea');
    expect((await Promise.all(texts)).map((bytes) => bytes.toString('latin1'))).toEqual(['{"a":1}', '\x01\x02']);
  });

  it('is refused for a binary body that is not base64', () => {
    const body = bodyOf('application/octet-stream', { argument: 'x' });
    const operation = operationOf({ method: 'POST', path: '/c', parameters: [], body });
    expect(() => buildRequest(operation, fixed, { x: 'not base64!' })).toThrow(
      "The argument 'x' must be a file encoded as base64.",
    );
  });
});
