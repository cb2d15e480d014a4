import { dirname } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

// Stryker itself checks the total score. This script checks each folder of src, so that a good score of one folder does
// not hide a bad score of another.
const lowest = 80;

/** Prints how many mutants of each folder were detected, and fails the run if they are too few. */
class FolderScores {
  onMutationTestReportReady({ files }) {
    for (const [folder, { noticed, missed }] of countsOf(files)) {
      const score = (100 * noticed) / (noticed + missed);
      process.stdout.write(`${folder}: ${score.toFixed(1)} % of ${noticed + missed} mutants were noticed\n`);
      if (score < lowest) process.exitCode = 1;
    }
  }
}

function countsOf(files) {
  const folders = new Map();
  for (const [file, { mutants }] of Object.entries(files)) {
    const folder = dirname(file);
    const counts = folders.get(folder) ?? { noticed: 0, missed: 0 };
    folders.set(folder, counts);
    for (const { status } of mutants) {
      if (status === 'Killed' || status === 'Timeout') counts.noticed++;
      else if (status === 'Survived' || status === 'NoCoverage') counts.missed++;
    }
  }
  return folders;
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'folder-scores', FolderScores)];
