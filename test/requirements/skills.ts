import type { Requirement } from './requirement.js';

/** The promises about skills. */
export const skillsRequirements: readonly Requirement[] = [
  {
    id: 'skills.add',
    promise:
      'The skills of active groups are named in the instructions, and read with their files; a skill that names a missing tool is refused.',
    sources: ['docs/skills.md#add-skills'],
    tests: {
      'test/toolkit/skills.spec.ts': [
        'are named in the instructions of their group while it is active',
        'are read with their files while their group is active',
        'with %s are refused',
        'of a name that is in use are refused',
      ],
    },
  },
  {
    id: 'skills.folders',
    promise:
      'Skills are read from folders, their front matter is checked, their files cannot be outside the folder, and their digests are stored.',
    sources: ['docs/skills.md#read-skills-from-folders'],
    tests: {
      'test/loader/skills-from.spec.ts': [
        'reads each folder with a SKILL.md, its files and their digests',
        'reads the names of tools from a list and from a text',
        'can be passed to addSkills',
        'rejects a SKILL.md %s',
        'rejects a link that leads out of the folder of the skill',
        'rejects files that are not texts',
      ],
    },
  },
  {
    id: 'skills.inactive',
    promise: 'A skill of an inactive group or of an unknown name is an error that describes how to proceed.',
    sources: ['docs/skills.md#skills-of-inactive-groups'],
    tests: {
      'test/toolkit/skills.spec.ts': [
        'of an inactive group cannot be read, and the error names the group',
        'follow the active groups of each session',
        'of an unknown name are an error with the skills of active groups only',
        'are removed with their group',
      ],
    },
  },
  {
    id: 'skills.mcp',
    promise: 'Skills of active groups are served over MCP, and imported skills are verified file by file (SEP-2640).',
    sources: ['docs/skills.md#skills-over-mcp'],
    tests: {
      'test/samples/mcp-conformance.e2e.spec.ts': [
        'is passed by one endpoint through `node` and through `fetch`, and by the sample client',
      ],
    },
  },
];
