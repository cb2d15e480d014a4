import { Field, Tool } from 'toolwright';
import { readFields, readRecords } from '../../src/tool/metadata/class-records.js';

describe('readRecords', () => {
  class Base {
    @Tool()
    first(): void {}
  }
  class Middle extends Base {}
  class Leaf extends Middle {
    @Tool()
    second(): void {}
  }

  it('returns the nearest class first and skips classes without a record', () => {
    expect(readRecords(Leaf).map(({ owner, record }) => [owner, Object.keys(record.methods)])).toEqual([
      [Leaf, ['second']],
      [Base, ['first']],
    ]);
  });

  it('returns frozen records', () => {
    const [{ record } = { record: undefined }] = readRecords(Leaf);
    expect(Object.isFrozen(record)).toBe(true);
    expect(Object.isFrozen(record?.methods)).toBe(true);
    expect(Object.isFrozen(record?.methods.second)).toBe(true);
    expect(Object.isFrozen(record?.methods.second?.tool)).toBe(true);
  });

  it('unwraps a proxy that replaces the class', () => {
    expect(readRecords(new Proxy(Leaf, {})).map(({ owner }) => owner)).toEqual([Leaf, Base]);
  });

  it('is empty for a class without decorators', () => {
    expect(readRecords(class {})).toEqual([]);
    expect(readRecords(Object)).toEqual([]);
  });
});

describe('readFields', () => {
  class Item {
    @Field({ description: 'title of the item', examples: ['a'] })
    title!: string;

    @Field({ description: 'price' })
    price!: number;
  }
  class Book extends Item {
    @Field({ description: 'title of the book' })
    declare title: string;

    @Field({ description: 'first' })
    @Field({ examples: ['second'] })
    isbn!: string;
  }

  it('merges the fields of a class and its parents, and the nearest class wins', () => {
    expect(Object.fromEntries(readFields(Book))).toEqual({
      title: { description: 'title of the book', examples: ['a'] },
      price: { description: 'price' },
      isbn: { description: 'first', examples: ['second'] },
    });
  });

  it('does not change the parent', () => {
    expect(readFields(Item).get('title')).toEqual({ description: 'title of the item', examples: ['a'] });
  });
});
