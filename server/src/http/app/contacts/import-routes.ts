import type { ContactImports } from '../../../domain/contacts/contact-import.ts';
import { RefusedFile, maxImportBytes } from '../../../domain/contacts/contact-import.ts';
import type { ValiseError } from '../../../domain/model/valise-error.ts';
import { takeBody } from '../../connection/take-body.ts';
import { operations } from '../../generated/operations.js';
import type { Part } from '../../multipart/multipart-parts.ts';
import { boundaryOf, multipartParts, readField } from '../../multipart/multipart-parts.ts';
import type { Route, Services } from '../../routing/route.ts';
import { tokenField } from '../../routing/session-guard.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import type { Refusal, Refusals } from '../frame/refusals.ts';
import { noRefusal, refusedBecause } from '../frame/refusals.ts';
import { importPage, refusalText } from './import-pages.ts';

const refusals: Refusals = {
  invalid: explainFile,
  too_large: explainFile,
  state_conflict: explainStale,
  not_found: explainStale,
};

function explainFile(reader: PageReader, error: ValiseError): Refusal | undefined {
  return error instanceof RefusedFile ? refusedBecause(refusalText(error, reader)) : undefined;
}

function explainStale({ say }: PageReader): Refusal {
  return refusedBecause(say('contacts.importing.stale'));
}

/** The pages that import contacts: a file, its preview, and the confirmation. */
export function importRoutes(
  services: { contactImports: ContactImports } & Pick<Services, 'transferMemory'>,
  pages: Pages,
): Route[] {
  const { contactImports } = services;

  async function show(context: PageContext, refusal: Refusal): Promise<AppPage> {
    const { reader, csrfToken, account } = context;
    const preview = await contactImports.find(account);
    return importPage({ reader, token: csrfToken, preview, refusal });
  }

  /** The file of a form whose token is its first part. */
  async function receiveFile({ person, exchange }: PageContext): Promise<Buffer | undefined> {
    const { request } = exchange;
    const boundary = boundaryOf(request.headers['content-type'] ?? '');
    const body = takeBody(request.raw, services.transferMemory);
    let file: Buffer | undefined;
    let hasToken = false;
    try {
      for await (const part of multipartParts(body.content, boundary)) {
        if (!hasToken) {
          const isToken = part.headers.fieldName === tokenField;
          await person.checkToken(isToken ? await readField(part) : undefined);
          hasToken = true;
        } else {
          const content = await readPart(part);
          if (part.headers.fieldName === 'file' && part.headers.fileName !== '') file = content;
        }
      }
    } finally {
      body.release();
    }
    if (!hasToken) await person.checkToken(undefined);
    return file;
  }

  return [
    pages.page(operations.contacts.importPage, (context) => show(context, noRefusal)),
    pages.act(operations.contacts.importFile, {
      async run(context) {
        const leave = contactImports.enter(context.account);
        try {
          const file = await receiveFile(context);
          if (file === undefined) return refusedBecause(context.say('contacts.importing.choose'));
          await contactImports.begin(context.account, file);
        } finally {
          leave();
        }
        return '/app/contacts/import';
      },
      refusals,
      again: (context, _input, refusal) => show(context, refusal),
    }),
    pages.act(operations.contacts.confirmImport, {
      async run({ actor, account }, { form: { id = '', digest = '' } }) {
        await contactImports.confirm(actor, account, { id, digest });
        return '/app/contacts?done=imported';
      },
      refusals,
      again: (context, _input, refusal) => show(context, refusal),
    }),
    pages.page(operations.contacts.discardImport, async ({ account }) => {
      await contactImports.discard(account);
      return { redirect: '/app/contacts' };
    }),
  ];
}

/** Throws `RefusedFile` as soon as a part is too large: no more of it is kept. */
async function readPart({ body }: Part): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const some of body) {
    for (const piece of some) size += piece.length;
    if (size > maxImportBytes) throw new RefusedFile('too_large');
    // The pieces belong to the reader, which uses their memory again.
    pieces.push(Buffer.concat(some));
  }
  return Buffer.concat(pieces);
}
