import { Bind, respond, Tool, ToolRegistry, type ToolResponse, text } from 'toolwright';
import { approvalView, view } from 'toolwright/mcp';

const boardPage = `<!doctype html>
<html lang="en"><head><title>Board</title></head><body>
<ul id="orders"></ul><p id="input"></p><p id="meta"></p><p id="refused"></p>
<button id="move">Move</button><button id="forbidden">Forbidden</button>
<script src="toolwright/view"></script>
<script type="module">
const find = (id) => document.getElementById(id);
const show = ({ structuredContent, _meta }) => {
  const items = structuredContent.orders.map((order) => {
    const item = document.createElement('li');
    item.textContent = order;
    return item;
  });
  find('orders').replaceChildren(...items);
  find('meta').textContent = _meta?.note ?? '';
};
const view = await connectView({
  onInput: (args) => { find('input').textContent = JSON.stringify(args); },
  onResult: show,
});
find('move').onclick = async () => {
  view.setState({ moved: (view.state?.moved ?? 0) + 1 });
  show(await view.callTool('move', { order: 'a1' }));
  document.title = 'moved ' + view.state.moved;
};
find('forbidden').onclick = () => view.callTool('audit').catch((error) => {
  find('refused').textContent = error.message;
});
</script></body></html>`;

export const boardView = view(boardPage, { name: 'board', csp: { connectDomains: ['https://api.shop.example'] } });

/** A board of orders with a view, a tool for the view, a tool for models, and a payment that its view approves. */
export class Board extends ToolRegistry {
  readonly refunds: string[] = [];
  #orders = ['a1', '<img src=x onerror="document.title=\'stolen\'">'];

  @Tool({ ui: boardView, description: 'Shows the board' })
  board(_filter: string = 'all'): ToolResponse {
    const orders = this.#orders;
    return respond({
      content: [text(`There are ${orders.length} orders.`)],
      structuredContent: { orders },
      meta: { note: 'fresh', viewUUID: 'board-1' },
    });
  }

  @Tool({ ui: { view: boardView, visibility: ['app'] }, description: 'Moves an order to the end' })
  move(order: string): { orders: string[] } {
    this.#orders = [...this.#orders.filter((one) => one !== order), `${order} moved`];
    return { orders: this.#orders };
  }

  @Tool({ ui: { visibility: ['model'] }, description: 'Lists all changes' })
  audit(): string {
    return 'secret log';
  }

  @Tool({
    needsApproval: true,
    title: 'Refund an order',
    ui: approvalView(),
    inputSchema: {
      type: 'object',
      properties: {
        order: { type: 'string' },
        amount: { type: 'number' },
        pin: { type: 'string', writeOnly: true },
        note: { type: 'string' },
        clerk: { type: 'string' },
      },
      required: ['order', 'amount'],
    },
  })
  refund(order: string, amount: number, pin = '', note = '', @Bind('clerk') clerk = ''): string {
    this.refunds.push(`${order} ${amount} ${clerk} ${pin.length} ${note.length}`);
    return `Refunded ${amount} for ${order}.`;
  }
}
