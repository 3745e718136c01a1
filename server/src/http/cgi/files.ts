import type { FastifyRequest } from 'fastify';
import { humanSize } from '#protocol/human-size.ts';
import type { WireTrayFile } from '#protocol/schemas/cgi.ts';
import type { StoredFile } from '../../domain/model/file.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { cgiChecks } from '../generated/checks.js';
import type { Route, Services } from '../routing/route.ts';
import { cgiAccess } from '../routing/route.ts';
import { statusDeleted } from './wire.ts';
import { essenceOf } from '../../domain/model/media-type.ts';

/** Operations 5 and 6: listing the tray, and removing a file from it. */
export function fileRoutes({ tray }: Services): Route[] {
  return [
    {
      path: '/:user/cgi/get_files.cgi',
      access: cgiAccess.tray,
      cost: 'request',
      methods: {
        GET: {
          schema: cgiChecks.get_files,
          handle: async ({ account }) => (await tray.list(account)).map(fileOnWire),
        },
        HEAD: {
          schema: cgiChecks.get_files,
          handle: async ({ account }) => (await tray.peek(account)).map(fileOnWire),
        },
      },
    },
    {
      path: '/:user/cgi/remove_file.cgi',
      access: cgiAccess.tray,
      cost: 'request',
      methods: {
        GET: {
          schema: cgiChecks.remove_file,
          explain: (_principal, request) => getFileName(request),
          async handle({ account, actor }, request) {
            await tray.remove(actor, account, getFileName(request));
            return statusDeleted;
          },
        },
        HEAD: {
          schema: cgiChecks.remove_file,
          explain: (_principal, request) => getFileName(request),
          async handle({ account }, request) {
            await tray.get(account, getFileName(request));
            return statusDeleted;
          },
        },
      },
    },
  ];
}

function fileOnWire({ name, mediaType, sizeBytes }: StoredFile): WireTrayFile {
  return { name, type: essenceOf(mediaType), size: humanSize(sizeBytes) };
}

function getFileName({ query }: FastifyRequest): string {
  const { filename } = query as Record<string, unknown>;
  if (typeof filename !== 'string' || filename === '') {
    throw new ValiseError(
      'bad_request',
      'Name the file to delete in the query, as in remove_file.cgi?filename=report.pdf.',
    );
  }
  return filename;
}
