import type { Skill } from 'toolwright';

/** The skills that the conformance suite reads. */
export const skills: readonly Skill[] = [
  {
    name: 'pdf-processing',
    description: 'Extract, fill, and assemble PDF documents',
    text: 'Read references/FORMS.md before you fill a form.',
    files: { 'references/FORMS.md': 'Fields have names.' },
  },
  { name: 'tea', description: 'Make tea', text: 'Boil water.' },
];
