import { DefinitionError } from '../../base/errors/errors.js';

const identifierPath = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u;
const unsafeStep = /(?:^|\.)(?:__proto__|prototype|constructor|globalThis)(?:\.|$)/;

/**
 * Checks that a program can use a name, which may be a path such as `files.read`.
 *
 * @throws DefinitionError that begins with `where` if it cannot.
 */
export function checkGlobalName(name: string, where: string): void {
  if (identifierPath.test(name) && !unsafeStep.test(name)) return;
  throw new DefinitionError(`${where}: '${name}' cannot be the name of a function or a global in a program.`);
}
