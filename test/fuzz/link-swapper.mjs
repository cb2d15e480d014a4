// A thread that swaps what names in a folder lead to, as quickly as it can, and counts the rounds.
import { renameSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';

const { folder, count } = workerData;
const at = (name) => join(folder, name);
const attempt = (action, ...names) => {
  try {
    action(...names);
  } catch {
    // The tools have changed it meanwhile.
  }
};

/** Replaces a link by another one, so that the name always exists. */
function pointTo(target) {
  attempt(symlinkSync, target, at('link-next'));
  attempt(renameSync, at('link-next'), at('link'));
}

/** Puts a link where a folder or a file is, and back. */
function swap(name, target) {
  attempt(renameSync, at(name), at(`${name}-real`));
  attempt(symlinkSync, target, at(name));
  Atomics.add(count, 0, 1);
  // A tool may have replaced the link by a file.
  attempt(unlinkSync, at(name));
  attempt(renameSync, at(`${name}-real`), at(name));
}

const outside = join(folder, '..', '..', 'outside');
for (;;) {
  pointTo('inside');
  swap('folder', outside);
  pointTo(outside);
  swap('file', join(outside, 'secret.txt'));
}
