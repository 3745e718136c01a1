import { replaceOverrides } from '#protocol/unsafe-characters.ts';
import type { Instant } from '../../domain/model/clock.ts';
import { distinctName } from '../../domain/files/distinct-name.ts';

/** What some file system forbids in a name. */
const troublesome = /[<>:"/\\|?*\p{Cc}]/gu;
/** Names that Windows keeps for devices, whatever ending follows. */
const devices = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;

/** What the archive of all files is called. */
export function archiveNameOf(serviceName: string, sentAt: Instant): string {
  return `${safeName(serviceName)} ${new Date(sentAt).toISOString().slice(0, 10)}.zip`;
}

/** Names under which all the files can be unpacked side by side on any system, in their order. */
export function archiveNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  /** The number to try next for each name: thousands may differ in nothing but case. */
  const nextNumbers = new Map<string, number>();
  return names.map((name) => {
    const safe = safeName(name);
    const firstNumber = nextNumbers.get(folded(safe)) ?? 2;
    let tries = 0;
    function isTaken(candidate: string): boolean {
      tries += 1;
      return taken.has(folded(candidate));
    }
    const distinct = distinctName(safe, isTaken, firstNumber);
    // The first try is the name as it is.
    nextNumbers.set(folded(safe), firstNumber + tries - 1);
    taken.add(folded(distinct));
    return distinct;
  });
}

/** The name without what a file system would trip over; Windows drops blanks and dots at the end. */
function safeName(name: string): string {
  return replaceOverrides(name.toWellFormed(), '_')
    .replace(troublesome, '_')
    .replace(devices, '_$&')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length));
}

/** Many file systems take `A` and `a` for the same name. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
