import { toPrompt } from '../../src/format/to-prompt.js';
import { descriptors } from './descriptors.js';

describe('toPrompt', () => {
  it('gives the signature as code and the documentation indented by four', () => {
    expect(toPrompt(descriptors.dashed)).toBe(`- \`2fa-verify({ code })\`:
    Verify a code

    @param code - (string)
    @example
      2fa-verify({ code: "123456" })`);
  });

  it('is the signature alone for a tool that says nothing', () => {
    expect(toPrompt(descriptors.reserved)).toBe('- `delete()`');
  });

  it('fences a signature with backticks by more of them', () => {
    expect(toPrompt(descriptors.unicode)).toMatch(/^- `` greet-user\(.*"a`b".*\) ``:\n/);
  });
});
