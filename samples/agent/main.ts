import { Toolkit } from 'toolwright';
import { Screen } from '../quickstart/screen.js';
import { runAgent } from './agent.js';
import { ChatCompletionsModel } from './chat-completions-model.js';
import { type ChatModel, ChatModelError } from './chat-model.js';
import { EmbeddedModel } from './embedded-model.js';
import { Kitchen, ShoppingList } from './kitchen.js';
import { printable } from './printable.js';
import { showEvents } from './show-events.js';
import { Supper } from './supper.js';

const task = 'Plan a supper for four with what is in the pantry, and put what is missing on the shopping list.';

async function main(): Promise<void> {
  const model = chooseModel(process.env);
  const list = new ShoppingList();
  const toolkit = new Toolkit({ history: true });
  toolkit.createGroup('shopping', {
    description: 'Tools that put things on the shopping list',
    instructions: 'Buy only what the recipe needs and the pantry lacks.',
  });
  toolkit.register(new Kitchen());
  toolkit.register(list);
  toolkit.enableMetaTool();
  toolkit.finishTool(Supper, { name: 'finish', description: 'Give the answer, once all is done' });

  const screen = new Screen();
  const session = toolkit.session({ state: { household: 'the Lamberts' } });
  showEvents(session, screen);
  screen.line(`Task for ${printable(model.name)}: ${task}`);
  const { output, text, rounds } = await runAgent(task, {
    model,
    session,
    finish: 'finish',
    onThought: (thought) => screen.heading(printable(thought), 'session.callTools(…)'),
  });
  screen.line();
  if (output instanceof Supper) screen.good(`Supper: ${printable(output.recipe)}, ${output.minutes} minutes`);
  else screen.note(printable(text));
  screen.note(`Shopping list: ${printable(list.items.join(', ')) || 'empty'}`);
  const calls = session.history?.query() ?? [];
  const failed = calls.filter(({ state }) => state !== 'success').length;
  screen.note(`${calls.length} calls in ${rounds} rounds, ${failed} of them failed`);
}

/**
 * A model behind an endpoint that speaks chat completions, if `AGENT_BASE_URL` names one, such as
 * `http://localhost:11434/v1`; `AGENT_MODEL` says which, and `AGENT_API_KEY` who asks. Else the embedded model.
 */
function chooseModel({ AGENT_BASE_URL, AGENT_MODEL, AGENT_API_KEY }: NodeJS.ProcessEnv): ChatModel {
  if (!AGENT_BASE_URL) return new EmbeddedModel();
  if (!AGENT_MODEL) throw new ChatModelError('AGENT_BASE_URL is set. Set AGENT_MODEL too: the name of the model.');
  return new ChatCompletionsModel({ baseUrl: AGENT_BASE_URL, model: AGENT_MODEL, apiKey: AGENT_API_KEY || undefined });
}

main().catch((error: unknown) => {
  process.exitCode = 1;
  console.error(error instanceof ChatModelError ? error.message : error);
});
