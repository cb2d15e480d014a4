import type { CallOptions } from 'toolwright';
import type { FileHits } from './knowledge-base.js';
import type { Screen } from './screen.js';
import type { Tour } from './tour.js';

// A long stream continues without being shown.
const shownChunks = 8;
// The second stream begins like the first one.
const shownAgain = 3;

/** Shows a stream: each `yield` is a response, progress arrives between them, and the final response has all chunks. */
export async function showStream({ kb, screen, query }: Tour): Promise<void> {
  const watch = kb.toolSpec('watch');
  screen.heading('A stream, as it arrives', "kb.toolSpec('watch').iterate(…)");
  let chunks = 0;
  screen.call('watch', { query });
  for await (const response of watch.iterate({ query }, listeners(screen))) {
    if (response.isLast) {
      screen.endProgress();
      screen.good(`final response: ${response.state}, ${chunks} chunks combined`);
      continue;
    }
    chunks++;
    await showChunk(screen, { hits: response.structuredContent as FileHits, number: chunks, most: shownChunks });
  }
}

/** Shows a reader that stops early: the generator ends at its `yield`, and runs its `finally`. */
export async function showCancelledStream({ kb, screen, query }: Tour): Promise<void> {
  const watch = kb.toolSpec('watch');
  screen.heading('A stream that is cancelled early', 'for await (…) { …; break; }');
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
    await showChunk(screen, { hits: response.structuredContent as FileHits, number: chunks, most: shownAgain });
    if (isHalfWay) break;
  }
  screen.endProgress();
  const cleanUp = hasCleanedUp ? 'has run' : 'has not run';
  screen.good(`cancelled after chunk ${chunks}; the generator's finally block ${cleanUp}`);
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

interface ShownChunk {
  readonly hits: FileHits;
  /** Counted from 1. */
  readonly number: number;
  /** The number of chunks that are shown. */
  readonly most: number;
}

async function showChunk(screen: Screen, { hits, number, most }: ShownChunk): Promise<void> {
  if (number > most) return;
  const { file, count, first } = hits;
  screen.item(`chunk: ${file} (${count})`, number === most ? `${first} … more follows` : first);
  await screen.pause(120);
}
