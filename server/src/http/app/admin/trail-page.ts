import type { AuditPage } from '../../../domain/administration/audit-search.ts';
import { namesFile } from '../../../domain/administration/audit-search.ts';
import type { TrailCheck } from '../../../domain/administration/trail-checks.ts';
import type { AuditRecord } from '../../../domain/model/audit.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderEmpty } from '../../html/notes.ts';
import { renderTableCard } from '../../html/table.ts';
import { userAddress } from '../../link-pages/page-parts.ts';
import { csrfField, field } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';
import { actForm, adminHead, filterForm, pageLink } from './admin-parts.ts';

export interface AuditFilterView {
  who: string;
  action: string;
  object: string;
  /** Days, as the browser writes them. */
  from: string;
  until: string;
}

export interface AuditView {
  reader: PageReader;
  csrfToken: string;
  filter: AuditFilterView;
  page: AuditPage;
  check: (TrailCheck & { isRunning: boolean }) | undefined;
  notice: Html | undefined;
}

export function renderAudit({ reader, csrfToken, filter, page, check, notice }: AuditView): Html {
  const { say } = reader;
  return html`${adminHead(reader, 'audit', say('admin.audit'), notice)}
    ${filterForm('audit', say, [
      field({ name: 'who', label: say('admin.trail.who'), value: filter.who, type: 'search' }),
      field({
        name: 'action',
        label: say('admin.trail.action'),
        value: filter.action,
        type: 'search',
      }),
      field({
        name: 'object',
        label: say('admin.trail.object'),
        value: filter.object,
        type: 'search',
      }),
      field({ name: 'from', label: say('admin.trail.from'), value: filter.from, type: 'date' }),
      field({ name: 'until', label: say('admin.trail.until'), value: filter.until, type: 'date' }),
    ])}
    ${
      page.records.length === 0
        ? renderEmpty('search', say('admin.nothing'))
        : renderTableCard<AuditRecord>(
            say('admin.audit'),
            [
              {
                label: say('admin.trail.time'),
                cell: (record) =>
                  html`<time class="nowrap" datetime="${new Date(record.at).toISOString()}"
                    >${reader.formats.exact(record.at)}</time
                  >`,
              },
              { label: say('admin.trail.who'), cell: ({ actor }) => userAddress(actor) },
              {
                label: say('admin.trail.source'),
                cell: ({ source }) => userText(source),
              },
              {
                label: say('admin.trail.action'),
                cell: ({ action }) => html`<span title="${action}">${wordsOfAction(action)}</span>`,
              },
              {
                label: say('admin.trail.object'),
                cell: (record) =>
                  namesFile(record) ? say('admin.trail.hiddenName') : userAddress(record.object),
              },
              {
                label: say('admin.trail.outcome'),
                cell: ({ outcome }) => say(`admin.trail.${outcome}`),
              },
            ],
            page.records,
          )
    }
    ${
      page.older !== undefined &&
      pageLink('audit', { ...filter, after: page.older }, say('admin.trail.older'))
    }
    <div class="card rows">
      <section class="card-line" aria-labelledby="verify-title">
        <div>
          <h2 id="verify-title">${say('admin.trail.verify')}</h2>
          <p class="quiet" data-live="/app/admin/audit/check" role="status">
            ${checkText(reader, check)}
          </p>
        </div>
        ${actForm(csrfToken, 'audit/verify', say('admin.trail.verify'))}
      </section>
      <section class="card-line" aria-labelledby="export-title">
        <div>
          <h2 id="export-title">${say('admin.trail.export')}</h2>
          <p class="quiet">${say('admin.trail.exportText')}</p>
        </div>
        <form class="acts" method="post" action="/app/admin/audit/export">
          ${csrfField(csrfToken)}
          <button class="button" type="submit" name="format" value="csv">
            ${icon('download')}${say('admin.trail.csv')}
          </button>
          <button class="button" type="submit" name="format" value="json">
            ${icon('download')}${say('admin.trail.json')}
          </button>
        </form>
      </section>
    </div>`;
}

/** An action is known by its code, which filters, exports and the documentation have. */
function wordsOfAction(action: string): string {
  return action.replaceAll(/[._]/g, ' ');
}

export function checkText({ say, formats }: PageReader, check: AuditView['check']): string {
  if (check === undefined) return say('admin.trail.never');
  const count = check.records;
  if (check.isRunning) return say('admin.trail.running', { count });
  if (check.endedAt === undefined) return say('admin.trail.stopped');
  const date = formats.dateTime(check.endedAt);
  return check.fault === undefined
    ? say('admin.trail.whole', { date, count })
    : say('admin.trail.faulty', { date, record: formats.number(check.fault.sequence) });
}
