import { DefinitionError } from '../base/errors/errors.js';
import { brands, hasBrand } from '../base/values/brand.js';
import { classNameOf } from '../base/values/class-name.js';
import { previewValue } from '../base/values/value-preview.js';

/**
 * Throws a DefinitionError that says how to create a toolkit, if a value is neither a toolkit nor a session.
 *
 * @param where - The function whose first argument is the value, for the error.
 */
export function checkScope(scope: unknown, where: string): void {
  if (hasBrand(scope, brands.toolkit) || hasBrand(scope, brands.session)) return;
  throw createScopeError(scope, where, 'a toolkit or a session');
}

/**
 * Throws a DefinitionError that says how to create a toolkit, if a value is none.
 *
 * @param where - The function whose first argument is the value, for the error.
 */
export function checkToolkit(toolkit: unknown, where: string): void {
  if (!hasBrand(toolkit, brands.toolkit)) throw createScopeError(toolkit, where, 'a toolkit');
}

function createScopeError(value: unknown, where: string, expected: string): DefinitionError {
  const { found, provider } = describeValue(value);
  return new DefinitionError(
    `${where}: the first argument must be ${expected}, not ${found}. ` +
      `Write const toolkit = Toolkit.of(${provider}), and pass toolkit.`,
  );
}

interface Description {
  readonly found: string;
  /** What to register in a toolkit instead. */
  readonly provider: string;
}

function describeValue(value: unknown): Description {
  if (Array.isArray(value)) return { found: 'an array', provider: '...tools' };
  if (typeof value === 'function' && hasBrand(value.prototype, brands.registry)) {
    const name = classNameOf(value);
    return { found: `the class ${name}`, provider: `new ${name}()` };
  }
  if (hasBrand(value, brands.session)) return { found: 'a session', provider: '…' };
  const type = typeof value === 'object' && value !== null ? value.constructor : undefined;
  if (typeof type !== 'function' || type === Object) return { found: previewValue(value), provider: '…' };
  const name = classNameOf(type);
  return { found: `an instance of ${name}`, provider: hasBrand(value, brands.registry) ? `new ${name}()` : '…' };
}
