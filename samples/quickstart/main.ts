import { Toolkit } from 'toolwright';
import { commonWord } from './common-word.js';
import { KnowledgeBase } from './knowledge-base.js';
import { Library, LibraryError } from './library.js';
import { Screen } from './screen.js';
import { showBadCall, showGoodCall } from './show-calls.js';
import { showGroups } from './show-groups.js';
import { showNextSteps } from './show-next-steps.js';
import { showSchemas } from './show-schemas.js';
import { showState } from './show-state.js';
import { showCancelledStream, showStream } from './show-streams.js';
import type { Tour } from './tour.js';
import './toolwright.gen.js';

async function main(folder: string | undefined): Promise<void> {
  const library = folder === undefined ? await Library.openDocumentation() : await Library.open(folder);
  const query = folder === undefined ? 'schema' : await commonWord(library);

  const kb = new KnowledgeBase(library);
  const toolkit = new Toolkit({ state: { session: { user: { id: 'ann' } } } });
  toolkit.createGroup('editing', {
    description: 'Tools that add something',
    instructions: 'Add an item only when the user asks for it.',
  });
  toolkit.register(kb);

  const screen = new Screen();
  screen.line(`Searching ${library.files.length} Markdown files in ${library.folder} for '${query}'`);
  const tour: Tour = { kb, toolkit, screen, query };
  showSchemas(tour);
  await showGoodCall(tour);
  await showBadCall(tour);
  await showGroups(tour);
  await showState(tour);
  await showStream(tour);
  await showCancelledStream(tour);
  showNextSteps(tour);
}

main(process.argv[2]).catch((error: unknown) => {
  process.exitCode = 1;
  console.error(error instanceof LibraryError ? error.message : error);
});
