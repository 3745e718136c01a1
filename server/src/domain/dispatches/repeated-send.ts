import type { AuditTrail } from '../model/audit.ts';
import type { Contact } from '../model/contact.ts';
import type { Repositories } from '../model/database.ts';
import type { StoredFile } from '../model/file.ts';
import type { SentMarks } from '../model/idempotency.ts';
import type { Transaction } from '../ports/command-runner.ts';
import { uploadInProgress } from './refusals.ts';
import type { TrayOrder } from './send-tray.ts';

type Marked = Pick<StoredFile, 'name' | 'sha256'>;

/** The marks of a send of these files to these receivers. */
export function sentMarks(
  audit: Pick<AuditTrail, 'sign'>,
  receivers: readonly Pick<Contact, 'email'>[],
  files: readonly Marked[],
): SentMarks {
  return {
    receivers: receiversMark(audit, receivers),
    files: files.map((file) => fileMark(audit, file)),
  };
}

/** The same for the same set of addresses. */
function receiversMark(
  audit: Pick<AuditTrail, 'sign'>,
  receivers: readonly Pick<Contact, 'email'>[],
): Buffer {
  const addresses = Array.from(new Set(receivers.map(({ email }) => email))).sort();
  return Buffer.from(audit.sign('sent receivers', JSON.stringify(addresses)), 'hex');
}

function fileMark(audit: Pick<AuditTrail, 'sign'>, { name, sha256 }: Marked): Buffer {
  return Buffer.from(
    audit.sign('sent file', JSON.stringify([name, sha256.toString('hex')])),
    'hex',
  );
}

/**
 * Takes away what a client prepared again for a send that was carried out before: the receivers, and for a drop the
 * files of the tray that equal those of the first. Otherwise the next send would carry them to another receiver. Where
 * other receivers or none are chosen, nothing was prepared, and nothing changes. Returns how many files went.
 *
 * Throws `upload_in_progress` while an upload of the account runs: its files may be those of the first send, and would
 * arrive after their like were taken away.
 */
export async function takeRepeatedAway(
  { repositories, events, audit }: Pick<Transaction, 'repositories' | 'events' | 'audit'>,
  { kind, actor, account, isUploading, now }: TrayOrder,
  chosen: readonly Contact[],
  first: SentMarks | undefined,
): Promise<number> {
  if (first === undefined || chosen.length === 0) return 0;
  if (!receiversMark(audit, chosen).equals(first.receivers)) return 0;
  if (isUploading) throw uploadInProgress();
  const files = kind === 'drop' ? await listEqual(repositories, audit, account.id, first) : [];
  for (const { id, name } of files) {
    await repositories.files.shred(id, now);
    await events.tell(repositories, actor, {
      action: 'file.removed',
      account,
      ids: { file: id },
      object: name,
      details: { fileId: id, repeated: true },
    });
  }
  await repositories.contacts.replaceReceivers(account.id, []);
  await events.tell(repositories, actor, {
    action: kind === 'drop' ? 'drop.repeated' : 'grant.repeated',
    account,
    details: { receivers: chosen.length, files: files.length },
  });
  return files.length;
}

async function listEqual(
  { files }: Pick<Repositories, 'files'>,
  audit: Pick<AuditTrail, 'sign'>,
  accountId: StoredFile['accountId'],
  first: SentMarks,
): Promise<StoredFile[]> {
  const sent = new Set(first.files.map((mark) => mark.toString('hex')));
  const tray = await files.listTray(accountId);
  return tray.filter((file) => sent.has(fileMark(audit, file).toString('hex')));
}
