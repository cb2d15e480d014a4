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
];
