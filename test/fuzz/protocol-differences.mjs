// The differences between the answers of toolwright's server and of the SDK's that are accepted, each with its reason.
// `align` returns the SDK's answer as toolwright's server gives it, or undefined if the two do not differ in this way.

/** The accepted differences. `test/fuzz/run.mjs protocol` requires that each one occurs. */
export const acceptedDifferences = [
  {
    name: 'a list that everyone may share',
    reason: 'Without identities, every client sees the same tools. The SDK does not know, so its lists are private.',
    align: ({ own, oracle }) => {
      const [scope, other] = [own, oracle].map((answer) => resultOf(answer)?.cacheScope);
      return scope === 'public' && other === 'private' ? withResult(oracle, { cacheScope: scope }) : undefined;
    },
  },
  {
    name: 'no link to a result that the client cannot read later',
    reason: 'The next request of a client without an identity does not find what this one has stored.',
    align: ({ own, oracle, exchange }) => {
      const content = resultOf(oracle)?.content;
      if (exchange.subject !== undefined || content?.at(-1)?.type !== 'resource_link') return undefined;
      return resultOf(own)?.content.length < content.length
        ? withResult(oracle, { content: content.slice(0, -1) })
        : undefined;
    },
  },
  {
    name: 'invalid params instead of an internal error',
    reason:
      'Params of a wrong type are a mistake of the client. The SDK throws the error of its schema from a handler.',
    align: ({ own, oracle }) => (hasCodes(own, oracle, -32_602, -32_603) ? withCode(oracle, -32_602) : undefined),
  },
  {
    name: 'no cursor for a list of one page',
    reason: 'The server has sent no cursor, so any cursor is invalid. The SDK returns the list.',
    align: ({ own, oracle, exchange }) => {
      const isList = /"method":"resources\/(templates\/)?list"/.test(exchange.body);
      return isList && exchange.body.includes('"cursor"') && codeOf(own) === -32_602 && resultOf(oracle)
        ? own
        : undefined;
    },
  },
  {
    name: 'one error for each invalid state',
    reason: 'Who has forged a state learns nothing about it. The SDK names a reason for a state that is no text.',
    align: ({ oracle }) => {
      const { data: { reason, ...data } = {}, code } = errorOf(oracle) ?? {};
      if (reason !== 'invalid_request_state') return undefined;
      return withError(oracle, { code, data: Object.keys(data).length > 0 ? data : undefined });
    },
  },
  {
    name: 'values in the capability of forms',
    reason: 'The specification (ClientCapabilities) defines none. The SDK checks one of its own.',
    align: ({ own, oracle, exchange }) => {
      const { code, data } = errorOf(oracle) ?? {};
      // Over standard input and output, the SDK does not say what is wrong.
      const isUnsaid = exchange.isStdio && [-32_602, -32_022].includes(code);
      const isRefused = isUnsaid || data?.envelope === `${capabilities}.elicitation`;
      return isRefused && exchange.body.includes('"applyDefaults":"a"') ? own : undefined;
    },
  },
  {
    name: 'initialize with an invalid _meta',
    reason: 'What is wrong with `_meta` helps more than that this version has no such method.',
    align: ({ own, oracle, exchange }) => {
      const isInitialize = exchange.body.includes('"method":"initialize"');
      return isInitialize && hasCodes(own, oracle, -32_602, -32_020) ? own : undefined;
    },
  },
  {
    name: 'a task of an older version in _meta',
    reason: 'Version 2026-07-28 does not define the key, so its value has no type. The SDK checks that of 2025-11-25.',
    align: ({ own, oracle, exchange }) => {
      const isOdd = /"io.modelcontextprotocol\/related-task":(?!\{"taskId":"a"\})/.test(exchange.body);
      return isOdd && codeOf(oracle) === -32_600 ? own : undefined;
    },
  },
  {
    name: 'a task of an older version in _meta of a line',
    reason: 'As above. Over standard input and output, the SDK ignores the request.',
    align: ({ own, oracle, exchange }) => {
      const isOdd = /"io.modelcontextprotocol\/related-task":(?!\{"taskId":"a"\})/.test(exchange.body);
      return isOdd && isIgnored(oracle, exchange) ? own : undefined;
    },
  },
  {
    name: 'an error for a line that is no message',
    reason: 'A client that waits for an answer learns why there is none. The SDK ignores the line.',
    align: ({ own, oracle, exchange }) => {
      const isRefused = hasOnlyError(own) && [-32_600, -32_700].includes(codeOf(own));
      return isRefused && isIgnored(oracle, exchange) ? own : undefined;
    },
  },
  {
    name: 'what is wrong with the _meta of a line',
    reason: 'It is checked first, and the error has data, as over HTTP, where the SDK does so, too.',
    align: ({ own, oracle, exchange }) => {
      const isSaid = exchange.isStdio && errorOf(own)?.data?.envelope !== undefined;
      const { code, data } = errorOf(oracle) ?? {};
      const isOther = code === -32_601 || code === -32_022 || (code === -32_602 && data === undefined);
      return isSaid && isOther ? own : undefined;
    },
  },
  {
    name: 'each line names a version that is served',
    reason: 'There is no connection in this version, only requests. The SDK reads the version of the first ones.',
    align: ({ own, oracle, exchange }) => {
      const isNamed = errorOf(oracle)?.data?.requested !== undefined;
      return exchange.isStdio && codeOf(own) === -32_022 && !isNamed ? own : undefined;
    },
  },
  {
    name: 'only resources that report changes are followed',
    reason: 'A client learns that it would wait in vain. The SDK acknowledges every URI.',
    align: ({ own, oracle, exchange }) => {
      const [{ params: { notifications: followed, ...params } = {}, ...first } = {}, ...others] = oracle.messages;
      const isSubscribed = exchange.body.includes('"method":"subscriptions/listen"');
      if (!isSubscribed || followed?.resourceSubscriptions === undefined) return undefined;
      const { resourceSubscriptions: _, ...notifications } = followed;
      // Without anything else, the subscription ends at once.
      if (Object.keys(notifications).length === 0) return own;
      return { ...oracle, messages: [{ ...first, params: { notifications, ...params } }, ...others] };
    },
  },
  {
    name: 'the end of a subscription to nothing',
    reason: 'It would report nothing. Over HTTP, the SDK ends it, too.',
    align: ({ own, oracle, exchange }) => {
      const isSubscribed = exchange.isStdio && exchange.body.includes('"method":"subscriptions/listen"');
      const [{ params } = {}] = oracle.messages;
      const isEmpty = isSubscribed && Object.keys(params?.notifications ?? { a: 1 }).length === 0;
      return isEmpty && oracle.isOpen && !own.isOpen ? { ...oracle, isOpen: false, messages: own.messages } : undefined;
    },
  },
  {
    name: 'a byte order mark in a body that Node.js receives',
    reason: 'JSON text has none (RFC 8259, section 8.1). Web requests, which the SDK reads, remove it.',
    align: ({ own, oracle, exchange }) => {
      return exchange.body.startsWith('\ufeff') && hasCodes(own, oracle, -32_700, -32_600) ? own : undefined;
    },
  },
  {
    name: 'two content types, the first of which is JSON',
    reason: 'No page can send such a request without the permission of the server. The SDK refuses some.',
    align: ({ own, oracle, exchange }) => {
      const isDouble = exchange.headers.filter(([name]) => name === 'content-type').length > 1;
      return isDouble && own.status !== 415 && oracle.status === 415 ? own : undefined;
    },
  },
  {
    name: 'too many values',
    reason: 'A limit against messages that take long to parse (`maxMessageValues`). The SDK has none.',
    align: ({ own, oracle, exchange }) => {
      const isLine = exchange.isStdio && codeOf(own) === -32_600 && exchange.body.split(',').length > 20_000;
      return (isLine || own.status === 413) && oracle.status !== 413 ? own : undefined;
    },
  },
  {
    name: 'JSON for a client that does not accept streams',
    reason: 'Such a client cannot read events. The SDK sends them to it.',
    align: ({ own, oracle, exchange }) => {
      const accepted = new Headers(exchange.headers).get('accept');
      const isAccepting = accepted === null || /text\/event-stream|\*\/\*/.test(accepted);
      const isListening = exchange.body.includes('"method":"subscriptions/listen"');
      if (isAccepting || isListening || own.type !== 'application/json' || oracle.type !== 'text/event-stream')
        return undefined;
      return { ...oracle, type: own.type, messages: oracle.messages.slice(-1) };
    },
  },
];

const capabilities = 'io.modelcontextprotocol/clientCapabilities';
const lastOf = ({ messages }) => messages.at(-1);
const errorOf = (answer) => lastOf(answer)?.error;
const codeOf = (answer) => errorOf(answer)?.code;
const resultOf = (answer) => lastOf(answer)?.result;

/** Whether a line has no answer. */
function isIgnored(answer, { isStdio }) {
  return isStdio && answer.messages.length === 0;
}

function hasOnlyError({ messages }) {
  return messages.length === 1 && messages[0].error !== undefined;
}

function hasCodes(own, oracle, code, other) {
  return codeOf(own) === code && codeOf(oracle) === other;
}

function withLast(answer, message) {
  return { ...answer, messages: [...answer.messages.slice(0, -1), { ...lastOf(answer), ...message }] };
}

function withResult(answer, fields) {
  return withLast(answer, { result: { ...resultOf(answer), ...fields } });
}

function withError(answer, error) {
  return withLast(answer, { error });
}

function withCode(answer, code) {
  return withError(answer, { ...errorOf(answer), code });
}

/** Returns the SDK's answer without the accepted differences, and the names of those that it has. */
export function alignAnswer(own, oracle, exchange) {
  let answer = oracle;
  const names = [];
  for (const { name, align } of acceptedDifferences) {
    const aligned = align({ own, oracle: answer, exchange });
    if (aligned === undefined) continue;
    answer = aligned;
    names.push(name);
  }
  return { answer, names };
}
