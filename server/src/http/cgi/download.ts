import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../domain/model/principal.ts';
import type { FileParams } from '#protocol/schemas/cgi.ts';
import { cgiChecks } from '../generated/checks.js';
import { filePolicy } from '../connection/response-headers.ts';
import { sendFile } from '../sending/send-file.ts';
import type { Route, Services } from '../routing/route.ts';
import { cgiAccess } from '../routing/route.ts';

/** Operation 11: the data of a file in the inbox. */
export function downloadRoutes({ inbox, transfers }: Services): Route[] {
  async function handle(
    { account, keyId, actor }: Principal,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { url, name } = request.params as FileParams;
    const opened = await inbox.openFile({ account, keyId }, url, name);
    return await transfers.follow(
      () => inbox.mayRead({ account, keyId }, opened),
      (watch) =>
        sendFile(
          request,
          reply,
          opened,
          watch,
          ({ outcome, bytesAfterEnd }, span) =>
            inbox.recordDownload(actor, account, opened, { outcome, span, bytesAfterEnd }),
          // Any type: no browser comes here by itself, since credentials and a token in a header are needed.
          { type: opened.file.mediaType, policy: filePolicy, isInline: false },
        ),
    );
  }

  return [
    {
      path: '/:user/:url/files/:name',
      access: cgiAccess.inbox,
      cost: 'transfer',
      methods: {
        GET: { schema: cgiChecks.download, handle },
        HEAD: { schema: cgiChecks.download, handle },
      },
    },
  ];
}
