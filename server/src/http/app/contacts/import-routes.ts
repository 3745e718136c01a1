import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ContactImports } from '../../../domain/contacts/contact-import.ts';
import { RefusedFile, maxImportBytes } from '../../../domain/contacts/contact-import.ts';
import type { ContactImportId } from '../../../domain/model/ids.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import { takeBody } from '../../connection/take-body.ts';
import { contactsChecks } from '../../generated/checks.js';
import type { Part } from '../../multipart/multipart-parts.ts';
import { boundaryOf, multipartParts, readField } from '../../multipart/multipart-parts.ts';
import type { Person, Route, Services } from '../../routing/route.ts';
import { tokenField } from '../../routing/session-guard.ts';
import type { Frame } from '../frame/frame.ts';
import { personRoute } from '../frame/person-route.ts';
import { importPage, refusalText } from './import-pages.ts';

/** The pages that import contacts: a file, its preview, and the confirmation. */
export function importRoutes(
  services: { contactImports: ContactImports } & Pick<Services, 'transferMemory'>,
  frame: Frame,
): Route[] {
  const { contactImports } = services;

  async function show(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    alert?: string,
  ): Promise<FastifyReply> {
    const page = importPage({
      reader: frame.readerOf(person),
      token: person.csrfToken,
      preview: await contactImports.find(person.account),
      ...(alert === undefined ? {} : { alert }),
    });
    return frame.sendToPerson(person, request, reply, page);
  }

  /** The file of a form whose token is its first part. */
  async function receiveFile(person: Person, request: FastifyRequest): Promise<Buffer | undefined> {
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

  async function receive(person: Person, request: FastifyRequest, reply: FastifyReply) {
    const reader = frame.readerOf(person);
    const leave = contactImports.enter(person.account);
    try {
      const file = await receiveFile(person, request);
      if (file === undefined) {
        return await show(person, request, reply, reader.say('contacts.importing.choose'));
      }
      await contactImports.begin(person.account, file);
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error;
      return await show(person, request, reply, refusalText(error, reader));
    } finally {
      leave();
    }
    return frame.redirect(request, reply, '/app/contacts/import');
  }

  async function confirm(person: Person, request: FastifyRequest, reply: FastifyReply) {
    const { actor, account, form } = person;
    const id = (form.get('id') ?? '') as ContactImportId;
    try {
      await contactImports.confirm(actor, account, { id, digest: form.get('digest') ?? '' });
    } catch (error) {
      const isOld =
        error instanceof ValiseError && ['state_conflict', 'not_found'].includes(error.code);
      if (!isOld) throw error;
      const { say } = frame.readerOf(person);
      return await show(person, request, reply, say('contacts.importing.stale'));
    }
    return frame.redirect(request, reply, '/app/contacts?done=imported');
  }

  return [
    personRoute({
      path: '/app/contacts/import',
      methods: {
        GET: {
          schema: contactsChecks.import,
          handle: (person, request, reply) => show(person, request, reply),
        },
        POST: { schema: contactsChecks.import_file, body: 'multipart', handle: receive },
      },
    }),
    personRoute({
      path: '/app/contacts/import/confirm',
      methods: { POST: { schema: contactsChecks.confirm_import, body: 'form', handle: confirm } },
    }),
    personRoute({
      path: '/app/contacts/import/discard',
      methods: {
        POST: {
          schema: contactsChecks.discard_import,
          body: 'form',
          async handle({ account }, request, reply) {
            await contactImports.discard(account);
            return frame.redirect(request, reply, '/app/contacts');
          },
        },
      },
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
