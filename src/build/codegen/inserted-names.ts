/** The beginning of every name that is added to a module. */
export const insertedPrefix = '__tw_';

/** The name under which a module imports `defineToolSchemas`. */
export const insertedDefine = `${insertedPrefix}define`;

/** Checks whether the text of a module already contains the records of its classes. */
export function hasRecords(code: string): boolean {
  return code.includes(insertedDefine);
}
