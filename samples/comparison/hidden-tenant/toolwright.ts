import { tool } from 'toolwright';

/** List orders */
function orders(status: string, tenant: string) {
  return `${status} orders of ${tenant}`;
}

export const ordersTool = tool(orders, { bind: { tenant: 'tenant' } });
