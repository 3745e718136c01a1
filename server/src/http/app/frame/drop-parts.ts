import { endingSoonMs } from '../../../domain/dispatches/sent.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import { endReasonOf } from '../../../domain/model/dispatch.ts';
import type { SentDrop } from '../../../domain/model/sent.ts';
import type { LinkUses } from '../../../domain/model/visit.ts';
import type { Html } from '../../html/html.ts';
import { excerpt, html, userText } from '../../html/html.ts';
import { renderBeads, renderState } from '../../html/states.ts';
import { breakAfterAt } from '../../link-pages/page-parts.ts';
import type { PageReader } from './frame.ts';

// What every page says of a drop in the same way.

/** What a drop is called: its title; without one its first file, and how many more there are. */
export function dropTitle(
  { dispatch, firstFile, fileCount }: SentDrop,
  { say }: PageReader,
): string {
  if (dispatch.title !== undefined) return dispatch.title;
  if (firstFile === undefined) return say('sent.noFiles');
  const first = excerpt(firstFile, 80);
  return fileCount > 1 ? say('sent.named', { first, count: fileCount - 1 }) : first;
}

export function dropName(drop: SentDrop, reader: PageReader): Html {
  return userText(dropTitle(drop, reader));
}

/** As in `5 files, 4.2 GB`. */
export function filesOf({ fileCount, totalBytes }: SentDrop, { say, formats }: PageReader): string {
  return say('inbox.fileCount', { count: fileCount, size: formats.size(totalBytes) });
}

/** To whom, in one line: the first names, and how many more there are. */
export function receiversOf(drop: SentDrop, { say }: PageReader): Html {
  const { firstReceivers, receiverCount } = drop;
  const rest = receiverCount - firstReceivers.length;
  const names = firstReceivers.map(({ email, nick }) => userText(nick === '' ? email : nick));
  if (receiverCount === 0 && drop.anyoneLinks.length > 0) return html`${say('anyone.short')}`;
  return html`${names.map((name, at) => html`${at > 0 && ', '}${name}`)}${
    rest > 0 && html` ${say('sent.more', { count: rest })}`
  }`;
}

/** The name that the sender knows, or the address, which may break after its `@`. */
export function receiverName(nick: string, email: string): Html {
  return nick === '' ? html`<bdi>${breakAfterAt(email)}</bdi>` : userText(excerpt(nick, 80));
}

/** How many have everything, and one bead for each; where it went to nobody by name, how often its links were used. */
export function renderProgress(
  drop: SentDrop,
  reader: PageReader,
  look: 'counted' | 'brief' = 'counted',
): Html {
  const { say, formats } = reader;
  if (drop.receiverCount === 0 && drop.anyoneLinks.length > 0) {
    return html`<span class="small quiet">${usesOf(drop.anyoneLinks, reader)}</span>`;
  }
  const { fetchedCount, openedCount, undeliveredCount, receiverCount } = drop;
  const total = formats.number(receiverCount);
  const share = say('sent.share', { done: formats.number(fetchedCount), total });
  const beads = { done: fetchedCount, opened: openedCount, bad: undeliveredCount };
  return renderBeads({ ...beads, all: receiverCount }, share, look);
}

/** What the sender has to know of a drop first. */
export function stateOf(drop: SentDrop, now: Instant, { say }: PageReader): Html {
  const ended = endReasonOf(drop, now);
  if (ended === 'revoked') return renderState('withdrawn', say('sent.states.revoked'));
  if (ended === 'expired') return renderState('expired', say('sent.states.expired'));
  if (drop.undeliveredCount > 0) return renderState('trouble', say('sent.undelivered'));
  if (drop.delayedCount > 0) return renderState('warning', say('sent.delayed'));
  if (drop.receiverCount > 0 && drop.fetchedCount === drop.receiverCount) {
    return renderState('done', say('sent.states.downloaded'));
  }
  return drop.dispatch.expiresAt - now < endingSoonMs
    ? renderState('ending', say('sent.filters.ending'))
    : renderState('active', say('sent.states.live'));
}

/** How often links for anyone were used. */
export function usesOf(links: readonly LinkUses[], { say, formats }: PageReader): string {
  const sum = (count: (link: LinkUses) => number) =>
    formats.number(links.reduce((all, link) => all + count(link), 0));
  return say('anyone.uses', {
    opened: sum(({ opened }) => opened),
    downloads: sum(({ downloads }) => downloads),
  });
}
