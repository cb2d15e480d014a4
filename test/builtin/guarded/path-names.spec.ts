import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Toolkit } from 'toolwright';
import { MemoryTools, ShellTools, TextFileTools } from 'toolwright/builtin/guarded';

const variable = 'TOOLWRIGHT_DANGEROUS_IO';
const before = process.env[variable];
let folder: string;
let toolkit: Toolkit;

beforeEach(() => {
  process.env[variable] = 'allow';
  folder = mkdtempSync(join(tmpdir(), 'toolwright-names-'));
  toolkit = new Toolkit();
  toolkit.register(new TextFileTools({ roots: { workspace: folder } }));
  toolkit.register(new MemoryTools({ folder }));
  toolkit.register(new ShellTools({ programs: { pwd: true }, roots: { workspace: folder } }));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  if (before === undefined) delete process.env[variable];
  else process.env[variable] = before;
});

describe('the characters of a path', () => {
  it.each([
    ['a zero-width space', 'fi\u200bnal', 'U+200B'],
    ['a word joiner', 'a\u2060b', 'U+2060'],
    ['a soft hyphen', 'a\u00adb', 'U+00AD'],
    ['a byte order mark', '\ufeffa', 'U+FEFF'],
    ['a Hangul filler', '\u3164', 'U+3164'],
    ['a grapheme joiner', 'a\u034f', 'U+034F'],
    ['a tag', 'a\u{e0041}', 'U+E0041'],
    ['a mark of direction', 'a\u202eb', 'U+202E'],
    ['an annotation mark', 'a\ufff9b', 'U+FFF9'],
    ['a line separator', 'a\u2028b', 'U+2028'],
    ['a control character', 'a\u0001', 'U+0001'],
    ['half a character', 'a\ud800', 'U+D800'],
    ['a joiner in Latin text', 'fi\u200dnal', 'U+200D'],
    ['a joiner in a denied name', '.\u200cgit', 'U+200C'],
    ['two joiners', 'می\u200c\u200cخواهم', 'U+200C'],
    ['a joiner after an emoji', '👩\u200d', 'U+200D'],
    ['a variation selector in Latin text', 'a\ufe0f', 'U+FE0F'],
    ['a variation selector after a digit', '1\ufe0f', 'U+FE0F'],
    ['a variation selector for Chinese', 'a\u{e0100}', 'U+E0100'],
  ])('may not be %s', async (_, name, shown) => {
    const message = `A path contains no control or invisible characters, and this one contains ${shown}.`;
    const calls = [
      await toolkit.execute('file_write', { path: name, text: 'x' }),
      await toolkit.execute('memory', { command: 'create', path: `/memories/${name}`, file_text: 'x' }),
      await toolkit.execute('run_program', { program: 'pwd', cwd: name }),
    ];
    for (const { error } of calls) {
      expect(error?.code).toBe('invalid_parameters');
      expect(error?.message).toContain(message);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['Persian', 'می\u200cخواهم.txt'],
    ['Hindi', 'क्\u200dष.txt'],
    ['Sinhala', 'ශ්\u200dරී.txt'],
    ['Arabic with numbers', '\u0600١٢.txt'],
    ['Mongolian', 'ᠠ\u180b.txt'],
    ['a Chinese character with a variant', '葛\u{e0100}.txt'],
    ['a family of emoji', '👩\u200d👩\u200d👧.txt'],
    ['an emoji with a skin tone', '👩🏽\u200d💻.txt'],
    ['an emoji with a variant', '❤\ufe0f\u200d🔥.txt'],
    ['a keycap', '1\ufe0f\u20e3.txt'],
    ['a flag', '🇩🇪.txt'],
    ['accents', 'Zu\u0308rich é.txt'],
  ])('may be those of %s', async (_, name) => {
    const { error } = await toolkit.execute('file_write', { path: name, text: 'x' });
    expect(error).toBeUndefined();
    expect(readdirSync(folder)).toEqual([name]);
    expect((await toolkit.execute('file_view', { path: name })).success).toBe(true);
    mkdirSync(join(folder, 'sub'));
    const renamed = { command: 'rename', old_path: `/memories/${name}`, new_path: `/memories/sub/${name}` };
    expect((await toolkit.execute('memory', renamed)).success).toBe(true);
  });
});
