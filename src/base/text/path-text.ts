/** The textual properties of a thrown error. */
export interface ThrownText {
  readonly message: string;
  /** The path that Node's file system module added to the message and stored in this property. */
  readonly path?: unknown;
  /** The second path of an operation that has two, such as a copy. */
  readonly dest?: unknown;
}

/**
 * Returns the message of a thrown error without details of the machine: it removes stack lines and absolute paths, each
 * with its line and column. URLs, routes after an HTTP method and the JSON Pointers of validation issues are preserved.
 */
export function messageForReaders({ message, path, dest }: ThrownText): string {
  let shown = message.replace(stackLine, '');
  for (const known of [path, dest]) {
    if (typeof known === 'string' && known.length > 1) shown = shown.replaceAll(known, cut);
  }
  shown = withoutPaths(shown);
  for (const folder of [workingDirectory(), globalThis.process?.env?.HOME]) {
    if (folder !== undefined && folder.length > 1) shown = shown.replace(pathUnder(folder), cut);
  }
  return shown;
}

const cut = '[path]';
const stackLine = /\n[ \t]+at .*/g;

/** Matches the line and the column after a path: `:5:12`, or `(5,12)` in the format of compilers. */
const position = String.raw`(?::\d+){0,2}(?:\(\d+,\d+\))?`;
/** Matches one character of an unquoted path. */
const plain = String.raw`[^\s'"\x60<>|:;,()[\]{}*?^\\/]`;
const segment = `${plain}+`;
const methods = '(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|CONNECT|TRACE)';

// Tried in this order at each position: the patterns of preserved text come before those of removed text.
const patterns = {
  fileUrl: String.raw`\bfile:/+[^\s'"\x60<>|,;)\]}]*`,
  url: String.raw`\b[A-Za-z][A-Za-z0-9+.-]{1,30}://[^\s'"\x60<>]*`,
  route: String.raw`\b${methods}\s+['"\x60]?/[^\s'"\x60]*`,
  pointer: String.raw`(?<![^\s'"\x60(:;])/[^\s'"\x60]{1,200} (?:must |is missing|is unknown|is not allowed|cannot be )`,
  quoted: String.raw`(?<=(?<quote>['"\x60]))(?:~|[A-Za-z]:(?=[\\/])|(?=[\\/]))(?:[\\/]{1,4}[^\\/'"\x60\n:*?<>|]+){2,}[\\/]?${position}(?=\k<quote>)`,
  windows: String.raw`(?<![A-Za-z0-9])[A-Za-z]:[\\/]+(?:[^\\/:*?"'<>|\r\n;,()]+[\\/]+)*(?:${plain}*)${position}`,
  unc: String.raw`(?<![\w\\])\\{2,4}[^\s\\/'"\x60]+\\{1,2}[^\s'"\x60,;)\]}]+`,
  home: String.raw`(?<![\w./~-])~[\w.-]*(?:/${segment})+/?${position}`,
  posix: String.raw`(?<![\w./~<%&$@\\-])(?:/${segment}){2,}/?${position}`,
} as const;

const kept: ReadonlySet<string> = new Set(['url', 'route', 'pointer']);
const scanner = new RegExp(
  Object.entries(patterns)
    .map(([name, pattern]) => `(?<${name}>${pattern})`)
    .join('|'),
  'g',
);

/** Matches the root directories of Unix systems. A path that begins with one is not a JSON Pointer. */
const systemFolder =
  /^\/(?:Applications|Library|System|Users|Volumes|bin|boot|dev|etc|home|lib|lib64|media|mnt|nix|opt|private|proc|root|run|sbin|snap|srv|sys|tmp|usr|var|workspace|workspaces)\//;

function withoutPaths(text: string): string {
  return text.replace(scanner, (...match) => {
    const found: string = match[0];
    const groups = match.at(-1) as Readonly<Record<string, string | undefined>>;
    if (groups.pointer !== undefined && systemFolder.test(found)) return withoutFirstPath(found);
    if ([...kept].some((name) => groups[name] !== undefined)) return found;
    // The end of a sentence is not part of a path.
    const end = /[.!]+$/.exec(found)?.[0] ?? '';
    return `${cut}${end}`;
  });
}

function withoutFirstPath(text: string): string {
  return text.replace(/^\S+/, cut);
}

/** Returns the working directory, or undefined if it has been removed, or the runtime has none. */
function workingDirectory(): string | undefined {
  try {
    return globalThis.process?.cwd?.();
  } catch {
    return undefined;
  }
}

/** Matches a folder of one segment too, such as `/app`, but not in a URL or a route. */
function pathUnder(folder: string): RegExp {
  const escaped = folder.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `(?<![\\w./-])(?<!\\b${methods}\\s+['"\\x60]?)${escaped}(?:/[^\\s'":)]*)?${position}(?![\\w-])`,
    'g',
  );
}
