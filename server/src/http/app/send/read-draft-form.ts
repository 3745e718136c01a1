import { parseWholeNumber } from '#protocol/whole-number.ts';
import { readReceivers } from '../../../domain/drafts/draft-input.ts';
import type {
  Draft,
  DraftContents,
  DraftLifetime,
  SeenDraft,
} from '../../../domain/model/draft.ts';
import { receiptModes } from '../../../domain/model/draft.ts';
import { idPattern } from '../../../domain/model/ids.ts';
import { secondFactorModes } from '../../../domain/model/receiver-code.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import type { TransferMemory } from '../../../domain/transfers/transfer-memory.ts';
import { draftOwner } from '../../../domain/uploads/owners.ts';
import type { ResumableUploads } from '../../../domain/uploads/resumable-uploads.ts';
import { languages } from '../../../i18n/language.ts';
import { takeBody } from '../../connection/take-body.ts';
import type { Part } from '../../multipart/multipart-parts.ts';
import {
  boundaryOf,
  incomingFileOf,
  multipartParts,
  readField,
} from '../../multipart/multipart-parts.ts';
import { tokenField } from '../../routing/session-guard.ts';
import type { PageContext } from '../frame/pages.ts';

/** A file of a form that was refused, by its name. The others were kept. */
export interface RefusedFile {
  name: string;
  error: ValiseError;
}

/** What a form brought. Its files are in the draft. */
export interface DraftForm {
  fields: ReadonlyMap<string, string>;
  refused: RefusedFile[];
}

/** A form has a field for the name of each file that its page shows. */
const maxFields = 300;

interface Parts {
  resumableUploads: Pick<ResumableUploads, 'receive'>;
  transferMemory: TransferMemory;
}

/**
 * Reads the fields of a form, whose first one is its token, and adds its files to the draft, which is asked for with
 * the first of them, and with the fields before it.
 */
export async function readDraftForm(
  { resumableUploads, transferMemory }: Parts,
  { person, exchange }: PageContext,
  getDraft: (fields: ReadonlyMap<string, string>) => Promise<Draft>,
): Promise<DraftForm> {
  const { raw } = exchange.request;
  const boundary = boundaryOf(raw.headers['content-type'] ?? '');
  const body = takeBody(raw, transferMemory);
  const fields = new Map<string, string>();
  const refused: RefusedFile[] = [];

  async function takeFile(draft: Draft, part: Part): Promise<void> {
    const { fileName = '' } = part.headers;
    try {
      const { name, mediaType } = incomingFileOf(part);
      const file = { name, mediaType, content: withoutEnd(part.body) };
      await resumableUploads.receive(person.actor, draftOwner(draft), file);
    } catch (error) {
      if (!(error instanceof ValiseError)) throw error;
      refused.push({ name: fileName, error });
      while ((await part.body.next()).done !== true);
    }
  }

  try {
    let draft: Draft | undefined;
    let isOurs = false;
    for await (const part of multipartParts(body.content, boundary)) {
      const { fieldName, fileName } = part.headers;
      if (!isOurs) {
        await person.checkToken(fieldName === tokenField ? await readField(part) : undefined);
        isOurs = true;
      } else if (fileName === undefined) {
        fields.set(fieldName, await readField(part));
        if (fields.size > maxFields) throw tooManyFields();
      } else if (fileName === '') {
        // A file field without a file arrives as a file without a name.
        await readField(part);
      } else {
        draft ??= await getDraft(fields);
        await takeFile(draft, part);
      }
    }
    if (!isOurs) await person.checkToken(undefined);
    return { fields, refused };
  } finally {
    body.release();
  }
}

function tooManyFields(): ValiseError {
  return new ValiseError('too_large', `A form can have at most ${maxFields} fields.`);
}

/** The same content. It stays open when its reader stops, so that the rest can be skipped. */
function withoutEnd(body: Part['body']): AsyncIterable<readonly Buffer[]> {
  return { [Symbol.asyncIterator]: () => ({ next: () => body.next() }) };
}

/** What the page shows that a form is on; undefined where it does not say. */
export function seenIn(fields: ReadonlyMap<string, string>): SeenDraft | undefined {
  const version = parseWholeNumber(fields.get('version') ?? '');
  const page = fields.get('page') ?? '';
  return version === undefined || !idPattern.test(page) ? undefined : { version, page };
}

/** What the fields say, as far as it can be read. */
export interface ReadContents {
  contents: DraftContents;
  /** Receivers that are neither addresses nor groups, as they were written. */
  unreadable: string[];
  /** Fields that hold something else than they may; the draft keeps what it had. */
  wrong: ('lifetime' | 'lifetimeTwice' | 'downloadLimit')[];
}

export function readContents(
  fields: ReadonlyMap<string, string>,
  before: DraftContents,
  groups: readonly string[],
): ReadContents {
  const { receivers, unreadable } = readReceivers(fields.get('receivers') ?? '', groups);
  const lifetime = lifetimeIn(fields, before.lifetime);
  const limit = fields.get('downloadLimit')?.trim() ?? '';
  const count = parseWholeNumber(limit) ?? 0;
  const isCount = count >= 1 && count <= 1000;
  const wrong: ReadContents['wrong'] = [];
  if (typeof lifetime === 'string') wrong.push(lifetime);
  if (limit !== '' && !isCount) wrong.push('downloadLimit');
  const secondFactor = fields.get('secondFactor');
  const receipts = fields.get('receipts');
  return {
    contents: {
      receivers,
      title: fields.get('title') ?? '',
      message: (fields.get('message') ?? '').replaceAll('\r\n', '\n'),
      lifetime: typeof lifetime === 'string' ? before.lifetime : lifetime,
      secondFactor: secondFactorModes.find((mode) => mode === secondFactor),
      // Who writes a password means it.
      wantsPassword: fields.has('wantsPassword') || passwordIn(fields) !== undefined,
      anyone: fields.has('anyone'),
      downloadLimit: isCount ? count : undefined,
      receipts: receiptModes.find((mode) => mode === receipts),
      mailLanguage: languages.find((language) => language === fields.get('mailLanguage')),
    },
    unreadable,
    wrong,
  };
}

/** The password of what is sent; undefined where none was written. */
export function passwordIn(fields: ReadonlyMap<string, string>): string | undefined {
  const written = fields.get('password') ?? '';
  return written.trim() === '' ? undefined : written;
}

/**
 * A page that shows a number of days leaves the date empty. Without scripts, a date that is filled in does not choose
 * its radio button: it counts, unless another button was chosen as well.
 */
function lifetimeIn(
  fields: ReadonlyMap<string, string>,
  before: DraftLifetime,
): DraftLifetime | 'lifetime' | 'lifetimeTwice' {
  const chosen = fields.get('lifetime') ?? '';
  const date = fields.get('date') ?? '';
  const number = parseWholeNumber(chosen) ?? 0;
  const days = number >= 1 && number <= 9999 ? number : undefined;
  if (days !== undefined && (date === '' || 'date' in before)) return { days };
  if (days !== undefined && 'days' in before && days !== before.days) return 'lifetimeTwice';
  if (days === undefined && chosen !== 'date') return 'lifetime';
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && isDay(date) ? { date } : 'lifetime';
}

function isDay(date: string): boolean {
  const at = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
}
