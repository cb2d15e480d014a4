import type { Tour } from './tour.js';

/** Shows a group of tools that the model sees only while it is active. */
export async function showGroups(tour: Tour): Promise<void> {
  const { toolkit, screen, query } = tour;
  screen.heading('A group activated and deactivated', "toolkit.updateGroups(['editing'], true)");
  const input = { title: 'My own words', text: `What I think of ${query}`, priority: '2' };

  showTools(tour);
  screen.call('addItem', input);
  screen.bad(`the model reads: ${(await toolkit.execute('addItem', input)).toText()}`);

  toolkit.updateGroups(['editing'], true);
  showTools(tour);
  screen.note(`Instructions for the model: ${toolkit.getGroupInstructions().split('\n').at(-1)}`);
  screen.call('addItem', input);
  screen.good(`result: ${(await toolkit.execute('addItem', input)).toText()}`);
  const wrong = { title: '', text: 'x', priority: 9 };
  screen.call('addItem', wrong);
  screen.bad(`the model reads: ${(await toolkit.execute('addItem', wrong)).toText()}`);

  toolkit.updateGroups(['editing'], false);
  showTools(tour);
}

function showTools({ toolkit, screen }: Tour): void {
  const names = toolkit.list({ active: true }).map((spec) => spec.name);
  screen.note(`active groups: ${toolkit.activeGroups().join(', ')}; tools: ${names.join(', ')}`);
}
