import type { InboxItem } from '../../../domain/model/inbox-item.ts';
import type { SentDrop } from '../../../domain/model/sent.ts';
import { factsLine, renderCard } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import type { IconName } from '../../html/icons.ts';
import { icon } from '../../html/icons.ts';
import type { Tone } from '../../html/notes.ts';
import { dropName, receiversOf } from '../frame/drop-parts.ts';
import type { PageReader } from '../frame/frame.ts';
import { when } from '../frame/when.ts';
import { senderOf } from '../inbox/inbox-list.ts';

/** Something that the person should look at, with the acts that settle it. */
interface Need {
  tone: Tone;
  picture: IconName;
  /** What follows `/app/` in the address of its page. */
  page: string;
  text: string;
  facts: readonly (Html | string)[];
  acts: readonly { page: string; text: string }[];
  /** What the acts are about. */
  name: Html;
}

interface News {
  undelivered: readonly SentDrop[];
  ending: readonly SentDrop[];
  items: readonly InboxItem[];
}

/** What failed comes first, then what ends soon, then what came. */
export function needsOf({ undelivered, ending, items }: News, reader: PageReader): Need[] {
  const failed = new Set(undelivered.map(({ dispatch }) => dispatch.id));
  return [
    ...undelivered.map((drop) => failedNeed(drop, reader)),
    ...ending
      .filter(({ dispatch }) => !failed.has(dispatch.id))
      .map((drop) => endingNeed(drop, reader)),
    ...items
      .filter(({ kind, seenAt }) => kind === 'return' && seenAt === undefined)
      .map((item) => answeredNeed(item, reader)),
  ];
}

function failedNeed(drop: SentDrop, reader: PageReader): Need {
  const { say } = reader;
  const page = `sent/${drop.dispatch.id}`;
  const name = dropName(drop, reader);
  return {
    ...{ tone: 'bad', picture: 'alert', page, name },
    text: say('sent.undelivered'),
    facts: [name, receiversOf(drop, reader)],
    // The page of the transfer begins with those who were not reached.
    acts: [{ page, text: say('sent.receiver.correct') }],
  };
}

function endingNeed(drop: SentDrop, reader: PageReader): Need {
  const { say } = reader;
  const { id, expiresAt } = drop.dispatch;
  const name = dropName(drop, reader);
  const ask = (act: string) => `sent/many?act=${act}&id=${id}`;
  return {
    ...{ tone: 'warn', picture: 'hourglass', page: `sent/${id}`, name },
    text: say('home.notFetched', { count: drop.receiverCount - drop.fetchedCount }),
    facts: [name, html`${say('sent.expires')} ${when(reader, expiresAt)}`],
    acts: [
      { page: ask('extend'), text: say('sent.drop.extend') },
      { page: ask('remind'), text: say('sent.many.remind') },
    ],
  };
}

function answeredNeed(item: InboxItem, reader: PageReader): Need {
  const { say, formats } = reader;
  const page = `inbox/${item.token}`;
  const name = userText(senderOf(item, reader));
  return {
    ...{ tone: 'accent', picture: 'inbox', page, name },
    text: say('home.answered'),
    facts: [
      name,
      say('inbox.fileCount', { count: item.files, size: formats.size(item.bytes) }),
      when(reader, item.createdAt),
    ],
    acts: [{ page, text: say('requests.openItem') }],
  };
}

export function renderNeeds(needs: readonly Need[], reader: PageReader): Html | undefined {
  if (needs.length === 0) return undefined;
  const { say, formats } = reader;
  return renderCard({
    id: 'needs',
    title: say('home.needs'),
    count: formats.number(needs.length),
    body: html`<ul class="rows">
      ${needs.map(renderNeed)}
    </ul>`,
  });
}

function renderNeed({ tone, picture, page, text, facts, acts, name }: Need): Html {
  return html`<li>
    <div class="row row-stack">
      <span class="file-tile is-${tone}">${icon(picture)}</span>
      <span class="row-words"
        ><a class="row-link" href="/app/${page}">${text}</a> ${factsLine(facts)}</span
      >
      <span class="row-end"
        >${acts.map(
          (act) =>
            html`<a class="button short" href="/app/${act.page}"
              >${act.text}<span class="hidden-text">: ${name}</span></a
            >`,
        )}</span
      >
    </div>
  </li>`;
}
