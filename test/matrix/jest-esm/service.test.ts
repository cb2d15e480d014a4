import { checkService } from './src/checks';

it('passes the checks', async () => {
  expect(await checkService()).toBe('9 of 9');
});
