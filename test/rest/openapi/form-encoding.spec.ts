import type { ToolSpec } from 'toolwright';
import { openApiSource } from 'toolwright/rest';
import { type EchoServer, startEchoServer } from './echo-server.js';

let server: EchoServer;

beforeAll(async () => {
  server = await startEchoServer();
});

afterAll(() => server.close());

interface Form {
  readonly encoding?: object;
  readonly contentType?: string;
  readonly schema?: object;
}

async function importForm(form: Form) {
  const { encoding, contentType = 'application/x-www-form-urlencoded', schema = {} } = form;
  const content = { [contentType]: { schema: { type: 'object', properties: { value: schema, name: {} } }, encoding } };
  const operation = { operationId: 'send', requestBody: { content }, responses: { 200: {} } };
  const other = { operationId: 'other', responses: { 200: {} } };
  const paths = { '/send': { post: operation, get: other } };
  const source = openApiSource({ openapi: '3.1.0', paths }, { baseUrl: server.url, onWarning: () => {} });
  const specs = await source.specs();
  return { spec: specs.find(({ name }) => name === 'send') as ToolSpec, quarantined: source.quarantined };
}

async function bodyOf(form: Form, value: unknown): Promise<string> {
  const { spec } = await importForm(form);
  const { data, error } = await spec.exec({ value, name: 'a b' });
  if (error !== undefined) return error.message;
  const { body } = data as { readonly body: string };
  return body.split('&').map(decodeURIComponent).join('&');
}

const address = { city: 'Rome', geo: { lat: 1, lon: 2 } };

describe('a property of a form', () => {
  it.each<[string, object | undefined, unknown, string]>([
    ['an object', { style: 'deepObject', explode: true }, { city: 'B' }, 'value[city]=B'],
    ['nested objects', { style: 'deepObject' }, address, 'value[city]=Rome&value[geo][lat]=1&value[geo][lon]=2'],
    ['a list', { style: 'deepObject' }, ['a', 'b'], 'value[0]=a&value[1]=b'],
    [
      'objects in a list',
      { style: 'deepObject' },
      [{ p: 1, t: ['x'] }, { p: 2 }],
      'value[0][p]=1&value[0][t][0]=x&value[1][p]=2',
    ],
    ['a text', { style: 'deepObject' }, 'x', 'value=x'],
    ['a list', { style: 'form' }, ['a', 'b'], 'value=a&value=b'],
    ['a list', { style: 'form', explode: false }, ['a', 'b'], 'value=a,b'],
    ['a list', { explode: false }, ['a', 'b'], 'value=a,b'],
    ['an object', { style: 'form' }, { city: 'B', zip: 1 }, 'city=B&zip=1'],
    ['an object', { style: 'form', explode: false }, { city: 'B' }, 'value=city,B'],
    ['a list', { style: 'spaceDelimited' }, ['a', 'b'], 'value=a b'],
    ['a list', { style: 'pipeDelimited' }, ['a', 'b'], 'value=a|b'],
    ['a list', { contentType: 'application/json' }, ['a', 1], 'value=["a",1]'],
    ['an object', { contentType: 'application/json' }, { a: 1 }, 'value={"a":1}'],
    ['a list', undefined, ['a', 'b'], 'value=a&value=b'],
  ])('writes %s with the encoding %j: %j', async (_, value, argument, expected) => {
    const encoding = value === undefined ? undefined : { value };
    expect(await bodyOf({ encoding }, argument)).toBe(`${expected}&name=a b`);
  });

  it('does not set the name of another property', async () => {
    const encoding = { value: { style: 'form', explode: true } };
    expect(await bodyOf({ encoding }, { name: 'x' })).toContain("'value' must not set 'name'");
  });

  it('of a multipart form has its media type, or the style that the encoding states', async () => {
    const contentType = 'multipart/form-data';
    const types = {
      value: { contentType: 'application/merge-patch+json' },
      name: { contentType: 'text/markdown, text/plain' },
    };
    const { spec } = await importForm({ contentType, encoding: types });
    const { body } = (await spec.exec({ value: ['a'], name: 'b' })).data as { readonly body: string };
    expect(body).toMatch(/name="value"[\s\S]*application\/merge-patch\+json\r\n\r\n\["a"\]\r\n/);
    expect(body).toMatch(/name="name"[\s\S]*text\/markdown[\s\S]*\r\n\r\nb\r\n/);
    const styled = await importForm({ contentType, encoding: { value: { style: 'deepObject' } } });
    const other = (await styled.spec.exec({ value: { city: 'Rome & Paris' } })).data as { readonly body: string };
    expect(other.body).toContain('name="value[city]"\r\n\r\nRome & Paris\r\n');
  });

  it.each<[object, string]>([
    [{ style: 'simple' }, 'has the style "simple", which is not supported'],
    [{ headers: { 'X-Part': { required: true } } }, "requires the header 'X-Part', which cannot be sent"],
    [{ headers: { 'X-Part': { $ref: 'other.yaml' } } }, 'outside the document'],
  ])('that cannot be sent quarantines its operation: %j', async (value, reason) => {
    const { quarantined } = await importForm({ encoding: { value } });
    expect(quarantined).toEqual([{ id: 'send', reason: expect.stringContaining(reason) }]);
  });

  it('may have headers that are not required, and a content type', async () => {
    const value = { headers: { 'Content-Type': { required: true }, 'X-Part': {} } };
    expect((await importForm({ encoding: { value } })).quarantined).toEqual([]);
  });

  it.each([
    ['csv', 'value=a,b'],
    [undefined, 'value=a,b'],
    ['multi', 'value=a&value=b'],
    ['pipes', 'value=a|b'],
    ['ssv', 'value=a b'],
  ])('of OpenAPI 2.0 has the collectionFormat %s', async (collectionFormat, expected) => {
    const parameters = [{ in: 'formData', name: 'value', type: 'array', items: { type: 'string' }, collectionFormat }];
    const paths = {
      '/a': { post: { operationId: 'send', consumes: ['application/x-www-form-urlencoded'], parameters } },
    };
    const [spec] = await openApiSource({ swagger: '2.0', paths }, { baseUrl: server.url }).specs();
    const { body } = (await (spec as ToolSpec).exec({ value: ['a', 'b'] })).data as { readonly body: string };
    expect(body.split('&').map(decodeURIComponent).join('&')).toBe(expected);
  });
});
