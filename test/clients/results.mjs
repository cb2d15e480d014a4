import { capabilities, revisions } from './capabilities.mjs';

/** Returns the versions in which a client has run. */
export function revisionsOf({ results }) {
  return revisions.filter((revision) => results[revision].refuses === undefined);
}

/** Returns the result of a capability: 'yes', what the client lacks, or how it fails. */
export function resultOf({ results }, { key }, revision) {
  return results[revision][key] ?? 'fails: the client ended before';
}

/** Whether the server has a capability in a version. */
export function isServed({ revisions: served = revisions }, revision) {
  return served.includes(revision);
}

/** Returns what went wrong: checks that failed, and clients that could not be run. */
export function problemsOf(clients) {
  return clients.flatMap((client) =>
    revisions.flatMap((revision) =>
      problemsIn(client, revision).map((problem) => `${client.name} in ${revision}: ${problem}`),
    ),
  );
}

function problemsIn(client, revision) {
  const { refuses } = client.results[revision];
  // A client that negotiates another version lacks this one, which is no problem.
  if (refuses !== undefined) return refuses.startsWith('negotiates') ? [] : [refuses];
  return capabilities
    .filter((capability) => isServed(capability, revision))
    .map((capability) => [capability.key, resultOf(client, capability, revision)])
    .filter(([, result]) => result.startsWith('fails'))
    .map((problem) => problem.join(' '));
}

/** Returns the capabilities that no client has shown in a version. */
export function unshownIn(clients) {
  return revisions.flatMap((revision) =>
    capabilities
      .filter((capability) => isServed(capability, revision))
      .filter((capability) => !clients.some((client) => resultOf(client, capability, revision) === 'yes'))
      .map(({ key }) => `no client shows ${key} in ${revision}`),
  );
}
