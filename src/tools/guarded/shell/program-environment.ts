import { delimiter } from 'node:path';
import { DefinitionError } from '../../../base/errors/errors.js';
import { markerVariable } from './program-processes.js';

/** The variables that programs always inherit: their language and their time zone. */
const inheritedByDefault = ['LANG', 'LC_ALL', 'LC_CTYPE', 'TZ'];

/** The options of {@link ProgramEnvironment}. */
export interface EnvironmentOptions {
  /** The variables to set. */
  readonly env: Readonly<Record<string, string>>;
  /** The names of the variables to inherit from this process. */
  readonly inheritEnv: readonly string[];
  /** The folders of the variable `PATH`. */
  readonly folders: readonly string[];
}

/** The environment of programs: variables that are set or inherited by name, and no other. */
export class ProgramEnvironment {
  readonly #options: EnvironmentOptions;

  /** @throws DefinitionError if the name or the value of a variable is not valid. */
  constructor(options: EnvironmentOptions) {
    this.#options = options;
    for (const name of [...Object.keys(options.env), ...options.inheritEnv]) checkName(name);
    for (const [name, value] of Object.entries(options.env)) {
      if (typeof value === 'string' && !value.includes('\0')) continue;
      throw new DefinitionError(`ShellTools: the value of '${name}' in \`env\` must be a text without NUL.`);
    }
  }

  /** Returns the variables for one program, which `marker` identifies. */
  variables(marker: string): Record<string, string> {
    const { env, inheritEnv, folders } = this.#options;
    // An empty PATH would be the working folder.
    const variables: Record<string, string> = folders.length === 0 ? {} : { PATH: folders.join(delimiter) };
    for (const name of [...inheritedByDefault, ...inheritEnv]) {
      const value = process.env[name];
      // A value that begins with "()" is an exported shell function.
      if (value !== undefined && !value.startsWith('()')) variables[name] = value;
    }
    return { ...variables, ...env, [markerVariable]: marker };
  }
}

function checkName(name: string): void {
  if (/^[A-Za-z_]\w*$/.test(name) && name !== markerVariable) return;
  throw new DefinitionError(`ShellTools: '${name}' cannot be the name of an environment variable of a program.`);
}
