import { noDraft } from '../../../domain/dispatches/refusals.ts';
import type { DiscardedDrafts } from '../../../domain/drafts/discarded-drafts.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { alertNotice, csrfField } from '../frame/forms.ts';
import type { PageContext } from '../frame/pages.ts';

interface Parts {
  discardedDrafts: DiscardedDrafts;
}

/**
 * Where a person is when they discard a draft: on the first page, on an empty Send page, or on that of the draft with
 * this id.
 */
export type DraftPlace = string;

const isPlace = /^(?:home|send|[\w-]{22})$/;
/** Of a draft that somebody wants back too late. */
const tooLate = 'gone';

/** Says which place the next page is. */
export function placeField(place: DraftPlace): Html {
  return html`<input type="hidden" name="back" value="${place}" />`;
}

function pathTo(wanted: string | undefined): string {
  const place = isPlace.test(wanted ?? '') ? wanted : 'send';
  if (place === 'home') return '/app/';
  return place === 'send' ? '/app/send' : `/app/send/${place}`;
}

/**
 * What a form wants of a draft as a whole: discard it, take that back, or delete it at once. Returns where the person
 * goes.
 */
export async function applyToDraft(
  { discardedDrafts }: Parts,
  { account, actor }: Pick<PageContext, 'account' | 'actor'>,
  id: string,
  fields: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const act = fields.get('act');
  const path = pathTo(fields.get('back'));
  if (act === 'discard') {
    const isThere = await happens(discardedDrafts.discard(actor, account, id));
    if (isThere || (await discardedDrafts.find(account, id))) return `${path}?discarded=${id}`;
    // Nothing was entered on the page, and nothing is stored.
    if (fields.has('ticket')) return path;
    throw noDraft();
  }
  if (act === 'restore') {
    const isBack = await happens(discardedDrafts.restore(actor, account, id));
    if (isBack) return path;
    return `${path === `/app/send/${id}` ? '/app/send' : path}?discarded=${tooLate}`;
  }
  if (act !== 'delete') return undefined;
  await happens(discardedDrafts.remove(actor, account, id));
  return path === `/app/send/${id}` ? '/app/send' : path;
}

/** False where what the act is about is gone: another tab, or its time, was first. */
export async function happens(act: Promise<void>): Promise<boolean> {
  try {
    await act;
    return true;
  } catch (error) {
    if (error instanceof ValiseError && error.code === 'not_found') return false;
    throw error;
  }
}

/** On the page after a draft was discarded: until when that can be taken back. Nothing on any other page. */
export async function noticeOfDiscarded(
  { discardedDrafts }: Parts,
  { account, csrfToken, reader }: Pick<PageContext, 'account' | 'csrfToken' | 'reader'>,
  id: string | undefined,
  place: DraftPlace,
): Promise<Html | undefined> {
  const { say, formats } = reader;
  if (id === undefined) return undefined;
  if (id === tooLate) return alertNotice(say('send.discarded.gone'));
  const draft = await discardedDrafts.find(account, id);
  if (draft === undefined) return undefined;
  return html`<div class="note is-good" role="status">
    ${icon('trash')}
    <p>${say('send.discarded.text', { time: formats.time(draft.expiresAt) })}</p>
    <form class="acts" method="post" enctype="multipart/form-data" action="/app/send/${id}">
      ${csrfField(csrfToken)} ${placeField(place === 'send' ? id : place)}
      <button class="button short" type="submit" name="act" value="restore">
        ${say('send.discarded.undo')}
      </button>
      <button class="button short" type="submit" name="act" value="delete">
        ${say('send.discarded.deleteNow')}
      </button>
    </form>
  </div>`;
}
