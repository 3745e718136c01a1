import type { Finding, Overview } from '../../../domain/administration/overview.ts';
import { countedUpTo } from '../../../domain/administration/overview.ts';
import type { ExpiryDay, StorageReport } from '../../../domain/administration/storage.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { renderTable } from '../../html/table.ts';
import type { PageReader } from '../frame/frame.ts';
import { adminHead, facts, moment } from './admin-parts.ts';

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
    <p>${fullText(reader, report)}</p>
    <section class="panel" aria-labelledby="forecast-title">
      <h2 id="forecast-title">${say('admin.room.forecast')}</h2>
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
                  class="admin-bar"
                ></meter>`,
          },
        ],
        expiring.filter(({ files }) => files > 0),
      )}
      <p>${say('admin.room.later')}: ${formats.size(laterBytes)}</p>
    </section>
    <p>${say('admin.room.measured', { date: formats.dateTime(report.at) })}</p>`;
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
}

export function renderOverview({ reader, overview }: OverviewView): Html {
  const { say, formats } = reader;
  const { findings, faultyParts, storage, verifiedAt } = overview;
  const counted = (count: number) =>
    count < countedUpTo ? formats.number(count) : say('admin.moreThan', { count: countedUpTo });
  return html`${adminHead(reader, '', say('admin.title'), undefined)}
    <section class="panel" aria-labelledby="findings-title">
      <h2 id="findings-title">${say('admin.look.attention')}</h2>
      ${
        findings.length + faultyParts.length === 0
          ? html`<p>${say('admin.look.nothing')}</p>`
          : html`<ul class="admin-findings">
              ${findings.map((finding) => {
                const [text, page] = findingTexts[finding];
                return page === undefined
                  ? html`<li>${say(text)}</li>`
                  : html`<li><a href="/app/admin/${page}">${say(text)}</a></li>`;
              })}
              ${
                faultyParts.length > 0 &&
                html`<li>${say('admin.look.faultyParts', { parts: faultyParts.join(', ') })}</li>`
              }
            </ul>`
      }
    </section>
    ${facts([
      ...roomFacts(reader, storage),
      [say('admin.look.live'), counted(overview.live)],
      [say('admin.look.waiting'), formats.number(overview.mailsWaiting)],
      [say('admin.look.failed'), counted(overview.mailsFailed)],
      [
        say('admin.look.verified'),
        verifiedAt === undefined ? say('admin.trail.never') : moment(reader, verifiedAt),
      ],
    ])}
    <p>${fullText(reader, storage)}</p>`;
}
