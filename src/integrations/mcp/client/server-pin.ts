import { digestOf } from '../../../tool/arguments/canonical-json.js';
import type { RemoteServer } from '../protocol/remote-tool.js';

const keyPrefix = 'server:';

/** The approved fingerprint of a server: that of its instructions, under its name. */
export interface ServerPin {
  readonly key: string;
  readonly fingerprint: string;
}

/** A server that differs from the approved one. */
export interface ServerDrift {
  /** What has changed, as the end of a sentence that begins with the source. */
  readonly reason: string;
  /** Whether it is another server: it has another name. */
  readonly isOther: boolean;
}

/** Returns the fingerprint of what a server says of itself: its name is the key. */
export function serverPinOf({ name, instructions }: RemoteServer): ServerPin {
  return { key: keyPrefix + name, fingerprint: digestOf({ instructions: instructions ?? '' }) ?? '' };
}

/** Returns the pin of a server among others. Returns undefined if there is none. */
export function findServerPin(pins: Readonly<Record<string, string>>): ServerPin | undefined {
  const found = Object.entries(pins).find(([key]) => key.startsWith(keyPrefix));
  return found && { key: found[0], fingerprint: found[1] };
}

/** Compares a server with the approved one. Returns undefined if they are the same. */
export function serverDrift(approved: ServerPin, current: ServerPin): ServerDrift | undefined {
  const nameOf = ({ key }: ServerPin): string => key.slice(keyPrefix.length);
  if (approved.key !== current.key) {
    return { reason: `the server calls itself '${nameOf(current)}', and not '${nameOf(approved)}'`, isOther: true };
  }
  if (approved.fingerprint === current.fingerprint) return undefined;
  return { reason: 'the instructions of the server have changed', isOther: false };
}
