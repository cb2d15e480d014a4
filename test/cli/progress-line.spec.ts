import { ProgressLine } from '../../src/build/cli/shared/progress-line.js';

const clear = '\r\u001b[K';

function drawing(isTTY: boolean): { readonly line: ProgressLine; readonly written: string[] } {
  const written: string[] = [];
  return { line: new ProgressLine({ isTTY, write: (text) => written.push(text) }), written };
}

const progress = { callId: 'c1', toolName: 'watch', value: 3, total: 10, message: 'reading' };

describe('ProgressLine', () => {
  it('overwrites the previous progress', () => {
    const { line, written } = drawing(true);
    line.show(progress);
    line.show({ ...progress, value: 4, total: undefined, message: undefined });
    line.clear();
    expect(written).toEqual([`${clear}watch 3/10 reading`, `${clear}watch 4`, clear]);
  });

  it('clears only what it has drawn', () => {
    const { line, written } = drawing(true);
    line.clear();
    expect(written).toEqual([]);
  });

  it('is limited to one line', () => {
    const { line, written } = drawing(true);
    line.show({ ...progress, message: `a\nb ${'c'.repeat(200)}` });
    expect(written).toEqual([`${clear}watch 3/10 a b ${'c'.repeat(64)}`]);
  });

  it('prints nothing if the output is not a terminal', () => {
    const { line, written } = drawing(false);
    line.show(progress);
    line.clear();
    expect(written).toEqual([]);
  });
});
