// Written by `npm run generate`. Change connect.program.ts instead.
/** The text of the program connect.program.ts. */
export const connectProgram = `"use strict";

// src/integrations/mcp/view/page.ts
var page = globalThis;

// src/integrations/mcp/view/connect-view.ts
async function connectView(listeners = {}) {
  const { document, parent } = page;
  const waiting = /* @__PURE__ */ new Map();
  let lastId = 0;
  let key;
  let state;
  const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const request = (method, params = {}) => new Promise((resolve, reject) => {
    const id = ++lastId;
    waiting.set(id, ({ result, error }) => error ? reject(new Error(error.message)) : resolve(result));
    send({ id, method, params });
  });
  const reported = {
    "tool-input": ({ arguments: args }) => listeners.onInput?.(args ?? {}),
    "tool-input-partial": ({ arguments: args }) => listeners.onPartialInput?.(args ?? {}),
    "tool-result": (params) => {
      const result = params;
      const id = result._meta?.viewUUID;
      if (typeof id === "string" && key === void 0) {
        key = id;
        state ??= stored(id);
      }
      listeners.onResult?.(result);
    },
    "tool-cancelled": ({ reason }) => listeners.onCancelled?.(reason),
    "host-context-changed": (changed) => listeners.onContext?.(changed)
  };
  page.addEventListener("message", ({ source, data }) => {
    if (source !== parent || typeof data !== "object" || data === null) return;
    const message = data;
    const { id, method, params = {} } = message;
    if (method === void 0) {
      if (id === void 0) return;
      waiting.get(id)?.(message);
      waiting.delete(id);
    } else if (id === void 0) {
      const name = method.replace("ui/notifications/", "");
      if (Object.hasOwn(reported, name)) reported[name]?.(params);
    } else if (method === "ping" || method === "ui/resource-teardown") {
      if (method !== "ping") listeners.onClose?.();
      send({ id, result: {} });
    } else send({ id, error: { code: -32601, message: "Method not found" } });
  });
  const host = await request("ui/initialize", {
    appInfo: { name: document.title || "view", version: "1" },
    appCapabilities: {},
    protocolVersion: "2026-01-26"
  });
  send({ method: "ui/notifications/initialized" });
  new page.ResizeObserver(() => {
    const { width, height } = document.documentElement.getBoundingClientRect();
    send({ method: "ui/notifications/size-changed", params: { width: Math.ceil(width), height: Math.ceil(height) } });
  }).observe(document.documentElement);
  return {
    host,
    get state() {
      return state;
    },
    setState(next) {
      state = next;
      try {
        if (key !== void 0) page.localStorage.setItem(key, JSON.stringify(next));
      } catch {
      }
    },
    callTool: (name, args = {}) => request("tools/call", { name, arguments: args }),
    tellModel: (text) => request("ui/update-model-context", { content: [{ type: "text", text }] }),
    request
  };
}
function stored(key) {
  try {
    return JSON.parse(page.localStorage.getItem(key) ?? "null") ?? void 0;
  } catch {
    return void 0;
  }
}

// src/integrations/mcp/view/connect.program.ts
Object.assign(globalThis, { connectView });
`;
