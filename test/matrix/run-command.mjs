import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** The time limit of one command. */
const timeoutMs = 180_000;

/** Runs a shell command with the commands of the folder's packages, and returns its exit code and its output. */
export function runCommand(command, { cwd, env = {} }) {
  // The options of the process that runs the matrix are not for these.
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const path = [join(cwd, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  // A group of its own, so that the processes that the command starts end with it.
  const child = spawn('/bin/sh', ['-c', command], {
    cwd,
    env: { ...inherited, NO_COLOR: '1', PATH: path, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      output += `\nThe time limit of ${timeoutMs / 1000} s has expired.\n`;
      endGroup(child.pid);
    }, timeoutMs);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? signal, output });
    });
  });
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
