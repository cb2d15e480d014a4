import { Toolkit, type ToolProvider } from '../../index.js';
import { registeredSpecsOf } from '../../toolkit/registered-specs.js';

/**
 * Returns the passed toolkit, or a new one in which all passed tools are active.
 *
 * @throws DefinitionError on a function whose types nothing has read: a client must not be the first to notice.
 */
export function toToolkit(served: Toolkit | ToolProvider): Toolkit {
  const toolkit = Toolkit.is(served) ? served : new Toolkit();
  if (toolkit !== served) toolkit.register(served, { group: 'basic' });
  for (const spec of registeredSpecsOf(toolkit)) void spec.bindings;
  return toolkit;
}
