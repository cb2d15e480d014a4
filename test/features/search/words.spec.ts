import { type JsonSchema, Tool, Toolkit, ToolRegistry } from 'toolwright';
import { find, namesFor, type TestTool, withTools } from './find-tools.js';

const schema = (properties: NonNullable<JsonSchema['properties']>): JsonSchema => ({ type: 'object', properties });

describe('a search by words', () => {
  it.each<[string, string, TestTool]>([
    ['a name with dots, as a source may have', 'user', { name: 'client-user-find' }],
    ['a part of a name in camel case', 'weather', { name: 'getWeatherOfCity' }],
    ['a name in camel case that is written as one word', 'getweather', { name: 'getWeather' }],
    ['a brand with a capital in the middle', 'github', { name: 'issues', description: 'Lists issues of GitHub' }],
    ['a word with digits', 'base64', { name: 'encode', description: 'Encodes as Base64' }],
    ['an inflection', 'categories', { name: 'category_list' }],
    ['another form of a verb', 'deleting a file', { name: 'remove', description: 'Deletes files' }],
    ['a word with an accent', 'resume', { name: 'cv', description: 'Writes a résumé' }],
    ['a possessive', "the customer's order", { name: 'customer_order' }],
    ['its title', 'shipment', { name: 'track', title: 'Shipment tracking' }],
    ['a keyword', 'parcel', { name: 'track', keywords: ['parcel', 'package'] }],
    ['a request of a user', 'where is my stuff', { name: 'track', examples: ['Where is my stuff?'] }],
    ['the description of an example', 'gift', { name: 'track', examples: [{ description: 'A gift', input: {} }] }],
    ['the name of a parameter', 'postcode', { name: 'place', inputSchema: schema({ postCode: { type: 'string' } }) }],
    [
      'the description of a parameter',
      'celsius',
      { name: 'place', inputSchema: schema({ unit: { type: 'string', description: 'Celsius or Kelvin' } }) },
    ],
    ['a value of a parameter', 'express', { name: 'send', inputSchema: schema({ by: { enum: ['express', 'slow'] } }) }],
    [
      'a parameter within a parameter',
      'street',
      { name: 'send', inputSchema: schema({ to: { type: 'object', properties: { street: { type: 'string' } } } }) },
    ],
    ['a word with the same meaning', 'repo', { name: 'repository_get' }],
    ['an action with the same meaning', 'erase', { name: 'delete_account' }],
    ['only words that say nothing otherwise', 'who am I', { name: 'who_am_i' }],
    ['a misspelt word', 'recieve a mesage', { name: 'message_receiver' }],
    ['the beginning of a word', 'calen', { name: 'calendar' }],
  ])('finds by %s', async (_, query, tool) => {
    const others = ['alpha', 'beta', 'gamma'].map((name) => ({ name, description: 'Something else' }));
    expect((await namesFor(withTools([...others, tool]), query))[0]).toBe(tool.name);
  });

  it('ignores words that say nothing, and words that most tools have', async () => {
    const tools = [
      { name: 'one', description: 'What you can do with it for me and all of the others' },
      { name: 'book_flight', description: 'Books' },
    ];
    expect(await namesFor(withTools(tools), 'can you please do a flight for me')).toEqual(['book_flight']);
  });

  it('says which words of the query were found', async () => {
    const toolkit = withTools([{ name: 'refund_order', description: 'Pays back', keywords: ['money'] }]);
    expect(await find(toolkit, 'Refund my Orders, I want my money')).toEqual([
      expect.objectContaining({ name: 'refund_order', matched: ['Refund', 'Orders', 'money'] }),
    ]);
    const text = (await toolkit.execute('search_tools', { query: 'refund' })).toText();
    expect(text).toMatch(/^- refund_order\(\) \(group 'all', not active; matches: refund\): Pays back$/m);
  });

  it('shows the parameters of a tool, those that are required first, and at most eight', async () => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
    const toolkit = withTools([{ name: 'paint', inputSchema: { type: 'object', properties, required: ['nine'] } }]);
    const text = (await toolkit.execute('search_tools', { query: 'paint' })).toText();
    expect(text).toContain('- paint({ nine, one?, two?, three?, four?, five?, six?, seven?, … })');
  });

  it('prefers a name that the query states completely to a longer one', async () => {
    const names = ['repos_delete_file_of_branch', 'repos_delete', 'repos_delete_deployment', 'repos_list'];
    const tools = names.map((name) => ({ name, description: 'A repository' }));
    expect((await namesFor(withTools(tools), 'delete the repos'))[0]).toBe('repos_delete');
  });

  it('does not match similar words if enough tools have the words', async () => {
    const tools = Array.from({ length: 12 }, (_, index) => ({ name: `chart_${index}` }));
    const names = await namesFor(withTools([...tools, { name: 'charter' }, { name: 'charm' }]), 'chart');
    expect(names).toHaveLength(10);
    expect(names.every((name) => name.startsWith('chart_'))).toBe(true);
  });
});

describe('the exact name of a tool', () => {
  const noise = Array.from({ length: 40 }, (_, index) => ({
    name: `get_weather_forecast_${index}`,
    description: 'get weather get weather get weather',
    tags: ['get_weather'],
    keywords: ['get_weather', 'get weather'],
  }));

  it.each(['get_weather', 'GET_WEATHER', 'get weather', 'getWeather', 'use get_weather for Oslo'])(
    'ranks first whatever other tools say: %s',
    async (query) => {
      const toolkit = withTools([...noise, { name: 'get_weather', description: 'Nothing of it' }]);
      expect((await namesFor(toolkit, query))[0]).toBe('get_weather');
    },
  );

  it('ranks first after each tool that is added', async () => {
    const toolkit = withTools([{ name: 'lookup' }]);
    const more = withTools(noise).list({ group: 'all' });
    for (const spec of [
      ...more,
      ...withTools([{ name: 'look_up', description: 'lookup lookup' }]).list({ group: 'all' }),
    ]) {
      toolkit.register(spec, { group: 'all' });
      expect((await namesFor(toolkit, 'lookup'))[0]).toBe('lookup');
    }
  });

  it('ranks the tool first whose case is that of the query', async () => {
    const tools = [{ name: 'getweather' }, { name: 'GetWeather' }, { name: 'getWeather' }];
    expect((await namesFor(withTools(tools), 'getWeather'))[0]).toBe('getWeather');
    expect((await namesFor(withTools(tools), 'GetWeather'))[0]).toBe('GetWeather');
  });

  it('of one word does not rank first because a request contains it', async () => {
    const tools = [
      { name: 'search', description: 'Searches documents' },
      { name: 'flights', description: 'Search flights' },
    ];
    expect((await namesFor(withTools(tools), 'search flights'))[0]).toBe('flights');
  });
});

describe('what an author writes for a search', () => {
  class Parcels extends ToolRegistry {
    @Tool({ description: 'Tracks', keywords: ['shipment'], examples: ['Where is my parcel?', { input: { id: 'a' } }] })
    track(id: string): string {
      return id;
    }
  }

  it('is a part of the spec, and is not sent to models', () => {
    const spec = new Parcels().toolSpec('track');
    expect(spec.keywords).toEqual(['shipment']);
    expect(spec.requests).toEqual(['Where is my parcel?']);
    expect(spec.examples).toEqual([{ input: { id: 'a' } }]);
    expect(JSON.stringify([spec.toAnthropic(), spec.toMcp(), spec.toOpenAI(), spec.docstring])).not.toMatch(
      /shipment|Where/,
    );
    expect(spec.toAnthropic()).toMatchObject({ input_examples: [{ id: 'a' }] });
  });

  it('remains with a renamed tool, and with one whose model was extended', async () => {
    const toolkit = new Toolkit();
    toolkit.createGroup('all');
    toolkit.register(new Parcels(), { group: 'all', prefix: 'shop' });
    toolkit.setExtendedModel('shop__track', { type: 'object', properties: { reason: { type: 'string' } } });
    toolkit.enableMetaTool({ search: true });
    expect(await namesFor(toolkit, 'shipment')).toEqual(['shop__track']);
    expect(await namesFor(toolkit, 'where is the parcel')).toEqual(['shop__track']);
  });

  it('finds the tools of a group by its keywords', async () => {
    const toolkit = withTools([]);
    toolkit.createGroup('billing', { keywords: ['dunning'] });
    toolkit.register(new Parcels(), { group: 'billing' });
    expect(await namesFor(toolkit, 'dunning')).toEqual(['track']);
    expect(toolkit.groups().find(({ name }) => name === 'billing')?.keywords).toEqual(['dunning']);
  });

  it('must be texts', () => {
    expect(() => withTools([{ name: 'a', keywords: 'word' as never }])).toThrow('keywords must be an array of strings');
    expect(() => new Toolkit().createGroup('a', { keywords: [1] as never })).toThrow(
      'keywords must be an array of strings',
    );
  });
});
