import { Toolkit } from 'toolwright';
import { mcpSource } from 'toolwright/mcp';

/** Reads the skills of a server as the scenarios of the suite for skills expect it. */
export async function readSkills(url: string, scenario: string | undefined): Promise<void> {
  const toolkit = new Toolkit();
  const offers = { resources: false, prompts: false, skills: true };
  await toolkit.registerSource(mcpSource({ name: 'skills', transport: { url }, offers }));
  try {
    // A skill that is only listed is not read.
    if (scenario === 'sep-2640-client-no-prefetch') return;
    const main = await toolkit.execute('skills__read_skill', { name: 'pdf-processing' });
    console.log(main.toText());
    if (!main.success) return;
    await toolkit.execute('skills__read_skill', { name: 'pdf-processing', path: 'references/FORMS.md' });
  } finally {
    await toolkit.removeSource('skills');
  }
}
