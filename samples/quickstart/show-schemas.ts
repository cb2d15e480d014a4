import type { Tour } from './tour.js';

/** Shows what an agent sends to its model, so that the model knows the tools. */
export function showSchemas({ toolkit, screen }: Tour): void {
  screen.heading('What a model gets', 'toolkit.getJsonSchemas()');
  const [first, ...others] = toolkit.getJsonSchemas();
  if (first === undefined) return;
  screen.good(`${first.name}: ${first.description}`);
  screen.json(first.parameters);
  for (const { name, description } of others) screen.good(`${name}: ${description}`);
  screen.note("Not in the schemas: search's parameter userId, and addItem, whose group is not active.");
}
