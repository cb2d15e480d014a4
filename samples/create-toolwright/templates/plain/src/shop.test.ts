import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toolkit } from './toolkit.js';

test('finds the products that a model asks for', async () => {
  const found = await toolkit.execute('find', { filter: { kind: 'cup', maxPrice: 8 } });
  assert.deepEqual(found.data, ['espresso cup: 6 EUR']);

  const refused = await toolkit.execute('find', { filter: { kind: 'plate' } });
  assert.equal(refused.error?.code, 'invalid_parameters');
});
