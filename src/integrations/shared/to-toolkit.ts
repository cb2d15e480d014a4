import { Toolkit, type ToolProvider } from '../../index.js';

/** Returns the passed toolkit, or a new one in which all passed tools are active. */
export function toToolkit(served: Toolkit | ToolProvider): Toolkit {
  if (Toolkit.is(served)) return served;
  const toolkit = new Toolkit();
  toolkit.register(served, { group: 'basic' });
  return toolkit;
}
