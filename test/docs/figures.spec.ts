import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/repository.js';
import { documentationPages } from './code-blocks.js';
import { figureLinesOf } from './figures.js';

interface Figure {
  /** What the pages state: `35 ms`. */
  readonly values: readonly string[];
  /** The command that measures it, or the spec that fails for another value. */
  readonly source: string;
}

const figures = JSON.parse(readFileSync(join(root, 'test/docs/figures.json'), 'utf8')) as Readonly<
  Record<string, Figure>
>;
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const lines = documentationPages().flatMap((page) => figureLinesOf(page));

describe('the measured figures of README.md and docs', () => {
  it('name the source that they are from', () => {
    expect(lines.filter(({ markers }) => markers.length === 0).map(({ at }) => at)).toEqual([]);
  });

  it('are those that the source has measured', () => {
    const textOf = (name: string): string =>
      lines
        .filter(({ markers }) => markers.includes(name))
        .map(({ text }) => text)
        .join('\n');
    const missing = Object.entries(figures).flatMap(([name, { values }]) =>
      values.filter((value) => !textOf(name).includes(value)).map((value) => `${name}: ${value}`),
    );
    expect(missing).toEqual([]);
    const unknown = lines.flatMap(({ markers }) => markers).filter((name) => !Object.hasOwn(figures, name));
    expect(unknown).toEqual([]);
  });

  it.each(Object.entries(figures))('can be measured again: %s', (_name, { source }) => {
    const [, script] = /^npm run ([\w:]+)/.exec(source) ?? [];
    if (script === undefined) expect(existsSync(join(root, source))).toBe(true);
    else expect(Object.keys(scripts)).toContain(script);
  });
});
