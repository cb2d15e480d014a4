// Written by `npm run generate`. Change approval.program.ts instead.
/** The text of the program approval.program.ts. */
export const approvalProgram = `"use strict";

// src/integrations/mcp/view/page.ts
var page = globalThis;

// src/integrations/mcp/view/connect-view.ts
async function connectView(listeners = {}) {
  const { document: document2, parent } = page;
  const waiting2 = /* @__PURE__ */ new Map();
  let lastId = 0;
  let key;
  let state;
  const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const request = (method, params = {}) => new Promise((resolve, reject) => {
    const id = ++lastId;
    waiting2.set(id, ({ result, error }) => error ? reject(new Error(error.message)) : resolve(result));
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
    "tool-cancelled": ({ reason: reason2 }) => listeners.onCancelled?.(reason2),
    "host-context-changed": (changed) => listeners.onContext?.(changed)
  };
  page.addEventListener("message", ({ source, data }) => {
    if (source !== parent || typeof data !== "object" || data === null) return;
    const message = data;
    const { id, method, params = {} } = message;
    if (method === void 0) {
      if (id === void 0) return;
      waiting2.get(id)?.(message);
      waiting2.delete(id);
    } else if (id === void 0) {
      const name = method.replace("ui/notifications/", "");
      if (Object.hasOwn(reported, name)) reported[name]?.(params);
    } else if (method === "ping" || method === "ui/resource-teardown") {
      if (method !== "ping") listeners.onClose?.();
      send({ id, result: {} });
    } else send({ id, error: { code: -32601, message: "Method not found" } });
  });
  const host = await request("ui/initialize", {
    appInfo: { name: document2.title || "view", version: "1" },
    appCapabilities: {},
    protocolVersion: "2026-01-26"
  });
  send({ method: "ui/notifications/initialized" });
  new page.ResizeObserver(() => {
    const { width, height } = document2.documentElement.getBoundingClientRect();
    send({ method: "ui/notifications/size-changed", params: { width: Math.ceil(width), height: Math.ceil(height) } });
  }).observe(document2.documentElement);
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

// src/integrations/mcp/view/approval.program.ts
var { document } = page;
var find = (id) => document.getElementById(id);
var approve = find("approve");
var deny = find("deny");
var reason = find("reason");
var waiting;
var view = connectView({
  onResult(result) {
    const call = result._meta?.["toolwright/approval"];
    if (call === void 0) show(textOf(result));
    else if (waiting === void 0) showCall(call);
  },
  onCancelled: () => show("The call was cancelled.")
});
view.catch((error) => show(String(error)));
function showCall(call) {
  waiting = call;
  find("title").textContent = visible(call.title ?? call.toolName);
  find("name").textContent = visible(call.toolName);
  const rows = [
    ...Object.entries(call.arguments).map(([name, value]) => row(name, format(value), "")),
    ...call.locked.map((name) => row(name, "set by the application", "locked"))
  ];
  find("arguments").replaceChildren(...rows.flat());
  const isOver = call.expiresAt < Date.now();
  show(isOver ? "The time to decide is over." : "");
  setDecidable(!isOver);
}
function row(name, value, kind) {
  const term = document.createElement("dt");
  const details = document.createElement("dd");
  term.textContent = visible(name);
  details.textContent = value;
  details.className = kind;
  return [term, details];
}
function format(value) {
  return visible(typeof value === "string" ? value : JSON.stringify(value, void 0, 2));
}
function visible(text) {
  const hidden = /[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\u2028\\u2029\\u115f\\u1160\\u3164\\uffa0]/gu;
  return text.replace(
    hidden,
    (char) => char === "\\n" ? char : \`\\\\u{\${char.codePointAt(0)?.toString(16).padStart(4, "0")}}\`
  );
}
function textOf({ content }) {
  return content.map(({ text = "" }) => text).join("\\n");
}
function show(text) {
  find("status").textContent = visible(text);
}
function setDecidable(isDecidable) {
  for (const control of [approve, deny, reason]) control.disabled = !isDecidable;
}
async function decide(decision) {
  if (waiting === void 0) return;
  setDecidable(false);
  show("\\u2026");
  const why = decision === "deny" && reason.value !== "" ? { reason: reason.value } : {};
  try {
    const connected = await view;
    const { token, decideWith, toolName } = waiting;
    const result = await connected.callTool(decideWith, { token, decision, ...why });
    show(textOf(result));
    document.body.dataset.decision = result.isError === true ? "failed" : decision;
    const outcome = decision === "approve" ? "approved" : "denied";
    await connected.tellModel(\`The user has \${outcome} the call of '\${toolName}'. \${textOf(result)}\`);
  } catch (error) {
    if (find("status").textContent === "\\u2026") show(error instanceof Error ? error.message : String(error));
  }
}
approve.addEventListener("click", () => void decide("approve"));
deny.addEventListener("click", () => void decide("deny"));
`;
