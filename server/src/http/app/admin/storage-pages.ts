import type { Finding, Overview } from '../../../domain/administration/overview.ts';
import { countedUpTo } from '../../../domain/administration/overview.ts';
import type { DayFigures } from '../../../domain/administration/day-figures.ts';
import type { ExpiryDay, StorageReport } from '../../../domain/administration/storage.ts';
import { renderCard } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderNote } from '../../html/notes.ts';
import { renderTable } from '../../html/table.ts';
import type { PageReader } from '../frame/frame.ts';
import { when, whenIn } from '../frame/when.ts';
import { adminHead, facts } from './admin-parts.ts';
import type { ChartView } from './charts.ts';
import { barChart, lineChart } from './charts.ts';
import { renderHealth } from './health-card.ts';

export interface StorageView {
  reader: PageReader;
  report: StorageReport;
}

export function renderStorage({ reader, report }: StorageView): Html {
  const { say, formats } = reader;
  const { expiring, laterBytes } = report;
  const most = Math.max(1, ...expiring.map(({ bytes }) => bytes));
  return html`${adminHead(reader, 'storage', say('admin.storage'), undefined)}
    ${facts([
      ...roomFacts(reader, report),
      [say('admin.room.unsent'), formats.size(report.unsentBytes)],
      [say('admin.room.limits'), limitText(reader, report)],
    ])}
    ${renderNote('accent', fullText(reader, report), undefined, 'disk')}
    <section class="card" aria-labelledby="forecast-title">
      <div class="card-head"><h2 id="forecast-title">${say('admin.room.forecast')}</h2></div>
      ${renderTable<ExpiryDay>(
        say('admin.room.forecast'),
        [
          {
            label: say('admin.room.day'),
            cell: ({ day }) => html`<time datetime="${day}">${formats.utcDay(day)}</time>`,
          },
          {
            label: say('admin.room.amount'),
            cell: ({ files, bytes }) =>
              html`${say('admin.filesOf', { count: files, size: formats.size(bytes) })}
                <meter
                  min="0"
                  max="${most}"
                  value="${bytes}"
                  aria-hidden="true"
                  class="meter"
                ></meter>`,
          },
        ],
        expiring.filter(({ files }) => files > 0),
      )}
      <p class="card-foot">${say('admin.room.later')}: ${formats.size(laterBytes)}</p>
    </section>
    <p class="small quiet">
      ${whenIn(reader, report.at, (date) => say('admin.room.measured', { date }))}
    </p>`;
}

function roomFacts(
  { say, formats }: PageReader,
  { files, bytes, freeBytes }: StorageReport,
): (readonly [string, string])[] {
  return [
    [say('admin.room.used'), say('admin.filesOf', { count: files, size: formats.size(bytes) })],
    [
      say('admin.room.free'),
      freeBytes === undefined ? say('admin.room.noEnd') : formats.size(freeBytes),
    ],
  ];
}

function limitText({ say, formats }: PageReader, report: StorageReport): string {
  const { quotas, defaultQuotaBytes } = report;
  if (defaultQuotaBytes === undefined && quotas.own < quotas.accounts) {
    return say('admin.room.noLimit');
  }
  const others = (quotas.accounts - quotas.own) * (defaultQuotaBytes ?? 0);
  return say('admin.room.limitSum', { size: formats.size(quotas.ownBytes + others) });
}

function fullText({ say }: PageReader, { fullIn, freeBytes }: StorageReport): string {
  if (freeBytes === undefined) return say('admin.room.noEnd');
  if (fullIn.kind === 'days') return say('admin.room.full', { count: fullIn.days });
  return say(fullIn.kind === 'shrinking' ? 'admin.room.notGrowing' : 'admin.room.fullUnknown');
}

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
}

export function renderOverview(view: OverviewView): Html {
  const { reader, overview } = view;
  const { say, formats } = reader;
  const { findings, faultyParts, storage, verifiedAt } = overview;
  const counted = (count: number) =>
    count < countedUpTo ? formats.number(count) : say('admin.moreThan', { count: countedUpTo });
  return html`${adminHead(reader, '', say('admin.title'), undefined)}
    ${renderFindings(reader, findings, faultyParts.length > 0)} ${renderCharts(view)}
    ${renderFigures([
      ...roomFacts(reader, storage),
      [say('admin.look.live'), counted(overview.live)],
      [say('admin.look.waiting'), formats.number(overview.mailsWaiting)],
      [say('admin.look.failed'), counted(overview.mailsFailed)],
    ])}
    <div class="beside">
      ${facts([
        [say('admin.storage'), fullText(reader, storage)],
        [
          say('admin.look.verified'),
          verifiedAt === undefined ? say('admin.trail.never') : when(reader, verifiedAt),
        ],
      ])}
      ${renderHealth(reader, faultyParts)}
    </div>`;
}

/** Storage, transfers and e-mails over days. */
function renderCharts({ reader, overview, days }: OverviewView): Html {
  const { say, formats } = reader;
  const stored = overview.storage.history.map(([day, value]) => ({ day, value }));
  const count = (value: number): string => formats.number(value);
  const size = (value: number): string => formats.size(value);
  const charts: (ChartView & { draw: typeof barChart })[] = [
    { reader, name: say('admin.room.used'), figures: stored, write: size, draw: lineChart },
    { reader, name: say('admin.drops'), figures: days.transfers, write: count, draw: barChart },
    { reader, name: say('admin.outbox'), figures: days.mails, write: count, draw: barChart },
  ];
  return html`<div class="figures">
    ${charts
      // A line needs two days.
      .filter(({ figures }) => figures.length > 1)
      .map(
        ({ draw, ...view }, index) =>
          html`<section class="card figure" aria-labelledby="chart-${index}">
            <h2 class="figure-name" id="chart-${index}">${view.name}</h2>
            ${draw(view)}
          </section>`,
      )}
  </div>`;
}

function renderFindings(
  { say }: PageReader,
  findings: Overview['findings'],
  isFaulty: boolean,
): Html | false {
  // A part that fails has its advice below.
  if (findings.length === 0) return !isFaulty && renderNote('good', say('admin.look.nothing'));
  return renderCard({
    id: 'findings',
    title: say('admin.look.attention'),
    isPadded: true,
    body: html`<ul class="checklist">
      ${findings.map((finding) => {
        const [text, page] = findingTexts[finding];
        return html`<li>
          <span class="attention">${icon('alert')}</span>
          ${
            page === undefined
              ? html`<span>${say(text)}</span>`
              : html`<a href="/app/admin/${page}">${say(text)}</a>`
          }
        </li>`;
      })}
    </ul>`,
  });
}

/** Each in a card: what is looked at every day. */
function renderFigures(figures: readonly (readonly [string, string])[]): Html {
  return html`<ul class="figures">
    ${figures.map(
      ([name, value]) =>
        html`<li class="card figure">
          <span class="figure-name">${name}</span>
          <span class="figure-value">${value}</span>
        </li>`,
    )}
  </ul>`;
}
