import { Toolkit, ToolSpec, tool } from 'toolwright';

function add(a: number, b = 2): number {
  return a + b;
}

const wait = (callback: () => void): void => callback();

export const sum = tool(add, { name: 'sum' });
export const described = tool(add, { params: { a: { type: Number }, b: { type: Number } } });
export const bound = tool(add, { bind: { a: 'a', b: { default: 1 } } });
export const later = ToolSpec.fromFunction(wait);
new Toolkit().register({ add, now: () => Date.now() });
