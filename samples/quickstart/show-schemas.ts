import type { Tour } from './tour.js';

/** What an agent sends to its model, for the model to know which tools there are. */
export function showSchemas({ toolkit, screen }: Tour): void {
  screen.heading('What a model gets', 'toolkit.getJsonSchemas()');
  for (const { name, description, parameters } of toolkit.getJsonSchemas()) {
    screen.good(`${name}: ${description}`);
    screen.json(parameters);
  }
  screen.note("Not in the schemas: search's parameter userId, and addItem, whose group is switched off.");
}
