// Malformed messages for the subjects of workers and callers, and a client that sends what no library sends.
import { once } from 'node:events';
import { connect } from 'node:net';

/** A client of a NATS server without any checks. */
export class RawClient {
  #socket;
  #pongs = [];
  /** The subjects of the messages that were received, and of their replies. */
  subjects = new Set();

  static async open(url) {
    const { hostname, port } = new URL(url);
    const client = new RawClient();
    client.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(client.#socket, 'connect');
    client.#socket.on('error', () => {});
    client.#socket.on('data', (data) => client.#read(data.toString('latin1')));
    client.#socket.write('CONNECT {"headers":true,"verbose":false,"pedantic":false}\r\n');
    await client.flush();
    return client;
  }

  #read(text) {
    for (const line of text.split('\r\n')) {
      if (line === 'PONG') this.#pongs.shift()?.();
      const [verb, subject, , reply] = line.split(' ');
      if (verb !== 'MSG' && verb !== 'HMSG') continue;
      this.subjects.add(subject);
      // The third word of a message without a reply is its size.
      if (!/^\d*$/.test(reply ?? '')) this.subjects.add(reply);
    }
  }

  subscribe(subject) {
    this.#socket.write(`SUB ${subject} 1\r\n`);
  }

  publish({ subject, reply, headers, data }) {
    const to = reply === undefined ? subject : `${subject} ${reply}`;
    const body = Buffer.from(data);
    if (headers === undefined) this.#socket.write(`PUB ${to} ${body.length}\r\n`);
    else {
      const head = Buffer.from(headers);
      this.#socket.write(`HPUB ${to} ${head.length} ${head.length + body.length}\r\n`);
      this.#socket.write(head);
    }
    this.#socket.write(body);
    this.#socket.write('\r\n');
  }

  /** Resolves when the server has read what was sent. */
  async flush() {
    const answered = new Promise((resolve) => this.#pongs.push(resolve));
    this.#socket.write('PING\r\n');
    await answered;
  }

  close() {
    this.#socket.destroy();
  }
}

const kinds = [
  ...['hello', 'tools', 'runs', 'beat', 'cancel', 'read'],
  ...['queued', 'taken', 'send', 'busy', 'chunks', 'progress', 'log'],
];
const names = [
  ...['kind', 'inbox', 'beatMs', 'call', 'reason', 'count', 'effectKey', 'worker', 'calls', 'from', 'chunks', 'value'],
  ...['total', 'message', 'level', 'data', 'output', 'error', 'queue', 'digest', 'state', 'healthMs', 'startedAt'],
  ...['tools', 'runs', 'content', 'structuredContent', 'meta', 'type', 'text', '__proto__', 'toString', 'valueOf'],
];

/** Creates a message from random parts. `subjects` are those that are in use. */
export function hostileMessage(random, subjects) {
  const message = { subject: random.pick(subjects), data: dataOf(random, subjects) };
  if (random.chance(0.4)) message.reply = replyOf(random, subjects);
  if (random.chance(0.4)) message.headers = headersOf(random);
  return message;
}

function replyOf(random, subjects) {
  return random.pick([
    'a',
    '_INBOX.a',
    '_INBOX.>',
    '*',
    '>',
    '..',
    '$SYS.a',
    `b.${'c'.repeat(900)}`,
    random.pick(subjects),
  ]);
}

function dataOf(random, subjects) {
  switch (random.between(0, 6)) {
    case 0:
      return '';
    case 1:
      return random.pick(['null', '0', '"a"', '[]', '[[', '{', '{}', '\ufeff{}', '[1,2]', 'NaN', '['.repeat(5_000)]);
    case 2:
      return Buffer.from(random.list(random.between(1, 60), () => random.between(0, 255)));
    default:
      return JSON.stringify(controlOf(random, subjects, 2)).replaceAll('"1e999"', '1e999');
  }
}

function controlOf(random, subjects, depth) {
  const control = { kind: random.chance(0.9) ? random.pick(kinds) : randomValue(random, subjects, depth - 1) };
  // As JSON text has it: an own property, also for `__proto__`.
  for (const name of random.list(random.between(0, 6), () => random.pick(names.slice(1))))
    Object.defineProperty(control, name, {
      value: randomValue(random, subjects, depth - 1),
      enumerable: true,
      configurable: true,
    });
  return control;
}

function randomValue(random, subjects, depth) {
  const nested = depth > 0 ? random.between(0, 3) : 0;
  if (nested === 1) return random.list(random.between(0, 4), () => randomValue(random, subjects, depth - 1));
  if (nested === 2) return JSON.parse('{"toString":1,"valueOf":1,"type":"image","toJSON":{}}');
  if (nested === 3) return controlOf(random, subjects, depth);
  return random.pick([
    ...[null, true, 0, -1, 0.5, 1e308, '1e999', '', 'a', ' ', '\r\n', 'a b', '>', '*', '\u0000', '\ud800'],
    ...['a'.repeat(5_000), '__proto__', 'serving', 'stopping', 'error', random.pick(subjects)],
  ]);
}

function headersOf(random) {
  const values = ['', '1', '-1', 'a', '%', '%7B', '1e999', 'id 0 2', 'id 1 2', 'id 0 99999999', 'id 5 2', 'id 1', '0'];
  const keys = [
    'Call',
    'Limit-Ms',
    'Identity',
    'Logs',
    'Parts',
    'Part',
    'traceparent',
    '',
    ' ',
    'a b',
    '\u00e9',
    'Call\u0000',
  ];
  const lines = random.list(random.between(0, 4), () => `${random.pick(keys)}: ${random.pick(values)}`);
  const first = random.pick(['NATS/1.0', 'NATS/1.0 503', 'NATS/1.0 100 Idle', 'HTTP/1.1 200', '']);
  return random.chance(0.8)
    ? `${[first, ...lines].join('\r\n')}\r\n\r\n`
    : random.pick(['x', '\r\n', 'NATS/1.0\r\n\u0001: a']);
}
