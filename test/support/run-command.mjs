import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** The time limit of one command. */
const timeoutMs = 180_000;

/** Runs a shell command with the commands of the folder's packages, and returns its exit code and its output. */
export function runCommand(command, options) {
  return startCommand(command, options).ended;
}

/** Runs commands until one fails. */
export async function runCommands(commands, options) {
  let result = { code: 0, output: '' };
  for (const command of commands) {
    const { code, output } = await runCommand(command, options);
    result = { code, output: `${result.output}$ ${command}\n${output}` };
    if (code !== 0) break;
  }
  return result;
}

/** Starts a shell command with the commands of the folder's packages. */
export function startCommand(command, { cwd, env = {} }) {
  // The options of the process that starts the command are not for it.
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
  const streams = [child.stdout, child.stderr];
  for (const stream of streams) {
    stream.setEncoding('utf8');
    stream.on('data', (text) => {
      output += text;
    });
  }
  const ended = new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      output += `\nThe time limit of ${timeoutMs / 1000} s has expired.\n`;
      signalGroup(child.pid, 'SIGKILL');
    }, timeoutMs);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? signal, output });
    });
  });
  return {
    /** Resolves to the exit code and the output when the command, and what it has started, has ended. */
    ended,

    /** Resolves to the match of a pattern when the output has one. Rejects if the command ends before. */
    find(pattern) {
      return new Promise((resolve, reject) => {
        const search = () => {
          const match = pattern.exec(output);
          if (match !== null) resolve(match);
        };
        search();
        for (const stream of streams) stream.on('data', search);
        ended.then(() => reject(new Error(`'${command}' has ended without ${pattern}:\n${output}`)), reject);
      });
    },

    /** Sends a signal to the command and to the processes that it has started, as a terminal does. */
    signal(name) {
      signalGroup(child.pid, name);
    },
  };
}

function signalGroup(pid, name) {
  try {
    process.kill(-pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
