import type { adminOperations } from '#protocol/operations/admin.ts';
import type { Compiled } from '#protocol/operations/compiled.ts';
import type { InputOf } from '#protocol/operations/operation.ts';
import type { Actor } from '../../../domain/model/principal.ts';
import { operations } from '../../generated/operations.js';
import type { Route, Services } from '../../routing/route.ts';
import { doneNotice } from '../frame/forms.ts';
import type { AppPage } from '../frame/frame.ts';
import { offeredEnds } from '../frame/offered-ends.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import type { Refusal, Refusals } from '../frame/refusals.ts';
import { problemWith, refusedBecause } from '../frame/refusals.ts';
import type { AdminDropView } from './drop-page.ts';
import { adminDropPage, endDropPage } from './drop-page.ts';
import { renderDropList } from './list-pages.ts';

type OneDrop = InputOf<typeof adminOperations.drop.input>;
type Done = NonNullable<OneDrop['query']['done']>;

const doneTexts = {
  ended: 'admin.done.dropEnded',
  extended: 'admin.done.dropExtended',
  resent: 'admin.done.dropResent',
} as const satisfies Record<Done, string>;

const refusals: Refusals = {
  dispatch_ended: ({ say }) => refusedBecause(say('sent.problems.ended')),
  too_many_requests: ({ say }) => refusedBecause(say('sent.problems.pause')),
  'invalid receiver': ({ say }) => refusedBecause(say('admin.refused.nobodyLeft')),
  'invalid expiry': ({ say }) => problemWith('until', say('sent.problems.until')),
};

/** What everybody has sent, asked for and got back, in figures, and what is done with it. */
export function dropRoutes(
  { administration, clock }: Pick<Services, 'administration' | 'clock'>,
  pages: Pages,
): Route[] {
  async function showDrop(
    { reader, csrfToken }: PageContext,
    { id }: OneDrop['params'],
    shown: Partial<Pick<AdminDropView, 'notice' | 'problems'>>,
  ): Promise<AppPage> {
    const drop = await administration.drops.get(id);
    const now = clock.now();
    const ends = offeredEnds(drop, now, administration.drops.maxLifetimeMs);
    const { notice, problems = [] } = shown;
    return adminDropPage({ reader, csrfToken, drop, now, ends, notice, problems });
  }

  const again = (
    context: PageContext,
    { params }: Pick<OneDrop, 'params'>,
    refusal: Refusal,
  ): Promise<AppPage> => showDrop(context, params, refusal);

  /** An act without fields. */
  function dropAct(
    operation: Compiled<typeof adminOperations.endDrop>,
    done: Done,
    run: (actor: Actor, id: string) => Promise<void>,
  ): Route {
    return pages.act(operation, {
      async run({ actor }, { params }) {
        await run(actor, params.id);
        return pathOf(params, done);
      },
      refusals,
      again,
    });
  }

  return [
    pages.page(operations.admin.drops, async ({ reader, say }, { query }) => {
      const { sender = '', state, after } = query;
      const filter = { sender, state };
      const page = await administration.drops.list({ ...filter, after });
      const body = renderDropList({ reader, now: clock.now(), filter, page });
      return { title: say('admin.drops'), body };
    }),
    pages.page(operations.admin.drop, (context, { params, query }) => {
      const notice = doneNotice(query.done, (done) => context.say(doneTexts[done]));
      return showDrop(context, params, { notice });
    }),
    pages.page(operations.admin.endDropPage, async ({ reader, csrfToken }, { params }) =>
      endDropPage({ reader, csrfToken, drop: await administration.drops.get(params.id) }),
    ),
    dropAct(operations.admin.endDrop, 'ended', (actor, id) => administration.drops.end(actor, id)),
    pages.act(operations.admin.extendDrop, {
      async run({ actor, say }, { params, form: { until = 0 } }) {
        const { id } = await administration.drops.get(params.id);
        // The page may be some minutes old: the last end that it offers stays the same.
        if (until <= clock.now()) return problemWith('until', say('sent.problems.until'));
        await administration.drops.extend(actor, id, until);
        return pathOf(params, 'extended');
      },
      refusals,
      again,
    }),
    dropAct(operations.admin.resendDrop, 'resent', (actor, id) =>
      administration.drops.resend(actor, id),
    ),
  ];
}

function pathOf({ id }: OneDrop['params'], done: Done): string {
  return `/app/admin/drops/${id}?done=${done}`;
}
