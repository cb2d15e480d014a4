import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Toolkit } from 'toolwright';
import { skillsFrom } from 'toolwright/loader';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skills-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function write(path: string, text: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

const valid = '---\nname: tax\ndescription: How to add tax.\n---\n\n# Tax\n';

describe('skillsFrom', () => {
  it('reads each folder with a SKILL.md, its files and their digests', async () => {
    await write('tax/SKILL.md', valid);
    await write('tax/references/rates.md', '19 %');
    await write('other/README.md', 'no skill');
    const skills = await skillsFrom(folder);
    const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
    expect(skills).toEqual([
      {
        name: 'tax',
        description: 'How to add tax.',
        text: '# Tax',
        allowedTools: [],
        files: { 'references/rates.md': '19 %' },
        digests: { 'SKILL.md': digest(valid), 'references/rates.md': digest('19 %') },
      },
    ]);
  });

  it('reads the names of tools from a list and from a text', async () => {
    await write('tax/SKILL.md', valid.replace('\n---\n\n', '\nallowed-tools: a b\n---\n\n'));
    expect((await skillsFrom(folder))[0]?.allowedTools).toEqual(['a', 'b']);
    await write('tax/SKILL.md', valid.replace('\n---\n\n', '\nallowed-tools:\n  - c\n---\n\n'));
    expect((await skillsFrom(folder))[0]?.allowedTools).toEqual(['c']);
  });

  it('can be passed to addSkills', async () => {
    await write('tax/SKILL.md', valid);
    const toolkit = new Toolkit();
    await toolkit.addSkills(skillsFrom(folder));
    expect((await toolkit.execute('read_skill', { name: 'tax' })).data).toBe('# Tax');
  });

  it.each([
    ['without front matter', '# Tax', 'SKILL.md:1:1: SKILL.md must begin with front matter'],
    ['without a description', '---\nname: tax\n---\n', "SKILL.md:2:1: The key 'description' is missing."],
    [
      'with another name',
      valid.replace('name: tax', 'name: tex'),
      "SKILL.md:2:7: The name must be that of the folder, 'tax'.",
    ],
    [
      'with an unknown key',
      valid.replace('description', 'descripton'),
      "SKILL.md:3:1: There is no key 'descripton'. Did you mean 'description'?",
    ],
    ['with a tag', valid.replace('How to', '!!js/function How to'), 'SKILL.md:3:14: '],
  ])('rejects a SKILL.md %s', async (_, text, message) => {
    await write('tax/SKILL.md', text);
    await expect(skillsFrom(folder)).rejects.toThrow(message);
  });

  it('rejects a link that leads out of the folder of the skill', async () => {
    await write('secret.txt', 'secret');
    await write('tax/SKILL.md', valid);
    await symlink(join(folder, 'secret.txt'), join(folder, 'tax/notes.md'));
    await expect(skillsFrom(folder)).rejects.toThrow('leads out of the folder of its skill');
  });

  it('rejects files that are not texts', async () => {
    await write('tax/SKILL.md', valid);
    await write('tax/image.png', Uint8Array.of(0x89, 0xff, 0));
    await expect(skillsFrom(folder)).rejects.toThrow('is not a text in UTF-8');
  });
});
