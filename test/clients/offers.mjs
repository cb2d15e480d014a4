// What the server of the clients offers besides tools: resources, a prompt, a skill, and a tool with a view.
import { BehaviorSubject } from 'rxjs';
import { definePrompt, defineResource, respond, text, tool } from 'toolwright';
import { view } from 'toolwright/mcp';

const level = new BehaviorSubject(1);
const page = '<!doctype html><html lang="en"><head><title>The gauge</title></head><body>Level</body></html>';

const offers = [
  defineResource(
    'tank://manual',
    tool(() => 'Open the lid.', { name: 'manual' }),
  ),
  defineResource(
    'tank://fuels/{fuel}',
    tool((fuel) => `About ${fuel}`, { name: 'fuel', params: { fuel: { type: String, enum: ['diesel', 'petrol'] } } }),
  ),
  defineResource(
    'tank://level',
    tool(() => level, { name: 'level' }),
    { live: true },
  ),
  definePrompt(tool((fuel) => `Order ${fuel}.`, { name: 'order', params: { fuel: { type: String } } })),
  tool(
    () => {
      level.next(level.value + 1);
      return `level ${level.value}`;
    },
    { name: 'fill', description: 'Fills the tank' },
  ),
  tool(() => respond({ content: [text('Shows the level')], structuredContent: { level: level.value } }), {
    name: 'gauge',
    description: 'Shows the level',
    ui: view(page, { name: 'gauge' }),
  }),
];

const skill = {
  name: 'refuelling',
  description: 'How to fill the tank.',
  text: 'Fill the tank, then look at the gauge.',
  files: { 'references/limits.md': 'At most 50 litres.' },
};

/** Registers the offers with a toolkit. */
export async function registerOffers(toolkit) {
  toolkit.register(offers);
  await toolkit.addSkills([skill]);
}
