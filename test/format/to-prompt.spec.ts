import { toPrompt } from '../../src/format/to-prompt.js';
import { descriptors } from './descriptors.js';

describe('toPrompt', () => {
  it('returns the signature as code and the documentation indented by four spaces', () => {
    expect(toPrompt(descriptors.dashed)).toBe(`- \`2fa-verify({ code })\`:
    Verify a code

    @param code - (string)
    @example
      2fa-verify({ code: "123456" })`);
  });

  it('is only the signature for a tool without documentation', () => {
    expect(toPrompt(descriptors.reserved)).toBe('- `delete()`');
  });

  it('fences a signature that contains backticks with more backticks', () => {
    expect(toPrompt(descriptors.unicode)).toMatch(/^- `` greet-user\(.*"a`b".*\) ``:\n/);
  });
});
