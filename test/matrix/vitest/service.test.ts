import { expect, it } from 'vitest';
import { checkService } from './src/checks.js';

it('passes the checks', async () => {
  expect(await checkService()).toBe('9 of 9');
});
