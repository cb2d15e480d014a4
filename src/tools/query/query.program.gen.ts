// Written by `npm run generate`. Change query.program.ts instead.
/** The text of the program query.program.ts. */
export const queryProgram = `"use strict";

// src/tools/query/query.program.ts
var import_node_url = require("node:url");
var import_node_worker_threads = require("node:worker_threads");

// src/base/worker/serve-jobs.ts
function serveJobs(port, run, { transfer = () => [] } = {}) {
  port.on("message", async (job) => {
    const output = await run(job);
    port.postMessage(output, transfer(output));
  });
  port.postMessage("ready");
}

// src/tools/query/query-jobs.ts
function runQueryJob(library, job) {
  try {
    const value = job.kind === "query" ? evaluate(library, job) : findMatches(library, job);
    return write(value, job.maxCharacters);
  } catch (error) {
    return { problem: messageOf(error).slice(0, 300) };
  }
}
function evaluate({ search }, { expression, json }) {
  return search(JSON.parse(json, withoutPrototype), expression);
}
function findMatches({ RE2JS }, job) {
  const pattern = RE2JS.compile(RE2JS.translateRegExp(job.source), job.flags);
  const matches = [];
  for (const match of pattern.matchAll(job.text)) {
    const [text, ...groups] = match;
    matches.push({ index: match.index ?? 0, text, groups: groups.map((group) => group ?? null) });
    if (matches.length >= job.maxMatches) break;
  }
  return matches;
}
function withoutPrototype(_, value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.assign(/* @__PURE__ */ Object.create(null), value);
}
function write(value, maxCharacters) {
  const json = JSON.stringify(value) ?? "null";
  if (json.length <= maxCharacters) return { json };
  return { problem: \`the result has more than \${maxCharacters} characters\` };
}
function messageOf(error) {
  return String(error instanceof Error ? error.message : error);
}

// src/tools/query/query.program.ts
Reflect.deleteProperty(Object.prototype, "__proto__");
load(import_node_worker_threads.workerData.path).then((library) => {
  if (import_node_worker_threads.parentPort !== null) serveJobs(import_node_worker_threads.parentPort, (job) => runQueryJob(library, job));
});
async function load(path) {
  const module2 = await import((0, import_node_url.pathToFileURL)(path).href);
  return module2.default === void 0 ? module2 : { ...module2.default, ...module2 };
}
`;
