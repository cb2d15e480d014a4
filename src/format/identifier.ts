const reservedWords: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
);

const identifierPattern = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** Checks whether a property of this name can be written without quotes. */
export function isIdentifierName(name: string): boolean {
  return identifierPattern.test(name);
}

/** Prints a property name for an object literal or an object type, quoted if necessary. */
export function propertyKey(name: string): string {
  // `__proto__: x` in a literal sets the prototype, so this name is always quoted.
  return isIdentifierName(name) && name !== '__proto__' ? name : JSON.stringify(name);
}

/** Converts a tool name to a valid name for a TypeScript function, with as few changes as possible. */
export function toIdentifier(name: string): string {
  const cleaned = name.replace(/[^\p{ID_Continue}$\u200c\u200d]/gu, '_');
  if (!isIdentifierName(cleaned) || reservedWords.has(cleaned)) return `_${cleaned}`;
  return cleaned;
}

/** Converts a name to a type name in PascalCase. */
export function toTypeName(name: string): string {
  const words = name.split(/[^\p{ID_Continue}]+/u).filter((word) => word !== '');
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return isIdentifierName(joined) ? joined : `T${joined}`;
}
