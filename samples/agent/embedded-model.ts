import type { AssistantMessage, ChatMessage, ChatModel, ChatRequest } from './chat-model.js';
import type { Recipe } from './kitchen.js';

type Calls = readonly (readonly [name: string, input: object])[];

/** The next step of the model, and the text that announces it. */
interface Move {
  readonly says: string;
  readonly calls: Calls;
}

/**
 * A model that needs no network: it knows how to go about one task, and does as models do. It reads what tools answer,
 * makes a mistake with an argument, and corrects it.
 */
export class EmbeddedModel implements ChatModel {
  readonly name = 'the embedded model';

  async complete({ messages }: ChatRequest): Promise<AssistantMessage> {
    const round = messages.filter(({ role }) => role === 'assistant').length;
    const { says, calls } = nextMove(round, answersIn(messages));
    return {
      role: 'assistant',
      content: says,
      calls: calls.map(([name, input], index) => ({
        id: `call-${round + 1}-${index + 1}`,
        name,
        arguments: JSON.stringify(input),
      })),
    };
  }
}

function nextMove(round: number, answers: ReadonlyMap<string, unknown>): Move {
  const stock = (answers.get('call-1-1') ?? {}) as Readonly<Record<string, number>>;
  const [most = 'rice', second = 'beans'] = Object.keys(stock).sort((a, b) => (stock[b] ?? 0) - (stock[a] ?? 0));
  const found = ['call-2-1', 'call-3-1'].flatMap((id) => (answers.get(id) ?? []) as readonly Recipe[]);
  const recipe = found.toSorted((a, b) => toBuy(a, stock).length - toBuy(b, stock).length || a.minutes - b.minutes)[0];
  const missing = recipe === undefined ? [] : toBuy(recipe, stock);
  switch (round) {
    case 0:
      return {
        says: 'Plan: look into the pantry, find a recipe, buy what is missing.',
        calls: [['lookIntoPantry', {}]],
      };
    case 1:
      return {
        says: `There is most of ${most} and ${second}. I look for recipes with either.`,
        calls: [
          ['findRecipes', { ingredient: most }],
          ['findRecipes', { ingrediant: second }],
        ],
      };
    case 2:
      return { says: 'One argument had a wrong name. Again.', calls: [['findRecipes', { ingredient: second }]] };
    case 3:
      return {
        says: `${recipe?.name} needs the least. I need the shopping tools for ${missing.map(([item]) => item).join(', ')}.`,
        calls: [['activate_tool_groups', { shopping: true }]],
      };
    case 4:
      return { says: '', calls: missing.map(([item, portions]) => ['buy', { item, portions }]) };
    default:
      return {
        says: 'All is settled.',
        calls: [
          [
            'finish',
            { recipe: recipe?.name, minutes: recipe?.minutes, shopping: missing.map(([item, n]) => `${n} × ${item}`) },
          ],
        ],
      };
  }
}

/** Returns the ingredients of a recipe that the pantry lacks. */
function toBuy({ needs }: Recipe, stock: Readonly<Record<string, number>>): readonly (readonly [string, number])[] {
  return Object.entries(needs)
    .map(([item, portions]) => [item, portions - (stock[item] ?? 0)] as const)
    .filter(([, portions]) => portions > 0);
}

/** The answers of tools by call: their data, or their text if it is not JSON. */
function answersIn(messages: readonly ChatMessage[]): ReadonlyMap<string, unknown> {
  const answers = new Map<string, unknown>();
  for (const message of messages) {
    if (message.role === 'tool') answers.set(message.callId, jsonIn(message.content));
  }
  return answers;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
