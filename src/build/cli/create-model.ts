import { secret } from '../../index.js';
import { CommandModel } from '../checks/eval/command-model.js';
import type { Model } from '../checks/eval/model.js';
import { readRecording } from '../checks/eval/recording.js';
import { ReplayModel } from '../checks/eval/replay-model.js';
import { UrlModel } from '../checks/eval/url-model.js';
import { withUsageFailure } from './check-failure.js';
import type { ModelPlace } from './model-place.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';

/**
 * Creates the model of a command, which starts when it is first asked.
 *
 * @throws CommandFailure if the recorded answers cannot be read, or the environment variable has no token.
 */
export async function createModel(place: ModelPlace): Promise<Model> {
  if (place.kind === 'command') return new CommandModel(place);
  if (place.kind === 'replay') {
    return withUsageFailure('invalid_recording', () => new ReplayModel(readRecording(place.path)));
  }
  const { keyVariable } = place;
  return new UrlModel({ ...place, key: keyVariable === undefined ? undefined : secret(readKey(keyVariable)) });
}

function readKey(variable: string): string {
  const key = process.env[variable]?.trim();
  if (key === undefined || key === '') {
    throw new CommandFailure(`The environment variable '${variable}' is not set (--key).`, exitCodes.usage);
  }
  // Other characters are not sent, and a shorter text could not be replaced in an answer without destroying words.
  if (/^[\x21-\x7e]{4,}$/.test(key)) return key;
  throw new CommandFailure(`The environment variable '${variable}' has no bearer token (--key).`, exitCodes.usage);
}
