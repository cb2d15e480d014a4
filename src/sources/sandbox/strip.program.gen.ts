// Written by `npm run generate`. Change strip.program.ts instead.
/** The text of the program strip.program.ts. */
export const stripProgram = `"use strict";

// src/sources/sandbox/strip.program.ts
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

// src/sources/sandbox/strip-source.ts
function stripSource({ transformSync }, source) {
  try {
    return { code: transformSync(source, { mode: "strip-only", module: true, filename: "program.ts" }).code };
  } catch (error) {
    if (!isSyntaxProblem(error)) throw error;
    const { message, startLine: line, startColumn } = error;
    const column = startColumn === void 0 ? void 0 : startColumn + 1;
    return { problem: { message: String(message).slice(0, 500), line, column } };
  }
}
function isSyntaxProblem(error) {
  return typeof error === "object" && error !== null && "code" in error && /Syntax$/.test(String(error.code));
}

// src/sources/sandbox/strip.program.ts
import((0, import_node_url.pathToFileURL)(import_node_worker_threads.workerData.path).href).then(({ default: library }) => {
  if (import_node_worker_threads.parentPort !== null) serveJobs(import_node_worker_threads.parentPort, (source) => stripSource(library, source));
});
`;
