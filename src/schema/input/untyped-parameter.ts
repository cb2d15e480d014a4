import { seePage } from '../../base/errors/docs-page.js';
import { DefinitionError } from '../../base/errors/errors.js';
import { areTypesRead, describeTypeSetUp, isTypeScriptProgram } from '../../base/runtime/type-set-up.js';
import { classNameOf } from '../../base/values/class-name.js';
import type { ParamMetadata } from '../../tool/metadata/param-metadata.js';
import { createMissingDescriptionError } from './missing-description.js';
import type { ParameterOwner } from './parameter-owner.js';

const generateModule = "run 'toolwright generate' and import the module that it writes";

// Whether a bundler has built a program that was compiled is not known.
const compiledSetUp =
  "Run 'toolwright generate' and import the module that it writes (with tsc or swc), build with 'toolwright/plugin' " +
  '(with a bundler)';

/**
 * Reports a parameter without a type. The first fix is the one that fits how the program was started.
 *
 * @throws DefinitionError always.
 */
export function throwUntyped(param: ParamMetadata, owner: ParameterOwner, where: string): never {
  if (owner.isFunction === true) throw createMissingDescriptionError(describeUnread(param, where));
  if (!owner.reflected && param.designType === undefined) throw new DefinitionError(describeUnemitted(param, where));
  if (param.designType === Function) {
    throw new DefinitionError(
      `${where} has the runtime type Function: its class was imported with 'import type', or its type is a function. ` +
        `Import the class with 'import', use @Param({ schema }), or mark a ToolContext with @Ctx(). A parameter of the type ` +
        `Bound needs the build plugin, toolwright/register, or the module that 'toolwright generate' writes.${seePage('troubleshooting')}`,
    );
  }
  const type: unknown = param.options.type ?? param.designType;
  if (typeof type === 'function' && type !== Object && type !== Array && type !== Promise) {
    throw new DefinitionError(
      `${where}: class '${classNameOf(type)}' has no class-validator rules. ${fixOfType()}${seePage('troubleshooting')}`,
    );
  }
  // Linters remove the type of a parameter that its default implies. Then the compiler does not emit a useful type.
  const hint = param.hasDefault ? ' If its type is inferred from its default, write the type.' : '';
  const missing =
    type === Array
      ? `for the items of its array. ${fixOfType('@Param({ type: [Item] }) with the class of the items')}`
      : `(an interface or a union). ${fixOfType()}`;
  throw new DefinitionError(`${where} has no runtime type ${missing}${hint}${seePage('troubleshooting')}`);
}

/** Describes a parameter of a function, which has a type only if a build or a loader has read the source. */
function describeUnread(param: ParamMetadata, where: string): string {
  return (
    `${where} has no runtime type, because the types of the function were not read. ${fixOfFunction()}, or set the ` +
    `option params: { ${param.name ?? 'name'}: { type } }.${seePage('troubleshooting')}`
  );
}

function fixOfFunction(): string {
  const declared = 'the function to tool() where it is declared';
  if (areTypesRead()) return `Pass ${declared}`;
  const setUp = describeTypeSetUp() ?? compiledSetUp;
  // Whether a plugin is used is not known here. If it is, it has not found the function.
  return isTypeScriptProgram() ? setUp : `${setUp}, pass ${declared}`;
}

/** Describes a parameter of a method whose compiler emitted no types. */
function describeUnemitted(param: ParamMetadata, where: string): string {
  return (
    `${where} has no runtime type, because no decorator metadata was emitted. ${fixOfMethod()}, or set ` +
    `@Tool({ params: { ${param.name ?? 'name'}: { type } } }).${seePage('troubleshooting')}`
  );
}

function fixOfMethod(): string {
  if (areTypesRead()) return "Import its TypeScript module after 'toolwright/register', with await import()";
  return describeTypeSetUp() ?? `${compiledSetUp}, set "emitDecoratorMetadata": true (for classes and primitive types)`;
}

/** Returns the fix of a type that compilers emit as a class without rules, or without that of its items. */
function fixOfType(declared = 'a DTO class'): string {
  const setUp = areTypesRead() ? undefined : describeTypeSetUp();
  return setUp === undefined
    ? `Use ${declared}, @Param({ schema }), or ${generateModule}.`
    : `${setUp}, or use ${declared} or @Param({ schema }).`;
}
