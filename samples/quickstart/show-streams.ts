import type { CallOptions } from 'toolwright';
import type { FileHits } from './knowledge-base.js';
import type { Screen } from './screen.js';
import type { Tour } from './tour.js';

// So many are shown one by one; a long stream goes on in silence.
const shownChunks = 8;

/** A generator's yields arrive one by one; its progress comes beside them; the last response is the whole. */
export async function showStream({ kb, screen, query }: Tour): Promise<void> {
  const watch = kb.toolSpec('watch');
  screen.heading('A stream, as it arrives', "kb.toolSpec('watch').iterate(…)");
  let chunks = 0;
  screen.call('watch', { query });
  for await (const response of watch.iterate({ query }, listeners(screen))) {
    if (response.isLast) {
      screen.endProgress();
      screen.good(`${response.state}: the last response holds what all ${chunks} chunks held`);
      continue;
    }
    chunks++;
    await showChunk(screen, response.structuredContent as FileHits, chunks);
  }
}

/** A reader that leaves half-way takes the tool along: the generator stops where it is, and cleans up. */
export async function showCancelledStream({ kb, screen, query }: Tour): Promise<void> {
  const watch = kb.toolSpec('watch');
  screen.heading('A stream that is left half-way', 'for await (…) { …; break; }');
  let isHalfWay = false;
  let hasCleanedUp = false;
  const { onProgress, onLog } = listeners(screen);
  const options: CallOptions = {
    onProgress: (progress) => {
      onProgress?.(progress);
      isHalfWay = progress.value * 2 >= (progress.total ?? 0);
    },
    onLog: (entry) => {
      hasCleanedUp = true;
      onLog?.(entry);
    },
  };
  let chunks = 0;
  screen.call('watch', { query });
  for await (const response of watch.iterate({ query }, options)) {
    chunks++;
    await showChunk(screen, response.structuredContent as FileHits, chunks);
    if (isHalfWay) break;
  }
  screen.endProgress();
  const cleanUp = hasCleanedUp ? 'has run' : 'has not run';
  screen.good(`the reader left with chunk ${chunks}; the generator's finally block ${cleanUp}`);
}

function listeners(screen: Screen): CallOptions {
  return {
    onProgress: ({ value, total = value, message = '' }) => screen.progress(value, total, message),
    onLog: ({ message }) => {
      screen.endProgress();
      screen.note(`log: ${message}`);
    },
  };
}

async function showChunk(screen: Screen, { file, count, first }: FileHits, number: number): Promise<void> {
  if (number > shownChunks) return;
  screen.item(`${file} (${count})`, number === shownChunks ? `${first} … more follows` : first);
  await screen.pause(120);
}
