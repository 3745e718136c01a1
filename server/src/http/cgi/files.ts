import { humanSize } from '#protocol/human-size.ts';
import type { WireTrayFile } from '#protocol/operations/cgi.ts';
import type { StoredFile } from '../../domain/model/file.ts';
import { essenceOf } from '../../domain/model/media-type.ts';
import { operations } from '../generated/operations.js';
import { route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';
import { statusDeleted } from './wire.ts';

const { getFiles, peekFiles, removeFile, peekFile } = operations.cgi;

/** Operations 5 and 6: listing the tray, and removing a file from it. */
export function fileRoutes({ tray }: Services): Route[] {
  return [
    route(getFiles, async ({ account }) => (await tray.list(account)).map(fileOnWire)),
    route(peekFiles, async ({ account }) => (await tray.peek(account)).map(fileOnWire)),
    route(removeFile, async ({ account, actor }, { query }) => {
      await tray.remove(actor, account, query.filename);
      return statusDeleted;
    }),
    route(peekFile, async ({ account }, { query }) => {
      await tray.get(account, query.filename);
      return statusDeleted;
    }),
  ];
}

function fileOnWire({ name, mediaType, sizeBytes }: StoredFile): WireTrayFile {
  return { name, type: essenceOf(mediaType), size: humanSize(sizeBytes) };
}
