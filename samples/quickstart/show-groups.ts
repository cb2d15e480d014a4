import type { Tour } from './tour.js';

/** A group of tools that the model sees only while it is switched on. */
export async function showGroups(tour: Tour): Promise<void> {
  const { toolkit, screen, query } = tour;
  screen.heading('A group switched on and off', "toolkit.updateGroups(['editing'], true)");
  const input = { title: 'My own words', text: `What I think of ${query}`, priority: '2' };

  showTools(tour);
  screen.call('addItem', input);
  screen.bad((await toolkit.execute('addItem', input)).toText());

  toolkit.updateGroups(['editing'], true);
  showTools(tour);
  screen.note(`Instructions for the model: ${toolkit.getGroupInstructions().split('\n').at(-1)}`);
  screen.call('addItem', input);
  screen.good((await toolkit.execute('addItem', input)).toText());
  const wrong = { title: '', text: 'x', priority: 9 };
  screen.call('addItem', wrong);
  screen.bad((await toolkit.execute('addItem', wrong)).toText());

  toolkit.updateGroups(['editing'], false);
  showTools(tour);
}

function showTools({ toolkit, screen }: Tour): void {
  const names = toolkit.list({ active: true }).map((spec) => spec.name);
  screen.note(`groups ${toolkit.activeGroups().join(', ')}; tools ${names.join(', ')}`);
}
