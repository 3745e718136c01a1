import { filePolicy } from '../connection/response-headers.ts';
import { operations } from '../generated/operations.js';
import { route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';
import { sendFile } from '../sending/send-file.ts';

/** Operation 11: the data of a file in the inbox. */
export function downloadRoutes({ inbox, transfers }: Services): Route[] {
  return [
    route(operations.cgi.download, async ({ account, keyId, actor }, { params }, exchange) => {
      const opened = await inbox.openFile({ account, keyId }, params.url, params.name);
      return await transfers.follow(
        () => inbox.mayRead({ account, keyId }, opened),
        (watch) =>
          sendFile(
            exchange.request,
            exchange.reply,
            opened,
            watch,
            ({ outcome, bytesAfterEnd }, span) =>
              inbox.recordDownload(actor, account, opened, { outcome, span, bytesAfterEnd }),
            // Any type: no browser comes here by itself, since credentials and a token in a header are needed.
            { type: opened.file.mediaType, policy: filePolicy, isInline: false },
          ),
      );
    }),
  ];
}
