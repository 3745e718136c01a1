import { maxPictureBytes } from '../../domain/pictures/pictures.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { UploadOwner } from '../../domain/uploads/owners.ts';
import { refuseContentCoding } from '../connection/body-kinds.ts';
import { takeBody } from '../connection/take-body.ts';
import type { operations } from '../generated/operations.js';
import type { OpenedLink } from '../routing/link-guard.ts';
import type { OpenExchange } from '../routing/operation.ts';
import { bind } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';

type Keeping = typeof operations.pictures.keepForContact | typeof operations.pictures.keepForDraft;

/** Takes the picture of an upload, beside the routes of the upload: decision 0118. */
export function keepPictureRoute({ pictures, transferMemory }: Services, served: Keeping): Route {
  async function readPicture({ request }: OpenExchange): Promise<Buffer> {
    refuseContentCoding(request);
    const body = takeBody(request.raw, transferMemory);
    const read: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const pieces of body.content) {
        bytes += pieces.reduce((sum, { length }) => sum + length, 0);
        if (bytes > maxPictureBytes)
          throw new ValiseError('too_large', 'The picture is too large.');
        read.push(...pieces.map((piece) => Buffer.from(piece)));
      }
    } finally {
      body.release();
    }
    return Buffer.concat(read);
  }

  return bind(
    served,
    async (
      { target: { owner } }: OpenedLink<{ owner: UploadOwner }>,
      { params: { upload } }: { params: { upload: string } },
      exchange: OpenExchange,
    ) => {
      await pictures.keep(owner, upload, await readPicture(exchange));
      return await exchange.reply.code(204).send();
    },
  );
}
