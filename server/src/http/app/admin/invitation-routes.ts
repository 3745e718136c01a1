import type { adminOperations } from '#protocol/operations/admin.ts';
import type { InputOf } from '#protocol/operations/operation.ts';
import type { InvitationRefusal } from '../../../domain/administration/invitations.ts';
import {
  maxInvitationBytes,
  maxInvitationRows,
} from '../../../domain/administration/invitations.ts';
import type { AccountId } from '../../../domain/model/ids.ts';
import { operations } from '../../generated/operations.js';
import type { Html } from '../../html/html.ts';
import type { Route, Services } from '../../routing/route.ts';
import { doneNotice } from '../frame/forms.ts';
import type { AppPage } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import { receiveFile } from '../frame/receive-file.ts';
import { fileRefusals } from '../frame/refused-file.ts';
import type { Refusal } from '../frame/refusals.ts';
import { refusedBecause } from '../frame/refusals.ts';
import {
  invitationsPage,
  inviteManyPage,
  invitedManyPage,
  shownInvitationPage,
} from './invitation-pages.ts';

type Listed = InputOf<typeof adminOperations.invitations.input>['query'];
type One = Pick<InputOf<typeof adminOperations.showInvitation.input>, 'params'>;

const refusalTexts = {
  joined: 'admin.refused.joined',
  no_invitation: 'admin.refused.noInvitation',
} as const satisfies Record<InvitationRefusal, string>;

/** Invitations that are open, and the file of many. */
export function invitationRoutes(
  services: Pick<Services, 'administration' | 'transferMemory'>,
  pages: Pages,
): Route[] {
  const { administration } = services;

  async function show(
    { reader, csrfToken }: PageContext,
    { after }: Listed,
    notice: Html | undefined,
  ): Promise<AppPage> {
    const page = await administration.invitations.list(after);
    return invitationsPage({ reader, csrfToken, notice, page });
  }

  const again = (context: PageContext, _input: One, { notice }: Refusal): Promise<AppPage> =>
    show(context, {}, notice);

  return [
    pages.page(operations.admin.invitations, (context, { query }) => {
      const notice = doneNotice(query.done, (done) => context.say(`admin.done.${done}`));
      return show(context, query, notice);
    }),
    pages.page(operations.admin.inviteManyPage, ({ reader, csrfToken }) =>
      inviteManyPage({ reader, csrfToken, notice: undefined }),
    ),
    pages.act(operations.admin.inviteMany, {
      async run(context) {
        const { actor, account: self, reader, say } = context;
        const leave = administration.invitations.enter(self);
        try {
          const file = await receiveFile(context, services.transferMemory, maxInvitationBytes);
          if (file === undefined) return refusedBecause(say('contacts.importing.choose'));
          const rows = await administration.invitations.inviteMany(actor, self.id, file);
          return invitedManyPage(reader, rows);
        } finally {
          leave();
        }
      },
      refusals: fileRefusals({ rows: maxInvitationRows, bytes: maxInvitationBytes }),
      again: ({ reader, csrfToken }, _input, { notice }) =>
        inviteManyPage({ reader, csrfToken, notice }),
    }),
    pages.act(operations.admin.showInvitation, {
      async run({ actor, reader, say, origin }, { params }) {
        const shown = await administration.invitations.show(actor, params.id as AccountId);
        return typeof shown === 'string'
          ? refusedBecause(say(refusalTexts[shown]))
          : shownInvitationPage(reader, shown, origin);
      },
      again,
    }),
    pages.act(operations.admin.recallInvitation, {
      async run({ actor, say }, { params }) {
        const refused = await administration.invitations.recall(actor, params.id as AccountId);
        return refused === undefined
          ? '/app/admin/invitations?done=recalled'
          : refusedBecause(say(refusalTexts[refused]));
      },
      again,
    }),
  ];
}
