// What the cases of the comparison of protocol servers have covered.
import { acceptedDifferences } from './protocol-differences.mjs';

const methods = [
  ...['server/discover', 'tools/list', 'tools/call', 'resources/list', 'resources/templates/list', 'resources/read'],
  ...['prompts/list', 'prompts/get', 'completion/complete', 'subscriptions/listen'],
  ...['tasks/get', 'tasks/update', 'tasks/cancel', 'initialize', 'ping', 'logging/setLevel'],
  ...['notifications/cancelled', 'notifications/progress'],
];
const codes = [-32_700, -32_600, -32_601, -32_602, -32_603, -32_000, -32_020, -32_021, -32_022];

// Fewer cases need not have all that is rare.
const casesOfWhole = 20_000;

/** Counts the requests of all cases. */
export class ProtocolSummary {
  #cases = 0;
  #requests = 0;
  #accepted = 0;
  #kinds = new Map();
  #methods = new Map();
  #codes = new Map();
  #differences = new Map();

  add({ compared = [] }) {
    this.#cases++;
    for (const { kind, method, isAccepted, codes: found, differences } of compared) {
      this.#requests++;
      count(this.#kinds, kind);
      if (isAccepted) this.#accepted++;
      if (methods.includes(method)) count(this.#methods, method);
      for (const code of found) count(this.#codes, code);
      for (const name of differences) count(this.#differences, name);
    }
  }

  get text() {
    return [
      `${this.#requests} requests, ${this.#accepted} accepted by both`,
      `clients: ${listed(this.#kinds)}`,
      `methods: ${listed(this.#methods)}`,
      `error codes: ${listed(this.#codes)}`,
      `accepted differences: ${listed(this.#differences)}`,
      '',
    ].join('\n');
  }

  /** What the cases should have covered, and have not. */
  get problems() {
    const few =
      this.#cases >= 100 && this.#accepted * 2 < this.#requests
        ? ['fewer than half of the requests are accepted by both']
        : [];
    if (this.#cases < casesOfWhole) return few;
    return [
      ...few,
      ...missing(methods, this.#methods, 'method'),
      ...missing(codes, this.#codes, 'error code'),
      ...missing(
        acceptedDifferences.map(({ name }) => name),
        this.#differences,
        'accepted difference',
      ),
    ];
  }
}

function count(counts, key) {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function listed(counts) {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([key, times]) => `${key} ${times}`)
    .join(', ');
}

function missing(expected, counts, what) {
  return expected.filter((key) => !counts.has(key)).map((key) => `the ${what} ${key} does not occur`);
}
