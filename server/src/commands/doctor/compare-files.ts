import type { FileFault } from '../../inspection/examine-file.ts';
import { fileFaults } from '../../inspection/examine-file.ts';
import type { Inspection } from '../../inspection/open-for-inspection.ts';
import type { FaultyFile, Orphans } from '../../inspection/survey-files.ts';
import { countOrphans, surveyFiles } from '../../inspection/survey-files.ts';
import type { CommandContext } from '../../cli-kit/define-command.ts';
import { printableText } from '#protocol/untrusted-text.ts';
import { counted, formatBytes, formatNumber } from '../../cli-kit/print.ts';
import type { Finding } from './finding.ts';
import { ok, problem } from './finding.ts';
import { showProgress } from '../../cli-kit/progress.ts';

/** A file that cannot be read as it was stored, and its owner. */
export interface AffectedFile {
  fault: FileFault;
  id: string;
  name: string;
  sizeBytes: number;
  account: string;
  /** The drop it was sent with; null while it is in a tray. */
  drop: string | null;
}

/** The result of comparing every readable file with the stored bytes. */
export interface FileComparison {
  /** `deep`: every file was decrypted to its last byte. */
  depth: 'length' | 'deep';
  /** False when it was stopped before the end. */
  isComplete: boolean;
  files: number;
  examined: number;
  faults: Record<FileFault, number>;
  /** Blobs without a row; a server removes them. Null when it was stopped before. */
  orphans: Orphans | null;
  /** The first of the files with a fault. */
  affected: AffectedFile[];
}

/** Only this many are listed; all are counted. */
const mostNamed = 100_000;

/** Compares rows and stored bytes. SIGINT and SIGTERM end it early, with the results so far. */
export async function compareFiles(
  { stderr, signals }: Pick<CommandContext, 'stderr' | 'signals'>,
  inspection: Inspection,
  isDeep: boolean,
): Promise<FileComparison> {
  const stopping = new AbortController();
  const stop = (): void => {
    stopping.abort();
  };
  signals.on('SIGINT', stop).on('SIGTERM', stop);
  const { database } = inspection;
  const total = await database.files.countReadable();
  const accounts = new Map((await database.accounts.list()).map(({ id, email }) => [id, email]));
  const progress = showProgress(stderr, isDeep ? 'Opening files' : 'Comparing files', total);
  const faults = Object.fromEntries(
    fileFaults.map((fault) => [fault, 0]),
  ) as FileComparison['faults'];
  const affected: AffectedFile[] = [];
  let examined = 0;
  function note({ file, fault }: FaultyFile): void {
    faults[fault] += 1;
    if (affected.length === mostNamed) return;
    const { id, name, sizeBytes, accountId, dispatchId } = file;
    const account = accounts.get(accountId) ?? accountId;
    affected.push({ fault, id, name, sizeBytes, account, drop: dispatchId ?? null });
  }
  try {
    await surveyFiles(inspection, {
      isDeep,
      stopping: stopping.signal,
      onProgress(done) {
        examined = done.files;
        progress.update(done);
      },
      onFault: note,
    });
    const orphans = stopping.signal.aborted
      ? null
      : await countOrphans(inspection, { stopping: stopping.signal });
    const isComplete = !stopping.signal.aborted;
    const depth = isDeep ? 'deep' : 'length';
    return { depth, isComplete, files: total.files, examined, faults, orphans, affected };
  } finally {
    progress.clear();
    signals.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

const meaning: Record<FileFault, string> = {
  no_bucket_key: 'the keyring lacks their key',
  key_damaged: 'their key is damaged',
  missing: 'their bytes are missing',
  length: 'are not as long as they were',
  damaged: 'are not what was stored',
};

export function judge(comparison: FileComparison): Finding {
  const { depth, isComplete, examined, files, faults, orphans } = comparison;
  const check = 'comparison';
  const found = fileFaults.filter((fault) => faults[fault] > 0);
  const stopped = isComplete
    ? ''
    : ` It was stopped after ${formatNumber(examined)} of ${formatNumber(files)}.`;
  const left =
    orphans === null || orphans.blobs === 0
      ? ''
      : ` ${counted(orphans.blobs, 'stored blob')} (${formatBytes(orphans.bytes)}) belong to no file: uploads under way, or leftovers that a server clears away.`;
  if (found.length === 0) {
    const manner = depth === 'deep' ? 'is as it was stored' : 'is there, and as long as it was';
    return { check, ...ok(`Each of ${counted(examined, 'file')} ${manner}.${stopped}${left}`) };
  }
  const count = found.reduce((sum, fault) => sum + faults[fault], 0);
  const parts = found.map((fault) => `of ${formatNumber(faults[fault])} ${meaning[fault]}`);
  return {
    check,
    ...problem(
      `${formatNumber(count)} of ${counted(examined, 'file')} cannot be fetched: ${parts.join(', ')}.${stopped}${left}`,
      'Put what is missing back from the backup of the same time, blobs and keys; files without one must be sent anew. The list below names them.',
    ),
  };
}

/** As many as fit a screen; `--json` has the others. */
const mostShown = 20;

export function describeAffected({ affected }: FileComparison): string {
  if (affected.length === 0) return '';
  const lines = affected
    .slice(0, mostShown)
    .map(
      ({ fault, name, sizeBytes, account, drop }) =>
        `  ${fault.padEnd(13)}  ${printableText(name)} (${formatBytes(sizeBytes)}) of ${printableText(account)}, ${drop === null ? 'in the tray' : `drop ${drop}`}`,
    );
  const more = affected.length - lines.length;
  return `\nFiles that cannot be fetched:\n${lines.join('\n')}\n${more > 0 ? `  and ${formatNumber(more)} more: --json names them\n` : ''}`;
}
