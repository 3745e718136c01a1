import { Readable } from 'node:stream';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import { readCookie, sessionCookie } from '../../routing/person-cookies.ts';
import type { Services } from '../../routing/route.ts';
import type { FileAnswer } from '../frame/pages.ts';

export interface Document {
  /** In ASCII, without quotation marks. */
  name: string;
  type: string;
  /** It is read as fast as the reader takes it, and not at all for HEAD. */
  parts: AsyncIterable<string>;
}

/** Sends a document that is made while it is read. It breaks off as soon as the session of its reader has ended. */
export function sendDocument(
  { sessions }: Pick<Services, 'sessions'>,
  { name, type, parts }: Document,
): FileAnswer {
  async function* whileSignedIn(cookie: string | undefined): AsyncGenerator<string> {
    for await (const part of parts) {
      if ((await sessions.find(cookie)) === undefined) {
        throw new ValiseError('signed_out', 'The session has ended.');
      }
      yield part;
    }
  }

  return {
    send({ request, reply }) {
      reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
      if (request.method === 'HEAD') return reply.send('');
      return reply.send(Readable.from(whileSignedIn(readCookie(request, sessionCookie))));
    },
  };
}
