import { DefinitionError } from '../../../base/errors/errors.js';

/**
 * The names of files and folders that hold secrets or configure programs, which the text file tools do not reach. `*`
 * matches any characters.
 */
export const defaultDeny: readonly string[] = Object.freeze([
  ...['.env', '.env.*', '.envrc', '.netrc', '_netrc', '.npmrc', '.yarnrc', '.yarnrc.yml', '.pypirc', '.pgpass'],
  ...['.git', '.hg', '.svn', '.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.config'],
  ...['.git-credentials', '.gitconfig', '.htpasswd', '.vault-token', 'id_rsa*', 'id_dsa*', 'id_ecdsa*', 'id_ed25519*'],
  ...['*.pem', '*.key', '*.p12', '*.pfx', '*.keystore', '*.jks', '*.kdbx'],
  ...['.bashrc', '.bash_profile', '.profile', '.zshrc', '.zprofile', '.zshenv', '*_history'],
]);

/** Returns a function that checks whether a name is denied. Upper and lower case are equal, as on some file systems. */
export function denyFilter(patterns: readonly string[], where: string): (name: string) => boolean {
  const rules = patterns.map((pattern) => {
    if (typeof pattern === 'string' && pattern !== '' && !/[/\\]/.test(pattern)) return splitPattern(fold(pattern));
    throw new DefinitionError(
      `${where}: 'deny' contains ${JSON.stringify(pattern)}. Use names without folders, such as '.env' or '*.pem'.`,
    );
  });
  return (name) => rules.some((rule) => matches(rule, fold(name)));
}

/** Returns the form in which two names are equal on file systems that ignore case and the form of accents. */
function fold(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[. ]+$/, '');
}

function splitPattern(pattern: string): readonly string[] {
  return pattern.split('*');
}

/** Matches the parts between the stars from left to right, in linear time. */
function matches(parts: readonly string[], name: string): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - at >= last.length && name.endsWith(last);
}
