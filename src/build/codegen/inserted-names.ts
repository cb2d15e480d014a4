/** The beginning of every name that is added to a module. */
export const insertedPrefix = '__tw_';

/** The name under which a module imports `defineToolSchemas`. */
export const insertedDefine = `${insertedPrefix}define`;

/** The name under which a module imports `defineFunctionSchema`. */
export const insertedDefineFunction = `${insertedDefine}Function`;

/** The name under which a module imports `defineFunctionSchemas`. */
export const insertedDefineFunctions = `${insertedDefine}Functions`;

/** The literal of the module that a module with DTO classes loads. */
export const insertedDtoModule = "'toolwright/dto'";

/** Checks whether a text to insert loads what DTO classes need. */
export function loadsDto(inserted: string): boolean {
  return inserted.includes(insertedDtoModule);
}

/** Checks whether the text of a module already contains the records of its tools. */
export function hasRecords(code: string): boolean {
  return code.includes(insertedDefine) || requiredDefine.test(code);
}

// A CommonJS module has no name for what it requires in the middle of an expression.
const requiredDefine = /require\(["']toolwright\/generated["']\)\.defineFunctionSchema/;
