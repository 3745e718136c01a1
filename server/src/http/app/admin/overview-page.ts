import type { AccountRow } from '../../../domain/administration/account-administration.ts';
import type { DayFigure, DayFigures } from '../../../domain/administration/day-figures.ts';
import type { Outcome } from '../../../domain/administration/outcomes.ts';
import type { Finding, Overview } from '../../../domain/administration/overview.ts';
import { countedUpTo } from '../../../domain/administration/overview.ts';
import { renderCard } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderNote } from '../../html/notes.ts';
import { renderTable } from '../../html/table.ts';
import type { PageReader } from '../frame/frame.ts';
import { accountCell, factorText, seenText } from './account-facts.ts';
import { adminHead } from './admin-parts.ts';
import type { Chart } from './charts.ts';
import { barChart, lineChart, shareChart } from './charts.ts';
import { renderHealth } from './health-card.ts';
import { fullText } from './storage-pages.ts';

const findingTexts = {
  mails_failed: ['admin.look.mailsFailed', 'outbox?state=refused'],
  mails_late: ['admin.look.mailsLate', 'outbox?state=waiting'],
  trail_faulty: ['admin.look.trailFaulty', 'audit'],
  trail_unverified: ['admin.look.trailUnverified', 'audit'],
  disk_filling: ['admin.look.diskFilling', 'storage'],
  disk_full: ['admin.look.diskFull', 'storage'],
  no_mail_server: ['admin.look.noMailServer', 'outbox'],
  keys_beside_data: ['admin.look.keysBesideData', undefined],
  plain_http: ['admin.look.plainHttp', undefined],
  no_public_url: ['admin.look.noPublicUrl', undefined],
} as const satisfies Record<Finding, readonly [text: string, page: string | undefined]>;

export interface OverviewView {
  reader: PageReader;
  overview: Overview;
  days: DayFigures;
  /** Undefined: nothing has ended yet. */
  outcome: Outcome | undefined;
  /** Some of all accounts. */
  accounts: readonly AccountRow[];
}

export function renderOverview(view: OverviewView): Html {
  const { reader, overview } = view;
  const { say } = reader;
  const { findings, faultyParts } = overview;
  return html`${adminHead(reader, '', say('admin.title'), undefined)}
    ${renderFindings(reader, findings, faultyParts.length > 0)}
    <div class="figures">
      ${renderStored(view)} ${renderTransfers(view)} ${renderOutcome(view)} ${renderMails(view)}
    </div>
    <div class="beside">${renderAccounts(view)} ${renderHealth(reader, overview)}</div>`;
}

function renderFindings(
  { say }: PageReader,
  findings: Overview['findings'],
  isFaulty: boolean,
): Html | false {
  // A part that fails has its advice below.
  if (findings.length === 0) return !isFaulty && renderNote('good', say('admin.look.nothing'));
  return html`<section class="stack stack-s" aria-label="${say('admin.look.attention')}">
    ${findings.map((finding) => {
      const [text, page] = findingTexts[finding];
      const act =
        page === undefined
          ? undefined
          : html`<a
              class="button short"
              href="/app/admin/${page}"
              aria-label="${say('admin.show')}: ${say(text)}"
              >${say('admin.show')}</a
            >`;
      return renderNote('warn', say(text), act);
    })}
  </section>`;
}

interface Figure {
  id: string;
  name: string;
  value: string;
  /** What the value is of, in small. */
  of: string | false;
  chart: Chart | false;
  below: Html | string;
}

/** One number that is looked at every day, drawn over time. */
function renderFigure({ id, name, value, of, chart, below }: Figure): Html {
  return html`<section class="card figure" aria-labelledby="figure-${id}">
    <h2 class="figure-name" id="figure-${id}">${name}</h2>
    <p class="figure-value">${value} ${of !== false && html`<span>${of}</span>`}</p>
    ${chart !== false && chart.drawing}
    <div class="small quiet">${below}</div>
    ${chart !== false && chart.values}
  </section>`;
}

function renderStored({ reader, overview: { storage } }: OverviewView): Html {
  const { say, formats } = reader;
  const { bytes, freeBytes } = storage;
  const figures = storage.history.map(([day, value]) => ({ day, value }));
  const write = (value: number): string => formats.size(value);
  return renderFigure({
    id: 'stored',
    name: say('admin.storage'),
    value: write(bytes),
    of: freeBytes !== undefined && `${say('admin.room.free')}: ${write(freeBytes)}`,
    // A line needs two days.
    chart:
      figures.length > 1 && lineChart({ reader, name: say('admin.room.used'), figures, write }),
    below: fullText(reader, storage),
  });
}

function renderTransfers({ reader, overview, days }: OverviewView): Html {
  const { say } = reader;
  return renderFigure({
    id: 'transfers',
    ...drawDays(reader, say('admin.drops'), days.transfers),
    below: html`${say('admin.look.live')}: ${counted(reader, overview.live)}`,
  });
}

function renderMails({ reader, overview, days }: OverviewView): Html {
  const { say, formats } = reader;
  const { mailsWaiting, mailsFailed } = overview;
  return renderFigure({
    id: 'mails',
    ...drawDays(reader, say('admin.outbox'), days.mails),
    below: html`<p>${say('admin.look.waiting')}: ${formats.number(mailsWaiting)}</p>
      ${
        mailsFailed > 0 &&
        html`<p class="trouble">${say('admin.look.failed')}: ${counted(reader, mailsFailed)}</p>`
      }`,
  });
}

/** What was made on each day, and their sum. */
function drawDays(reader: PageReader, name: string, figures: readonly DayFigure[]) {
  const { say, formats } = reader;
  const write = (value: number): string => formats.number(value);
  const sum = figures.reduce((total, { value }) => total + value, 0);
  return {
    name,
    value: write(sum),
    of: say('admin.look.inDays', { count: figures.length }),
    chart: barChart({ reader, name, figures, write }),
  };
}

function renderOutcome({ reader, outcome }: OverviewView): Html | undefined {
  if (outcome === undefined) return undefined;
  const { say, formats } = reader;
  const { receivers, completed, withdrawn } = outcome;
  const share = (count: number): string => formats.percent(count / receivers);
  const name = say('admin.look.inTime');
  const others = say('admin.look.notInTime', {
    missed: share(receivers - completed - withdrawn),
    withdrawn: share(withdrawn),
  });
  return renderFigure({
    id: 'outcome',
    name,
    value: share(completed),
    of: say('admin.look.ofRecipients', { count: receivers }),
    chart: shareChart(`${name}: ${share(completed)}; ${others}`, [
      ['good', completed],
      ['warn', receivers - completed - withdrawn],
      ['quiet', withdrawn],
    ]),
    below: others,
  });
}

/** The bar beside the space of an account is its part of all that is stored. */
function renderAccounts({ reader, overview, accounts }: OverviewView): Html {
  const { say, formats } = reader;
  const { quotas, bytes } = overview.storage;
  return renderCard({
    id: 'accounts',
    title: say('admin.accounts'),
    count: formats.number(quotas.accounts),
    acts: html`<a class="button short" href="/app/admin/accounts#invite"
      >${icon('person-plus', 'icon-s')}${say('admin.account.invite')}</a
    >`,
    body: renderTable<AccountRow>(
      say('admin.accounts'),
      [
        { label: say('admin.account.name'), cell: ({ account }) => accountCell(account) },
        {
          label: say('admin.account.stored'),
          place: 'to',
          cell: ({ storedBytes, hasMoreStored }) =>
            html`<div class="cell-space">
              <progress
                value="${storedBytes}"
                max="${Math.max(1, bytes, storedBytes)}"
                aria-hidden="true"
              ></progress>
              <span class="small quiet">${hasMoreStored && '≥ '}${formats.size(storedBytes)}</span>
            </div>`,
        },
        { label: say('admin.account.secondFactor'), cell: (row) => factorText(reader, row) },
        {
          label: say('admin.account.lastSeen'),
          cell: (row) => html`<span class="small quiet">${seenText(reader, row)}</span>`,
          numeric: true,
        },
      ],
      accounts,
    ),
  });
}

function counted({ say, formats }: PageReader, count: number): string {
  return count < countedUpTo
    ? formats.number(count)
    : say('admin.moreThan', { count: countedUpTo });
}
