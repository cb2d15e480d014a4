import { countTokens } from './program-tokens.js';

describe('countTokens', () => {
  it.each([
    ['', 0],
    ['const a = 1;', 5],
    ['const a   =\n 1; // a comment\n', 5],
    ["import { tool } from 'toolwright';", 7],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program.
    ['f(`a ${b} c ${d} e`);', 9],
    ['const f = (a?: number[]) => a ?? [];', 17],
    ['/* a comment */ a;', 2],
  ])('counts tokens, and neither white space nor comments: %j', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens);
  });

  it.each([
    ['/** Search the shop */\nfunction search() {}', 6 + 1],
    [
      '/** Search the shop\n * @param query - Words\n * @param limit - A number */\nfunction search() {}',
      6 + 1 + 3 + 3,
    ],
    ['/** @internal */\nfunction search() {}', 6 + 1],
  ])('counts the parts of a doc comment: %j', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens);
  });
});
