// Compares toolwright's server of protocol version 2026-07-28 with the server of the official SDK, in one process. A case is
// the requests of one client.
import { isDeepStrictEqual } from 'node:util';
import { BlockMeter } from './block-meter.mjs';
import { comparable, fill, isAccepted, memoryOf } from './protocol-answers.mjs';
import { alignAnswer } from './protocol-differences.mjs';
import { protocolCase } from './protocol-requests.mjs';
import { OracleServer, OwnServer } from './protocol-servers.mjs';
import { serveCases } from './serve-cases.mjs';

// Some calls wait although others are replayed, which is what is compared.
process.removeAllListeners('warning');

const own = await OwnServer.start();
const oracle = new OracleServer();

/** Sends the requests of a case to a server. Returns its answers, with what the client knows after each. */
async function converse(server, { client, exchanges }) {
  const { send, close } = await server.connect(client);
  const answers = [];
  let memory = {};
  for (const exchange of exchanges) {
    const staysOpen = methodIn(exchange) === 'subscriptions/listen';
    const answer = await send(fill(exchange, memory), { staysOpen });
    memory = memoryOf(answer, memory);
    answers.push({ answer, memory });
  }
  await close();
  return answers;
}

function methodIn({ body }) {
  try {
    const message = JSON.parse(body);
    return typeof message?.method === 'string' ? message.method : undefined;
  } catch {
    return undefined;
  }
}

async function runCase(seed) {
  const sent = protocolCase(seed);
  const meter = new BlockMeter();
  const ownAnswers = await converse(own, sent);
  meter.stop();
  const oracleAnswers = await converse(oracle, sent);
  const problems = [];
  const compared = [];
  for (const [index, exchange] of sent.exchanges.entries()) {
    const [left, right] = [ownAnswers[index], oracleAnswers[index]];
    const expected = alignAnswer(comparable(left.answer), comparable(right.answer), exchange);
    const isSame = isDeepStrictEqual(comparable(left.answer), expected.answer);
    if (!isSame) problems.push(`${kindOf(sent.client)}: ${describe(exchange, left.answer, right.answer)}`);
    const [isAcceptedHere, isAcceptedThere] = [isAccepted(left.answer), isAccepted(right.answer)];
    compared.push({
      kind: kindOf(sent.client),
      method: methodIn(exchange),
      isAccepted: isAcceptedHere && isAcceptedThere,
      codes: [...new Set([...codesIn(left.answer), ...codesIn(right.answer)])],
      differences: expected.names,
    });
    // From here on, the two clients send different requests.
    const isKnownAlike = isDeepStrictEqual(Object.keys(known(left)), Object.keys(known(right)));
    if (!isSame || isAcceptedHere !== isAcceptedThere || !isKnownAlike) break;
  }
  return { seed, longestMs: meter.longestMs, where: 'requests', problems, compared };
}

function kindOf({ isStdio, rounds }) {
  return `${isStdio ? 'stdio' : 'HTTP'}, ${rounds} rounds`;
}

function codesIn({ messages }) {
  return messages.flatMap(({ error }) => (error === undefined ? [] : [error.code]));
}

function known({ memory }) {
  return JSON.parse(JSON.stringify(memory));
}

function describe({ method, headers, body }, ...answers) {
  const [left, right] = answers.map((answer) => JSON.stringify(comparable(answer)).slice(0, 400));
  return `${method} ${JSON.stringify(headers)} ${body.slice(0, 400)}\n  is answered with ${left}\n  instead of ${right}`;
}

process.once('SIGTERM', async () => {
  await own.close();
  process.exit();
});
serveCases(runCase);
