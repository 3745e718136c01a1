import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Account } from '../model/account.ts';
import type { Clock } from '../model/clock.ts';
import { day } from '../model/clock.ts';
import type { Contact } from '../model/contact.ts';
import { isSameContact } from '../model/contact.ts';
import { revisionOf } from '../model/contact-book.ts';
import type { ContactImportId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { InPieces } from '../model/pieces.ts';
import { finishInTurns } from '../model/pieces.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { BookDatabase, ContactBook } from './contact-book.ts';
import { changeOf, maxOwnContacts } from './contact-book.ts';
import type { ContactFieldName } from './contact-fields.ts';
import { readContactFields } from './contact-fields.ts';
import { readCsvContacts } from './csv-import.ts';
import type { TextEncodingName } from './decode-text.ts';
import { decodeText } from './decode-text.ts';
import type { ImportedContent } from './imported-content.ts';
import { readContent, writeContent } from './imported-content.ts';
import { createImportPlaces } from './import-places.ts';
import type { FileFault, ImportedRow } from './imported-rows.ts';
import { isVcard, readVcardContacts } from './vcard.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

export const maxImportBytes = 10_000_000;
export const maxImportRows = maxOwnContacts;
/** Rows that are planned between two pauses. */
const rowsOfPiece = 250;
/** How long a preview can be confirmed. */
const keptForMs = day;
/** Contacts of one transaction: it blocks other writers, and is one turn of the event loop. */
const batchSize = 50;

interface Dependencies extends Pick<ServiceParts, 'events' | 'randomness'> {
  database: BookDatabase;
  clock: Pick<Clock, 'now'>;
  contactBook: Pick<ContactBook, 'readAll'>;
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
export function createContactImports({
  database,
  events,
  clock,
  randomness,
  contactBook: { readAll },
}: Dependencies) {
  const change = changeOf({ database, events });
  const places = createImportPlaces();

  async function previewOf(
    account: Account,
    id: ContactImportId,
    { encoding, rows }: ImportedContent,
  ): Promise<ImportPreview> {
    const own: Contact[] = [];
    for await (const contacts of readAll(account)) own.push(...contacts);
    const plan = await finishInTurns(planImport(own, rows));
    return { id, encoding, ...plan, digest: await finishInTurns(digestOf(plan)) };
  }

  async function find(account: Account): Promise<ImportPreview | undefined> {
    const kept = await database.contactBook.findImport(account.id, clock.now());
    if (kept === undefined) return undefined;
    return await previewOf(account, kept.id, await finishInTurns(readContent(kept.content)));
  }

  return {
    /**
     * Asked before a file is received. Returns what must be called when `begin` has ended. Throws
     * `too_many_requests` where the account or too many others are sending one.
     */
    enter: ({ id }: Account): (() => void) => places.enter(id),

    /**
     * Reads the file, after those that came before it, and keeps it for `confirm`. Changes no contact. Throws
     * `RefusedFile`.
     */
    async begin(account: Account, file: Uint8Array): Promise<ImportPreview> {
      const content = await places.inTurn(() => finishInTurns(readFile(file)));
      const id = newId<ContactImportId>(randomness);
      await database.contactBook.saveImport(account.id, {
        id,
        content: await finishInTurns(writeContent(content)),
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
      { id, digest }: { id: string; digest: string },
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
        await nextTurn();
      }
      await database.contactBook.removeImport(account.id);
      return done;
    },
  };
}

/** Throws `RefusedFile`. */
export function* readFile(file: Uint8Array): InPieces<ImportedContent> {
  if (file.byteLength > maxImportBytes) throw new RefusedFile('too_large');
  const { text, encoding } = yield* decodeText(file);
  const read = yield* isVcard(text)
    ? readVcardContacts(text, maxImportRows)
    : readCsvContacts(text, maxImportRows);
  if ('fault' in read) throw new RefusedFile(read.fault, read.line);
  return { encoding, rows: read.rows };
}

/** What the rows would do with these contacts. A field that a row leaves empty stays as it is. */
export function* planImport(
  own: readonly Contact[],
  rows: readonly ImportedRow[],
): InPieces<ImportPlan> {
  const known = new Map(own.map((contact) => [contact.email, contact]));
  const seen = new Set<string>();
  const plan: ImportPlan = { added: [], changed: [], unchanged: 0, refused: [] };
  for (const [index, { line, fields: typed }] of rows.entries()) {
    if (index % rowsOfPiece === 0) yield undefined;
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

function* digestOf({ added, changed }: ImportPlan): InPieces<string> {
  const hash = createHash('sha256');
  for (const [index, { contact }] of added.entries()) {
    if (index % rowsOfPiece === 0) yield undefined;
    hash.update(`+${revisionOf(contact)}`);
  }
  for (const [index, { before, after }] of changed.entries()) {
    if (index % rowsOfPiece === 0) yield undefined;
    hash.update(`${revisionOf(before)}>${revisionOf(after)}`);
  }
  return hash.digest('base64url');
}
