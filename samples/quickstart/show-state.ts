import type { Hit } from './knowledge-base.js';
import type { Tour } from './tour.js';

/** Shows a parameter that the model neither sees nor sets: each call reads its value from the state. */
export async function showState(tour: Tour): Promise<void> {
  const { toolkit, screen, query } = tour;
  screen.heading('A hidden parameter, bound to the state', "toolkit.state.set('session.user.id', 'bob')");
  await searchAs(tour, 'ann');
  await searchAs(tour, 'bob');

  const input = { query, userId: 'ann' };
  screen.note('A model that guesses the name of the parameter is refused:');
  screen.call('search', input);
  screen.bad(`the model reads: ${(await toolkit.execute('search', input)).toText()}`);
}

async function searchAs({ toolkit, screen, query }: Tour, user: string): Promise<void> {
  toolkit.state.set('session.user.id', user);
  const result = await toolkit.execute('search', { query, limit: 1 });
  const [hit] = result.data as Hit[];
  screen.note(`The same search, with user ${user} in the state:`);
  if (hit !== undefined) screen.item(`${hit.file}:${hit.line}`, hit.text);
}
