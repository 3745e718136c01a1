import type { DraftOverview } from '../../../domain/model/draft.ts';
import { factsLine, renderCard } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { csrfField } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';
import { when } from '../frame/when.ts';
import type { DraftPlace } from './discarding.ts';
import { placeField } from './discarding.ts';

/** The drafts that a person has not sent, each with a button that discards it. Nothing where there are none. */
export function renderDrafts(
  reader: PageReader,
  drafts: readonly DraftOverview[],
  csrfToken: string,
  place: DraftPlace,
): Html | undefined {
  if (drafts.length === 0) return undefined;
  const { say, formats } = reader;

  function factsOf({ files, bytes, changedAt }: DraftOverview): Html {
    return factsLine([
      ...(files === 0 ? [] : [say('send.countFiles', { count: files }), formats.size(bytes)]),
      when(reader, changedAt),
    ]);
  }

  return renderCard({
    id: 'drafts',
    title: say('send.unfinished'),
    body: html`<ul class="rows">
      ${drafts.map((draft) => {
        const name = nameOf(draft) ?? say('send.nobodyYet');
        return html`<li>
          <div class="row row-stack">
            <span class="file-tile">${icon('pencil')}</span>
            <span class="row-words"
              ><a class="row-link clamp" href="/app/send/${draft.id}">${userText(name)}</a>
              ${factsOf(draft)}</span
            >
            <form
              class="row-end"
              method="post"
              enctype="multipart/form-data"
              action="/app/send/${draft.id}"
            >
              ${csrfField(csrfToken)} ${placeField(place)}
              <button class="button quiet-button short" type="submit" name="act" value="discard">
                ${say('send.discard')}<span class="hidden-text">: ${userText(name)}</span>
              </button>
            </form>
          </div>
        </li>`;
      })}
    </ul>`,
  });
}

/** Its title; without one its first file says most, then its recipients, then its message. */
function nameOf({ title, firstFile, receivers, message }: DraftOverview): string | undefined {
  if (title.trim() !== '') return title;
  if (firstFile !== undefined) return firstFile;
  const people = receivers.slice(0, 3).map((each) => ('email' in each ? each.email : each.group));
  if (people.length > 0) return people.join(', ');
  const [line = ''] = message.trim().split('\n');
  return line === '' ? undefined : line.slice(0, 80);
}
