import type { Instant } from '../../domain/clock.ts';
import { distinctName } from '../../domain/distinct-name.ts';

/** What some file system forbids in a name, or reads as an order to write text backwards. */
const troublesome = /[<>:"/\\|?*\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;
/** Names that Windows keeps for devices, whatever ending follows. */
const devices = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;

/** What the archive of all files is called. */
export function archiveNameOf(serviceName: string, sentAt: Instant): string {
  return `${safeName(serviceName)} ${new Date(sentAt).toISOString().slice(0, 10)}.zip`;
}

/** Names under which all the files can be unpacked side by side on any system, in their order. */
export function archiveNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const distinct = distinctName(safeName(name), (candidate) => taken.has(folded(candidate)));
    taken.add(folded(distinct));
    return distinct;
  });
}

/** The name without what a file system would trip over; Windows drops blanks and dots at the end. */
function safeName(name: string): string {
  return name
    .toWellFormed()
    .replace(troublesome, '_')
    .replace(devices, '_$&')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length));
}

/** Many file systems take `A` and `a` for the same name. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
