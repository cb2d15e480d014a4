import { ToolSpec } from 'toolwright';

export const add_tax = ToolSpec.fromFunction((amount, rate = 0.19) => Math.round(amount * (1 + rate) * 100) / 100, {
  name: 'add_tax',
  description: 'Adds the tax to an amount',
  params: { amount: { type: Number }, rate: { type: Number, default: 0.19 } },
});
