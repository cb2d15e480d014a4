// The variables that the official SDKs pass to a server. The rest of the environment may contain secrets.
const inherited =
  process.platform === 'win32'
    ? [
        'APPDATA',
        'HOMEDRIVE',
        'HOMEPATH',
        'LOCALAPPDATA',
        'PATH',
        'PROCESSOR_ARCHITECTURE',
        'PROGRAMFILES',
        'SYSTEMDRIVE',
        'SYSTEMROOT',
        'TEMP',
        'USERNAME',
        'USERPROFILE',
      ]
    : ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];

/** Returns the values of added variables that may be secrets: all but those that a process would inherit anyway. */
export function secretValues(added: Readonly<Record<string, string>> = {}): readonly string[] {
  return Object.entries(added).flatMap(([name, value]) => (inherited.includes(name) ? [] : [value]));
}

/** Returns the environment of a server's process: the few variables that programs need to run, and the added ones. */
export function childEnvironment(added: Readonly<Record<string, string>> = {}): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of inherited) {
    const value = process.env[name];
    // A value that begins with "()" is an exported shell function.
    if (value !== undefined && !value.startsWith('()')) environment[name] = value;
  }
  return { ...environment, ...added };
}
