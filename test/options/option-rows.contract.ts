import { callRightly, callWrongly, type Rows } from './check-rows.js';
import type { OptionsParameter } from './find-options.js';

/** Describes the tests of rows: each is called with valid options, and with others in each object of its options. */
export function describeRows(rows: Rows, parameters: readonly OptionsParameter[]): void {
  describe.each(Object.entries(rows))('%s', (callee, one) => {
    it('accepts its options', async () => {
      const errors = await callRightly(one);
      const message = one.fails === undefined ? undefined : expect.stringMatching(one.fails);
      expect(errors.map((error) => (error as Error | undefined)?.message)).toEqual(one.valid.map(() => message));
    });

    it('refuses a misspelt name, and says the nearest', async () => {
      const { objects } = parameters.find((found) => found.callee === callee) ?? { objects: [] };
      const refusals = await callWrongly(one, objects);
      expect(refusals.map(({ place, message }) => ({ place, message }))).toEqual(
        refusals.map(({ place, expected }) => ({ place, message: expect.stringContaining(expected) })),
      );
    });
  });
}
