import type { Overview } from '../../../domain/administration/overview.ts';
import { renderCard } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderState } from '../../html/states.ts';
import type { PageReader } from '../frame/frame.ts';
import { when } from '../frame/when.ts';

/** What an administrator can look at, and the checks of the server's health that are about it. */
const parts = {
  database: ['database'],
  files: ['files'],
  keys: ['keys', 'cipher'],
  space: ['space'],
  mail: ['outbox', 'mail'],
  sms: ['sms'],
  clock: ['clock'],
} as const satisfies Record<string, readonly string[]>;

type Part = keyof typeof parts | 'server';

const names = [...(Object.keys(parts) as (keyof typeof parts)[]), 'server'] as const;
const known = new Set<string>(Object.values(parts).flat());

/** Every part of the server, whether it works and, where it does not, what to do. Other checks are the server's own. */
export function renderHealth(
  reader: PageReader,
  { faultyParts, verifiedAt }: Pick<Overview, 'faultyParts' | 'verifiedAt'>,
): Html {
  const { say } = reader;
  const isFaulty = (part: Part): boolean =>
    faultyParts.some((check) =>
      part === 'server' ? !known.has(check) : (parts[part] as readonly string[]).includes(check),
    );
  const faults = names.filter(isFaulty).length;
  const notices = say('admin.health.notices', { count: faults });
  return renderCard({
    id: 'health',
    title: say('admin.health.title'),
    acts: faults > 0 ? renderState('warning', notices) : undefined,
    isPadded: true,
    body: html`<ul class="checklist">
      ${names.map((part) =>
        isFaulty(part)
          ? html`<li>
              <span class="attention">${icon('alert')}</span>
              <span class="row-words"
                ><strong>${say(`admin.health.${part}`)}</strong>
                <span>${say(`admin.health.${part}Advice`)}</span></span
              >
            </li>`
          : html`<li>
              <span class="ok">${icon('check-ring')}</span>
              <span class="row-words"
                ><strong>${say(`admin.health.${part}`)}</strong>
                <span class="small quiet">${say('admin.health.fine')}</span></span
              >
            </li>`,
      )}
      <li>
        <span class="quiet">${icon('shield-check')}</span>
        <span class="row-words"
          ><strong>${say('admin.look.verified')}</strong>
          <span class="small quiet"
            >${verifiedAt === undefined ? say('admin.trail.never') : when(reader, verifiedAt)}</span
          ></span
        >
      </li>
    </ul>`,
  });
}
