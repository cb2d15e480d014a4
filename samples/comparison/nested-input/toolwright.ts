import { tool } from 'toolwright';

/** Find orders */
function find(states: ('open' | 'paid')[], total: { min: number; max: number }) {
  return `${states.join()} from ${total.min} to ${total.max}`;
}

export const findTool = tool(find);
