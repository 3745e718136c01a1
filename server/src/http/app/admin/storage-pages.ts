import type { ExpiryDay, StorageReport } from '../../../domain/administration/storage.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { renderNote } from '../../html/notes.ts';
import { renderTable } from '../../html/table.ts';
import type { PageReader } from '../frame/frame.ts';
import { whenIn } from '../frame/when.ts';
import { adminHead, facts } from './admin-parts.ts';

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
      [
        say('admin.room.used'),
        say('admin.filesOf', { count: report.files, size: formats.size(report.bytes) }),
      ],
      [
        say('admin.room.free'),
        report.freeBytes === undefined ? say('admin.room.noEnd') : formats.size(report.freeBytes),
      ],
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

function limitText({ say, formats }: PageReader, report: StorageReport): string {
  const { quotas, defaultQuotaBytes } = report;
  if (defaultQuotaBytes === undefined && quotas.own < quotas.accounts) {
    return say('admin.room.noLimit');
  }
  const others = (quotas.accounts - quotas.own) * (defaultQuotaBytes ?? 0);
  return say('admin.room.limitSum', { size: formats.size(quotas.ownBytes + others) });
}

/** When the disk will be full, as far as its growth tells. */
export function fullText({ say }: PageReader, { fullIn, freeBytes }: StorageReport): string {
  if (freeBytes === undefined) return say('admin.room.noEnd');
  if (fullIn.kind === 'days') return say('admin.room.full', { count: fullIn.days });
  return say(fullIn.kind === 'shrinking' ? 'admin.room.notGrowing' : 'admin.room.fullUnknown');
}
