import { day } from '../../../domain/model/clock.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import type { SentDrop } from '../../../domain/model/sent.ts';
import { crumb, factsLine, renderHead } from '../../html/cards.ts';
import { fileTile } from '../../html/file-kind.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { StateName } from '../../html/states.ts';
import { renderState } from '../../html/states.ts';
import { dropName, filesOf, receiversOf, stateOf } from '../frame/drop-parts.ts';
import { csrfField } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { selectField } from '../frame/select-field.ts';
import type { Acted, ManyAct, Outcome } from './many-acts.ts';

/** What stands chosen. */
export const usualDays = 7;

export interface ManyView {
  reader: PageReader;
  csrfToken: string;
  act: ManyAct;
  drops: readonly SentDrop[];
  /** The days from now that can be chosen. */
  days: readonly number[];
  now: Instant;
}

/** Asks before an act on several drops, and names them. */
export function askForManyPage(view: ManyView): AppPage {
  const { reader, csrfToken, act, drops, days, now } = view;
  const { say, formats } = reader;
  const { title, text, button } = wordsOf(act, reader);
  const body = html`${renderHead(title, { above: crumb('sent', say('sent.title')) })}
    <form class="card settings-body" method="post" action="/app/sent/many">
      ${csrfField(csrfToken)}
      <input type="hidden" name="act" value="${act}" />
      ${drops.map(({ dispatch }) => html`<input type="hidden" name="id" value="${dispatch.id}" />`)}
      <ul class="rows">
        ${drops.map((drop) => renderRow(drop, reader, stateOf(drop, now, reader)))}
      </ul>
      <div class="card-pad stack stack-s">
        <p>${text}</p>
        ${
          act === 'extend' &&
          selectField({
            name: 'days',
            label: say('sent.many.days'),
            value: String(usualDays),
            options: days.map((count) => ({
              value: String(count),
              text: formats.timeLeft(count * day),
            })),
          })
        }
        <div class="acts">
          <a class="button" href="/app/sent">${say('sent.drop.cancel')}</a>
          <button class="button ${act === 'withdraw' ? 'danger-strong' : 'primary'}" type="submit">
            ${button}
          </button>
        </div>
      </div>
    </form>`;
  return { title, body };
}

function wordsOf(act: ManyAct, { say }: PageReader) {
  switch (act) {
    case 'extend':
      return {
        title: say('sent.many.extendTitle'),
        text: say('sent.many.extendText'),
        button: say('sent.drop.extend'),
      };
    case 'remind':
      return {
        title: say('sent.many.remindTitle'),
        text: say('sent.many.remindText'),
        button: say('sent.many.remind'),
      };
    case 'withdraw':
      return {
        title: say('sent.drop.revokeTitle'),
        text: say('sent.drop.revokeText'),
        button: say('sent.drop.revoke'),
      };
  }
}

const looks: Record<Outcome, StateName> = {
  extended: 'done',
  reminded: 'done',
  withdrawn: 'withdrawn',
  ended: 'expired',
  later: 'active',
  waiting: 'waiting',
  nobody: 'done',
  mails: 'warning',
  refused: 'warning',
};

function outcomeText(outcome: Outcome, { say }: PageReader): string {
  return outcome === 'withdrawn'
    ? say('sent.states.revoked')
    : say(`sent.many.outcomes.${outcome}`);
}

/** What became of each. */
export function manyDonePage(acted: readonly Acted[], reader: PageReader): AppPage {
  const { say, formats } = reader;
  const title = say('sent.many.result');
  const counts = Map.groupBy(acted, ({ outcome }) => outcome);
  const sums = Array.from(
    counts,
    ([outcome, { length }]) => `${outcomeText(outcome, reader)}: ${formats.number(length)}`,
  );
  const body = html`${renderHead(title, {
      above: crumb('sent', say('sent.title')),
      lead: html`<div role="status">${factsLine(sums)}</div>`,
    })}
    <section class="card settings-body" aria-label="${title}">
      <ul class="rows">
        ${acted.map(({ drop, outcome }) =>
          renderRow(drop, reader, renderState(looks[outcome], outcomeText(outcome, reader))),
        )}
      </ul>
    </section>`;
  return { title, body };
}

function renderRow(drop: SentDrop, reader: PageReader, end: Html): Html {
  return html`<li>
    <div class="row row-stack">
      ${fileTile({ name: drop.firstFile ?? '' })}
      <span class="row-words"
        ><a class="row-link truncate" href="/app/sent/${drop.dispatch.id}"
          >${dropName(drop, reader)}</a
        >
        ${factsLine([receiversOf(drop, reader), filesOf(drop, reader)])}</span
      >
      <span class="row-end">${end}</span>
    </div>
  </li>`;
}
