import { emitWarning } from '../../../base/errors/emit-warning.js';
import type { DocumentImport } from './import-operations.js';
import type { OpenApiSourceOptions, OpenApiWarning } from './source-options.js';

type Listener = OpenApiSourceOptions['onWarning'];

// The list of all of them is `source.quarantined`.
const mostNamed = 3;

/** Reports what an import left out, in one warning of each kind. */
export function reportImport(
  { quarantined, ignored, missing, renamed }: DocumentImport,
  source: string,
  listener: Listener,
): void {
  const report = (kind: string, message: string): void => reportWarning({ source, kind, message }, listener);
  if (quarantined.length > 0) {
    const named = quarantined.slice(0, mostNamed).map(({ id, reason }) => `'${id}': ${reason.replace(/\.$/, '')}`);
    const others = quarantined.length > mostNamed ? `; and ${quarantined.length - mostNamed} others` : '';
    report('quarantined', `these operations were not imported: ${named.join('; ')}${others}`);
  }
  if (renamed.length > 0) {
    const named = renamed.slice(0, mostNamed).map(({ id, formerName, newName }) => {
      return `'${id}' was '${formerName}' and is '${newName}'`;
    });
    const others = renamed.length > mostNamed ? `; and ${renamed.length - mostNamed} others` : '';
    const reason = 'because other operations would have the same names';
    report('drift', `these operations have other names than before, ${reason}: ${named.join('; ')}${others}`);
  }
  if (ignored.callbacks + ignored.links > 0) {
    report('ignored', `${ignored.callbacks} callbacks and ${ignored.links} links were ignored`);
  }
  if (missing.length > 0) {
    const names = missing.slice(0, mostNamed).map((name) => `'${name}'`);
    report('absent', `it has no operation ${names.join(', ')}, although an option names it`);
  }
}

/** Reports one warning to a listener, or else as a process warning. */
export function reportWarning(warning: OpenApiWarning, listener: Listener = warnByProcess): void {
  try {
    listener(warning);
  } catch (error) {
    emitWarning(`A listener to warnings of '${warning.source}' failed: ${String(error)}`);
  }
}

function warnByProcess({ source, message }: OpenApiWarning): void {
  emitWarning(`The OpenAPI document of '${source}': ${message}.`);
}
