import type { Hit } from './knowledge-base.js';
import type { Tour } from './tour.js';

/** A call as it should be. */
export async function showGoodCall({ toolkit, screen, query }: Tour): Promise<void> {
  screen.heading('A call with good arguments', "toolkit.execute('search', …)");
  const input = { query, limit: 3 };
  screen.call('search', input);
  const result = await toolkit.execute('search', input);
  for (const { file, line, text } of result.data as Hit[]) screen.item(`${file}:${line}`, text);
  screen.good(`success in ${result.durationMs.toFixed(1)} ms, attempts: ${result.attempts}`);
}

/** A call as models sometimes make it: nothing runs, and the model reads what to do better. */
export async function showBadCall({ toolkit, screen, query }: Tour): Promise<void> {
  screen.heading('A call with bad arguments, and what the model reads', 'result.toText()');
  const input = { querry: query, limit: 'ten' };
  screen.call('search', input);
  const result = await toolkit.execute('search', input);
  screen.bad(result.toText());
  screen.note(`code ${result.error?.code}, attempts: ${result.attempts}`);
}
