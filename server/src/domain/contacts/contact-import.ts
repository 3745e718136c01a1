import { createHash } from 'node:crypto';
import type { Account } from '../model/account.ts';
import type { AuditTrail } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import { day } from '../model/clock.ts';
import type { Contact } from '../model/contact.ts';
import { isSameContact } from '../model/contact.ts';
import { revisionOf } from '../model/contact-book.ts';
import type { ContactImportId, Randomness } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { InPieces } from '../model/pieces.ts';
import { finishInTurns } from '../model/pieces.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { BookDatabase } from './contact-book.ts';
import { changeOf, maxOwnContacts } from './contact-book.ts';
import type { ContactFieldName } from './contact-fields.ts';
import { readContactFields } from './contact-fields.ts';
import { readCsvContacts } from './csv-import.ts';
import type { TextEncodingName } from './decode-text.ts';
import { decodeText } from './decode-text.ts';
import type { FileFault, ImportedRow } from './imported-rows.ts';
import { isVcard, readVcardContacts } from './vcard.ts';

export const maxImportBytes = 10_000_000;
export const maxImportRows = maxOwnContacts;
/** How long a preview can be confirmed. */
const keptForMs = day;
/** Contacts of one transaction: it blocks other writers. */
const batchSize = 1000;

interface Dependencies {
  database: BookDatabase;
  audit: AuditTrail;
  clock: Pick<Clock, 'now'>;
  randomness: Randomness;
}

/** Why a row is refused: a field of it, an address that an earlier row has, or no room. */
export type RowFault = ContactFieldName | 'twice' | 'full';

export interface RefusedRow {
  line: number;
  /** What the row has as its address. */
  email: string;
  faults: RowFault[];
}

export interface ChangedRow {
  line: number;
  before: Contact;
  after: Contact;
}

export interface ImportPlan {
  added: { line: number; contact: Contact }[];
  changed: ChangedRow[];
  unchanged: number;
  refused: RefusedRow[];
}

/** What a person is shown before anything changes. */
export interface ImportPreview extends ImportPlan {
  id: ContactImportId;
  encoding: TextEncodingName;
  /** Differs when the same file would do something else. */
  digest: string;
}

interface Content {
  encoding: TextEncodingName;
  rows: ImportedRow[];
}

/** A file that cannot be imported at all. */
export class RefusedFile extends ValiseError {
  readonly fault: FileFault | 'too_large';
  readonly line: number | undefined;

  constructor(fault: FileFault | 'too_large', line?: number) {
    super(fault === 'too_large' ? 'too_large' : 'invalid', 'The file cannot be imported.');
    this.fault = fault;
    this.line = line;
  }
}

export type ContactImports = ReturnType<typeof createContactImports>;

/**
 * Imports contacts from a file in two steps: a preview, which is kept, and its confirmation. An account has one
 * preview at a time; it outlives the session in which the file was sent.
 */
export function createContactImports({ database, audit, clock, randomness }: Dependencies) {
  const change = changeOf({ database, audit });

  async function previewOf(
    account: Account,
    id: ContactImportId,
    { encoding, rows }: Content,
  ): Promise<ImportPreview> {
    const plan = planImport(await database.contacts.listLocal(account.id), rows);
    return { id, encoding, ...plan, digest: digestOf(plan) };
  }

  async function find(account: Account): Promise<ImportPreview | undefined> {
    const kept = await database.contactBook.findImport(account.id, clock.now());
    return kept && (await previewOf(account, kept.id, JSON.parse(kept.content) as Content));
  }

  return {
    /** Reads the file and keeps it for `confirm`. Changes no contact. Throws `RefusedFile`. */
    async begin(account: Account, file: Uint8Array): Promise<ImportPreview> {
      const content = await finishInTurns(readFile(file));
      const id = newId<ContactImportId>(randomness);
      await database.contactBook.saveImport(account.id, {
        id,
        content: JSON.stringify(content),
        expiresAt: clock.now() + keptForMs,
      });
      return await previewOf(account, id, content);
    },

    /** The preview that waits to be confirmed, as it is with the contacts of now. */
    find,

    async discard({ id }: Account): Promise<void> {
      await database.contactBook.removeImport(id);
    },

    /**
     * Adds and changes what the preview showed. Throws `not_found` when it is gone, and `state_conflict` when the
     * contacts have changed so that the same file does something else now. Each batch is a transaction with its
     * record: after a crash the preview is still there, and shows the rest.
     */
    async confirm(
      actor: Actor,
      account: Account,
      { id, digest }: { id: ContactImportId; digest: string },
    ): Promise<{ added: number; changed: number }> {
      const preview = await find(account);
      if (preview === undefined || preview.id !== id) {
        throw new ValiseError('not_found', 'There is no such import.');
      }
      if (preview.digest !== digest) {
        throw new ValiseError('state_conflict', 'The contacts have changed since the preview.');
      }
      const acts = [
        ...preview.added.map(({ contact }) => ({ before: undefined, after: contact })),
        ...preview.changed.map(({ before, after }) => ({ before, after })),
      ];
      const done = { added: 0, changed: 0 };
      for (let start = 0; start < acts.length; start += batchSize) {
        const batch = acts.slice(start, start + batchSize);
        let counts = { added: 0, changed: 0 };
        await change(actor, account, async ({ contactBook }) => {
          const added: Contact[] = [];
          const changed: Contact[] = [];
          for (const { before, after } of batch) {
            const current = await contactBook.find(account.id, after.email);
            if (before === undefined && current === undefined) added.push(after);
            if (before !== undefined && current !== undefined && isSameContact(before, current)) {
              changed.push(after);
            }
          }
          await contactBook.addAll(account.id, added);
          await contactBook.changeAll(account.id, changed);
          counts = { added: added.length, changed: changed.length };
          return { action: 'contacts.imported', details: counts };
        });
        done.added += counts.added;
        done.changed += counts.changed;
      }
      await database.contactBook.removeImport(account.id);
      return done;
    },
  };
}

/** Throws `RefusedFile`. */
export function* readFile(file: Uint8Array): InPieces<Content> {
  if (file.byteLength > maxImportBytes) throw new RefusedFile('too_large');
  const { text, encoding } = yield* decodeText(file);
  const read = yield* isVcard(text)
    ? readVcardContacts(text, maxImportRows)
    : readCsvContacts(text, maxImportRows);
  if ('fault' in read) throw new RefusedFile(read.fault, read.line);
  return { encoding, rows: read.rows };
}

/** What the rows would do with these contacts. A field that a row leaves empty stays as it is. */
export function planImport(own: readonly Contact[], rows: readonly ImportedRow[]): ImportPlan {
  const known = new Map(own.map((contact) => [contact.email, contact]));
  const seen = new Set<string>();
  const plan: ImportPlan = { added: [], changed: [], unchanged: 0, refused: [] };
  for (const { line, fields: typed } of rows) {
    const { fields, faults } = readContactFields(typed);
    const refusals: RowFault[] = [...faults];
    if (faults.length === 0 && seen.has(fields.email)) refusals.push('twice');
    const before = known.get(fields.email);
    const isNew = before === undefined;
    if (refusals.length === 0 && isNew && own.length + plan.added.length >= maxOwnContacts) {
      refusals.push('full');
    }
    if (refusals.length > 0) {
      plan.refused.push({ line, email: typed.email ?? '', faults: refusals });
      continue;
    }
    seen.add(fields.email);
    if (isNew) {
      plan.added.push({ line, contact: { ...fields, groups: [] } });
      continue;
    }
    const after = {
      ...before,
      nick: fields.nick === '' ? before.nick : fields.nick,
      number: fields.number === '' ? before.number : fields.number,
      language: fields.language === '' ? before.language : fields.language,
    };
    if (isSameContact(before, after)) plan.unchanged += 1;
    else plan.changed.push({ line, before, after });
  }
  return plan;
}

function digestOf({ added, changed }: ImportPlan): string {
  const hash = createHash('sha256');
  for (const { contact } of added) hash.update(`+${revisionOf(contact)}`);
  for (const { before, after } of changed) {
    hash.update(`${revisionOf(before)}>${revisionOf(after)}`);
  }
  return hash.digest('base64url');
}
