import { page } from './page.js';
import type { View, ViewHost, ViewListeners, ViewResult } from './view-types.js';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/**
 * Connects a page to the host that shows it (MCP Apps 2026-01-26). Rejects if the host refuses. It reports the size of the
 * page to the host whenever that changes.
 *
 * @example
 * ```ts
 * const view = await connectView({ onResult: ({ structuredContent }) => render(structuredContent) });
 * button.onclick = async () => render((await view.callTool('move', { id: 7 })).structuredContent);
 * ```
 */
export async function connectView(listeners: ViewListeners = {}): Promise<View> {
  const { document, parent } = page;
  const waiting = new Map<number, (answer: Message) => void>();
  let lastId = 0;
  let key: string | undefined;
  let state: unknown;
  const send = (message: object): void => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const request = (method: string, params: object = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result)));
      send({ id, method, params });
    });
  const reported: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => void>> = {
    'tool-input': ({ arguments: args }) => listeners.onInput?.((args ?? {}) as Readonly<Record<string, unknown>>),
    'tool-input-partial': ({ arguments: args }) =>
      listeners.onPartialInput?.((args ?? {}) as Readonly<Record<string, unknown>>),
    'tool-result': (params) => {
      const result = params as unknown as ViewResult;
      const id = result._meta?.viewUUID;
      if (typeof id === 'string' && key === undefined) {
        key = id;
        state ??= stored(id);
      }
      listeners.onResult?.(result);
    },
    'tool-cancelled': ({ reason }) => listeners.onCancelled?.(reason as string | undefined),
    'host-context-changed': (changed) => listeners.onContext?.(changed),
  };
  page.addEventListener('message', ({ source, data }) => {
    // Other frames may send messages too.
    if (source !== parent || typeof data !== 'object' || data === null) return;
    const message: Message = data;
    const { id, method, params = {} } = message;
    if (method === undefined) {
      if (id === undefined) return;
      waiting.get(id)?.(message);
      waiting.delete(id);
    } else if (id === undefined) {
      const name = method.replace('ui/notifications/', '');
      if (Object.hasOwn(reported, name)) reported[name]?.(params);
    } else if (method === 'ping' || method === 'ui/resource-teardown') {
      if (method !== 'ping') listeners.onClose?.();
      send({ id, result: {} });
    } else send({ id, error: { code: -32_601, message: 'Method not found' } });
  });
  const host = (await request('ui/initialize', {
    appInfo: { name: document.title || 'view', version: '1' },
    appCapabilities: {},
    protocolVersion: '2026-01-26',
  })) as ViewHost;
  send({ method: 'ui/notifications/initialized' });
  new page.ResizeObserver(() => {
    const { width, height } = document.documentElement.getBoundingClientRect();
    send({ method: 'ui/notifications/size-changed', params: { width: Math.ceil(width), height: Math.ceil(height) } });
  }).observe(document.documentElement);
  return {
    host,
    get state() {
      return state;
    },
    setState(next) {
      state = next;
      try {
        if (key !== undefined) page.localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // The host does not let the page store data.
      }
    },
    callTool: (name, args = {}) => request('tools/call', { name, arguments: args }) as Promise<ViewResult>,
    updateModelContext: (text) => request('ui/update-model-context', { content: [{ type: 'text', text }] }),
    request,
  };
}

function stored(key: string): unknown {
  try {
    return JSON.parse(page.localStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
