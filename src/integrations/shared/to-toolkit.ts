import { Toolkit, type ToolProvider } from '../../index.js';

/** Tools that can be served: a toolkit, or a provider that can be registered in one. */
export type Served = Toolkit | ToolProvider;

/** Returns the passed toolkit, or a new one in which all passed tools are active. */
export function toToolkit(served: Served): Toolkit {
  if (Toolkit.is(served)) return served;
  const toolkit = new Toolkit();
  toolkit.register(served, { group: 'basic' });
  return toolkit;
}
