import {
  NotFoundError,
  PermissionError,
  ToolError,
  ToolExecutionError,
  type ValidationError,
} from '../../../base/errors/errors.js';
import { invalidArgument } from '../../definition/invalid-argument.js';

/** Returns the code of an error of the file system, such as `ENOENT`. */
export function errnoOf(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/**
 * Returns an error of the file system as an error that a model can read. It contains the path as the model knows it, and
 * neither a message nor a path of the host.
 *
 * @param shown - The path as the model knows it.
 */
export function toFileError(error: unknown, shown: string): ToolError {
  if (ToolError.is(error)) return error;
  const code = errnoOf(error);
  switch (code) {
    case 'ENOENT':
      return new NotFoundError(`'${shown}' does not exist.`);
    case 'ENOTDIR':
      return new NotFoundError(`A part of '${shown}' is not a folder.`);
    case 'EISDIR':
      return isFolder(shown);
    case 'ENOTEMPTY':
      return new ToolExecutionError(`The folder '${shown}' is not empty. Delete what it contains first.`);
    case 'EEXIST':
      return new ToolExecutionError(`'${shown}' already exists.`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new PermissionError(`The host does not permit that for '${shown}'.`);
    case 'ELOOP':
      return new PermissionError(`'${shown}' is a link that cannot be followed.`);
    case 'ENAMETOOLONG':
      return invalidArgument('path', 'A name in the path is too long. Use shorter names.');
    case 'ENOSPC':
    case 'EDQUOT':
      return new ToolExecutionError(`There is no space left for '${shown}'.`);
    default:
      return new ToolExecutionError(`The file system failed at '${shown}' (${code ?? 'unknown error'}).`);
  }
}

/** Returns the error of a tool that expects a file and finds a folder. */
export function isFolder(shown: string): ValidationError {
  return invalidArgument('path', `'${shown}' is a folder. Expected a file.`);
}
