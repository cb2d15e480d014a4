import { dirname } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

// The whole is judged by Stryker itself; this judges each folder of src, for one must not hide behind another.
const lowest = 80;

/** Tells how many mutants of each folder were noticed, and fails the run where they are too few. */
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
