import { createClient, ToolCallError } from 'toolwright/client';
import type { ShopTools } from './shop.types.js';

const tools = createClient<ShopTools>({
  url: '/tools',
  onApproval: ({ toolName, input }) => {
    return confirm(`Allow ${toolName} with ${JSON.stringify(input)}?`) ? 'approve' : 'deny';
  },
});

const output = elementOf('output');
let description: AbortController | undefined;

/** What each button does. */
const actions: Readonly<Record<string, () => Promise<void>>> = {
  find: async () => {
    const products = await tools.find({ query: 'tea', maxPrice: 50 });
    show(products.map(({ name, price }) => `${name} ${price}`).join(', '));
  },
  describe: async () => {
    description = new AbortController();
    for await (const part of tools.describe.stream({ product: 'cup' }, { signal: description.signal })) {
      show(part.isLast ? `${part.data.length} words` : part.data.word);
    }
  },
  describeAll: async () => {
    description = new AbortController();
    const { signal } = description;
    for await (const part of tools.describe.stream({ product: 'cup', words: 1_000_000 }, { signal })) {
      if (!part.isLast) show(part.data.word);
    }
  },
  stop: async () => description?.abort(),
  buy: async () => show(await tools.buy({ product: 'tea cup' })),
  mistake: async () => {
    await tools.find({ query: {} as string });
  },
};

for (const [name, act] of Object.entries(actions)) {
  elementOf(name).addEventListener('click', () => act().catch(showError));
}

function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new TypeError(`There is no element '${id}'.`);
  return element;
}

function show(text: string): void {
  const line = document.createElement('li');
  line.textContent = text;
  output.append(line);
}

function showError(error: unknown): void {
  if (error instanceof ToolCallError) show(`${error.code} ${error.issues.map(({ path }) => path).join(' ')}`.trim());
  else show(String(error));
}
