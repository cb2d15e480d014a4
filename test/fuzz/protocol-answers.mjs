// What a server has answered: its status, its type, and its messages.

// A stream that sends nothing for this time after its first message stays open, in milliseconds.
const openAfterMs = 15;

/** Reads the answer to a request. A stream that stays open is closed. */
export async function readAnswer(response, { staysOpen }) {
  const { status, headers } = response;
  const type = headers.get('content-type')?.split(';')[0] ?? null;
  const { text, isOpen } = await readText(response, staysOpen);
  const messages = type === 'text/event-stream' ? messagesOf(text) : text === '' ? [] : [JSON.parse(text)];
  return { status, type, allow: headers.get('allow'), isOpen, messages };
}

async function readText({ body }, staysOpen) {
  if (body === null) return { text: '', isOpen: false };
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  for (;;) {
    const next = reader.read();
    const isWaiting = staysOpen && text.includes('\n\n');
    const read = await (isWaiting ? Promise.race([next, later()]) : next);
    if (read === undefined) {
      await reader.cancel();
      return { text, isOpen: true };
    }
    if (read.done) return { text, isOpen: false };
    text += decoder.decode(read.value, { stream: true });
  }
}

function later() {
  return new Promise((resolve) => setTimeout(resolve, openAfterMs));
}

function messagesOf(text) {
  return [...text.matchAll(/^data: ?(.+)$/gm)].map(([, data]) => JSON.parse(data));
}

/** Returns what a client needs of an answer for its next request. */
export function memoryOf({ messages }, memory) {
  const { result } = messages.at(-1) ?? {};
  return {
    state: result?.requestState ?? memory.state,
    first: memory.first ?? result?.requestState,
    cursor: result?.nextCursor ?? memory.cursor,
    uri:
      result?.content?.find(({ type, uri }) => type === 'resource_link' && uri.startsWith(prefix))?.uri ?? memory.uri,
  };
}

const prefix = 'toolwright://results/';

/** Writes what a server has answered before into a request. */
export function fill(exchange, { state = 'none', first = 'none', cursor = 'none', uri = 'toolwright://results/none' }) {
  const tampered = `${state.slice(0, -3)}${state.at(-3) === 'A' ? 'B' : 'A'}${state.slice(-2)}`;
  const put = (text) =>
    text
      .replaceAll('@state', state)
      .replaceAll('@first', first)
      .replaceAll('@tampered', tampered)
      .replaceAll('@cursor', cursor)
      .replaceAll('@uri', uri)
      .replaceAll('@id', uri.slice(prefix.length));
  return {
    ...exchange,
    headers: exchange.headers.map(([name, value]) => [name, put(value)]),
    body: put(exchange.body),
  };
}

/** Returns an answer without what differs between any two servers: random values, and the words of errors. */
export function comparable({ messages, ...answer }) {
  return { ...answer, messages: messages.map((message) => withoutWords(message)) };
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function withoutWords({ error, ...message }) {
  const same = JSON.parse(
    JSON.stringify(message)
      .replace(uuid, '…')
      .replace(/("requestState":)"[^"]+"/g, '$1"…"'),
  );
  return error === undefined ? same : { ...same, error: { code: error.code, data: dataOf(error) } };
}

/** Returns the data of an error. What is wrong with headers and `_meta` is said in words. */
function dataOf({ data }) {
  if (data === undefined) return undefined;
  const { mismatch, envelope, ...others } = JSON.parse(JSON.stringify(data).replace(uuid, '…'));
  return {
    ...others,
    ...(mismatch === undefined ? {} : { mismatch: Object.keys(mismatch).sort() }),
    ...(envelope === undefined ? {} : { envelope: envelope.missing ?? envelope.key.split('.').slice(0, 3).join('.') }),
  };
}

/** Whether a server has accepted a request: it has a result, or none is expected. */
export function isAccepted({ status, messages }) {
  return status === 202 || messages.some(({ result, method }) => result !== undefined || method !== undefined);
}
