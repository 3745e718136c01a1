import type { DraftOverview } from '../../../domain/model/draft.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { csrfField } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';
import type { DraftPlace } from './discarding.ts';
import { placeField } from './discarding.ts';

/** The drafts that a person has not sent, each with a button that discards it. Nothing where there are none. */
export function renderDrafts(
  { say, formats }: PageReader,
  drafts: readonly DraftOverview[],
  csrfToken: string,
  place: DraftPlace,
): Html | undefined {
  if (drafts.length === 0) return undefined;

  function factsOf({ files, bytes, changedAt }: DraftOverview): string {
    const contents = [say('send.countFiles', { count: files }), formats.size(bytes)];
    return [...(files === 0 ? [] : contents), formats.dateTime(changedAt)].join(' · ');
  }

  return html`<section class="compose-others" id="drafts">
    <h2>${say('send.unfinished')}</h2>
    <ul class="plain-list draft-list">
      ${drafts.map((draft) => {
        const name = nameOf(draft) ?? say('send.nobodyYet');
        return html`<li>
          <span class="draft-about">
            <a href="/app/send/${draft.id}">${userText(name)}</a>
            <span class="quiet">${factsOf(draft)}</span>
          </span>
          <form method="post" enctype="multipart/form-data" action="/app/send/${draft.id}">
            ${csrfField(csrfToken)} ${placeField(place)}
            <button class="button" type="submit" name="act" value="discard">
              ${say('send.discard')}<span class="visually-hidden">: ${userText(name)}</span>
            </button>
          </form>
        </li>`;
      })}
    </ul>
  </section>`;
}

/** A draft has no title: its first file says most, then its recipients, then its message. */
function nameOf({ firstFile, receivers, message }: DraftOverview): string | undefined {
  if (firstFile !== undefined) return firstFile;
  const people = receivers.slice(0, 3).map((each) => ('email' in each ? each.email : each.group));
  if (people.length > 0) return people.join(', ');
  const [line = ''] = message.trim().split('\n');
  return line === '' ? undefined : line.slice(0, 80);
}
