import { type RegisterOptions, Toolkit, ToolSpec } from 'toolwright';

function published(description: string, options: RegisterOptions = { descriptions: 'first-sentence' }) {
  const toolkit = new Toolkit();
  toolkit.register(
    ToolSpec.fromFunction(() => 1, { name: 'find', description }),
    options,
  );
  const [schema] = toolkit.getJsonSchemas();
  return { published: schema?.description, own: toolkit.get('find')?.description, toolkit };
}

describe("register(…, { descriptions: 'first-sentence' })", () => {
  it.each([
    ['Find products.', 'Find products.'],
    ['Find products. Sorts by price.', 'Find products.'],
    ['Find products', 'Find products'],
    ['Find products\n\nSorts by price.', 'Find products'],
    ['Find products that are\nin stock. Sorts by price.', 'Find products that are in stock.'],
    ['Find places, e.g. Paris or Rome. Sorts by name.', 'Find places, e.g. Paris or Rome.'],
    ['Reads version 2.0 of the API. It is slow.', 'Reads version 2.0 of the API.'],
    ['Really? Yes.', 'Really?'],
    ['Asks J. Doe for help. Waits.', 'Asks J. Doe for help.'],
  ])('publishes one sentence of %j', (description, sentence) => {
    expect(published(description)).toMatchObject({ published: sentence, own: description });
  });

  it('shortens every export, and does not affect the tool elsewhere', () => {
    const text = 'Find products. Sorts by price.';
    const { toolkit } = published(text);
    const exports = [toolkit.toOpenAI(), toolkit.toAnthropic(), toolkit.toGemini(), toolkit.toPrompt()];
    for (const one of exports) expect(JSON.stringify(one)).not.toContain('Sorts by price');
    expect(published(text, {}).published).toBe(text);
    expect(published(text, { descriptions: 'full' }).published).toBe(text);
    expect(ToolSpec.fromFunction(() => 1, { name: 'find' }).toJsonSchema().description).toBeUndefined();
  });

  it('is preserved by a tool that is renamed or extended', () => {
    const { toolkit } = published('Find products. Sorts by price.', { descriptions: 'first-sentence', prefix: 'shop' });
    toolkit.setExtendedModel('shop__find', { type: 'object', properties: { why: { type: 'string' } } });
    expect(toolkit.getJsonSchemas()[0]).toMatchObject({ name: 'shop__find', description: 'Find products.' });
  });

  it('rejects any other value', () => {
    expect(() => published('a', { descriptions: 'short' as never })).toThrow(
      "register: descriptions must be 'full', 'first-paragraph' or 'first-sentence', not \"short\".",
    );
  });
});
