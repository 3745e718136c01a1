import type { AppearancePart } from '../../../domain/administration/appearance-administration.ts';
import { appearanceSettings, ourAppearance } from '../../../domain/model/appearance.ts';
import { html } from '../../html/html.ts';
import type { Html } from '../../html/html.ts';
import { userText } from '../../html/html.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, errorSummary, field, fileField } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { actForm, adminHead } from './admin-parts.ts';

/** What the fields hold. */
export interface AppearanceFields {
  serviceName: string;
  accentColor: string;
  supportAddress: string;
}

export interface AppearanceView {
  reader: PageReader;
  csrfToken: string;
  notice: Html | undefined;
  problems: readonly FieldProblem[];
  fields: AppearanceFields;
  /** What the operator has set: it is shown, and has no field. */
  fixed: ReadonlySet<AppearancePart>;
  /** Whether administrators chose a logo. */
  hasOwnLogo: boolean;
  /** How the service is called now. */
  now: { serviceName: string; supportAddress: string | undefined };
  maxLogoBytes: number;
  preview: Html;
  sheet: Html;
}

const script = html`<script type="module" src="/assets/appearance.js"></script>`;

export function appearancePage(view: AppearanceView): AppPage {
  const { reader, csrfToken, problems, fixed } = view;
  const { say } = reader;
  const title = say('admin.appearance.title');
  const isOpen = fixed.size < Object.keys(appearanceSettings).length;
  const body = html`${adminHead(reader, 'appearance', title, errorSummary(problems, say) ?? view.notice)}
    <p class="quiet">${say('admin.appearance.lead')}</p>
    <form
      class="appearance"
      method="post"
      action="/app/admin/appearance"
      enctype="multipart/form-data"
      data-appearance
    >
      ${csrfField(csrfToken)}
      <section class="card card-pad stack stack-s" aria-label="${title}">
        ${nameField(view)} ${colorField(view)} ${addressField(view)} ${logoField(view)}
        ${
          isOpen &&
          html`<div class="acts">
            <button class="button primary" type="submit" name="act" value="save">
              ${say('admin.account.save')}
            </button>
            <button class="button" type="submit" name="act" value="preview">
              ${say('admin.appearance.preview')}
            </button>
          </div>`
        }
      </section>
      <div data-preview>${view.preview}</div>
    </form>
    ${
      isOpen &&
      html`<section class="zone" aria-labelledby="reset-title">
        <div>
          <h2 id="reset-title">${say('admin.appearance.reset')}</h2>
          <p class="small quiet">${say('admin.appearance.resetText')}</p>
        </div>
        ${actForm(csrfToken, 'appearance/reset', say('admin.appearance.reset'), 'danger')}
      </section>`
    }`;
  return { title, body, script: html`${view.sheet}${script}` };
}

function nameField({ reader: { say }, fields, fixed, problems, now }: AppearanceView): Html {
  const label = say('admin.appearance.name');
  if (fixed.has('serviceName')) return fixedField(say, 'serviceName', label, now.serviceName);
  return field({
    ...{ name: 'serviceName', label, value: fields.serviceName, problems },
    hint: say('admin.appearance.defaultIs', { value: ourAppearance.serviceName }),
  });
}

function colorField({ reader: { say }, fields, fixed, problems }: AppearanceView): Html {
  const label = say('admin.appearance.color');
  if (fixed.has('accentColor')) return fixedField(say, 'accentColor', label, fields.accentColor);
  return html`<div data-color="${label}" data-usual="${ourAppearance.accentColor}">
    ${field({
      ...{ name: 'accentColor', label, value: fields.accentColor, problems },
      hint: say('admin.appearance.colorHint'),
    })}
  </div>`;
}

function addressField({ reader: { say }, fields, fixed, problems, now }: AppearanceView): Html {
  const label = say('admin.appearance.address');
  if (fixed.has('supportAddress')) {
    return fixedField(say, 'supportAddress', label, now.supportAddress ?? '');
  }
  return field({
    ...{ name: 'supportAddress', label, value: fields.supportAddress, problems, type: 'email' },
    hint: say('admin.appearance.addressHint'),
  });
}

function logoField(view: AppearanceView): Html {
  const { reader, fixed, hasOwnLogo, problems } = view;
  const { say, formats } = reader;
  const label = say('admin.appearance.logo');
  const now = html`<img class="appearance-logo" src="/assets/logo" alt="" />`;
  if (fixed.has('logo')) return html`${fixedField(say, 'logo', label, '')}${now}`;
  const problem = problems.find(({ field: name }) => name === 'file');
  return html`${fileField(
    label,
    say('admin.appearance.logoHint', { size: formats.size(view.maxLogoBytes) }),
    'image/png,image/svg+xml,.png,.svg',
  )}
  ${now} ${problem !== undefined && html`<p class="problem">${problem.text}</p>`}
  ${
    hasOwnLogo &&
    html`<label class="check"
      ><input type="checkbox" name="withoutLogo" value="on" /><span
        >${say('admin.appearance.removeLogo')}</span
      ></label
    >`
  }`;
}

function fixedField(
  say: PageReader['say'],
  part: AppearancePart,
  label: string,
  value: string,
): Html {
  return html`<div class="field">
    <p class="label">${label}</p>
    ${value !== '' && html`<p>${userText(value)}</p>`}
    <p class="hint">${say('admin.appearance.fixed', { setting: appearanceSettings[part] })}</p>
  </div>`;
}
