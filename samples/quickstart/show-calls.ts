import type { Hit } from './knowledge-base.js';
import type { Tour } from './tour.js';

/** Shows a call with valid arguments. */
export async function showGoodCall({ toolkit, screen, query }: Tour): Promise<void> {
  screen.heading('A call with good arguments', "toolkit.execute('search', …)");
  const input = { query, limit: 3 };
  screen.call('search', input);
  const result = await toolkit.execute('search', input);
  for (const { file, line, text } of result.data as Hit[]) screen.item(`${file}:${line}`, text);
  screen.good(`result: success, ${result.durationMs.toFixed(1)} ms, attempts: ${result.attempts}`);
}

/** Shows a call with arguments that a model got wrong: the tool does not run, and the model reads what to change. */
export async function showBadCall({ toolkit, screen, query }: Tour): Promise<void> {
  screen.heading('A call with bad arguments, and what the model reads', 'result.toText()');
  const input = { querry: query, limit: 'ten' };
  screen.call('search', input);
  const result = await toolkit.execute('search', input);
  screen.bad(`the model reads: ${result.toText()}`);
  screen.note(`result: error, code ${result.error?.code}, attempts: ${result.attempts}`);
}
