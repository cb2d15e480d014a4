/**
 * The program of the workers in which expressions and patterns of models run. It loads the package at the path in its
 * `workerData` before it is ready, so that a job does not wait for it. Data is parsed into objects without a prototype, so
 * that no expression reaches an object of the runtime.
 */
export const queryProgram = `
'use strict';
const { parentPort, workerData } = require('node:worker_threads');
const { pathToFileURL } = require('node:url');
delete Object.prototype.__proto__;

const jobs = {
  query({ search }, { expression, json, maxCharacters }) {
    const data = JSON.parse(json, withoutPrototype);
    return write(search(data, expression), maxCharacters);
  },

  match({ RE2JS }, { source, flags, text, maxMatches, maxCharacters }) {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(source), flags);
    const matches = [];
    for (const match of pattern.matchAll(text)) {
      matches.push({ index: match.index, text: match[0], groups: match.slice(1).map((group) => group ?? null) });
      if (matches.length >= maxMatches) break;
    }
    return write(matches, maxCharacters);
  },
};

async function load(path) {
  const module = await import(pathToFileURL(path));
  return module.default === undefined ? module : { ...module.default, ...module };
}

function withoutPrototype(key, value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.assign(Object.create(null), value);
}

function write(value, maxCharacters) {
  const json = JSON.stringify(value) ?? 'null';
  if (json.length <= maxCharacters) return { json };
  return { problem: 'the result has more than ' + maxCharacters + ' characters' };
}

function run(library, { kind, ...job }) {
  try {
    return jobs[kind](library, job);
  } catch (error) {
    return { problem: String(error?.message ?? error).slice(0, 300) };
  }
}

load(workerData.path).then((library) => {
  parentPort.on('message', (job) => parentPort.postMessage(run(library, job)));
  parentPort.postMessage('ready');
});
`;
