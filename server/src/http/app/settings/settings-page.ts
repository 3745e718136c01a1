import type { SecondFactorMode } from '../../../domain/model/receiver-code.ts';
import type { OwnSettings } from '../../../domain/people/own-settings.ts';
import { renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { languageChoices } from '../../link-pages/page-parts.ts';
import { switchBox } from '../frame/checkbox.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, errorSummary, field, doneNotice } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { selectField } from '../frame/select-field.ts';
import { settingsFrame } from '../frame/settings-frame.ts';

/** What people set on a page of its own, each with its form. */
export type SettingsPlace = 'you' | 'sending' | 'notices';

interface SettingsView {
  reader: PageReader;
  token: string;
  email: string;
  settings: OwnSettings;
  /** The time zone of those who chose none. */
  defaultTimeZone: string;
  /** What is in the field of the lifetime. */
  days: string;
  /** Says which lifetimes can be chosen. */
  daysHint: string;
  /** The ways for receivers to prove who they are that can be chosen. */
  secondFactors: readonly SecondFactorMode[];
  /** Whether the keys of lists work in this browser. */
  hasKeys: boolean;
  problems: readonly FieldProblem[];
  /** What the form before has done. */
  done: 'saved' | undefined;
}

const timeZones = Intl.supportedValuesOf('timeZone');

const paths = { you: '', sending: '/sending', notices: '/notices' } as const;

const contents: Record<SettingsPlace, (view: SettingsView) => Html> = {
  you: renderYou,
  sending: renderSending,
  notices: renderNotices,
};

/** What a person sets for themselves, one place of it. */
export function settingsPage(place: SettingsPlace, view: SettingsView): AppPage {
  const { reader, problems } = view;
  const { say } = reader;
  const title = say('app.settings');
  const form = html`<form
    class="card card-pad stack"
    method="post"
    action="/app/settings${paths[place]}"
  >
    <h2>${say(`settings.places.${place}`)}</h2>
    ${csrfField(view.token)} ${contents[place](view)}
    <div class="acts">
      <button class="button primary" type="submit">${say('settings.save')}</button>
    </div>
  </form>`;
  const address = say('settings.address', { address: view.email });
  const body = html`${renderHead(title, { lead: html`<p class="quiet">${address}</p>` })}
  ${doneNotice(view.done, () => say('settings.saved'))} ${errorSummary(problems, say)}
  ${settingsFrame(reader, place, form)}`;
  return { title, body, ...(problems.length > 0 ? { status: 422 } : {}) };
}

function renderYou({ reader, settings, hasKeys, problems }: SettingsView): Html {
  const { say } = reader;
  return html`${field({
      name: 'displayName',
      label: say('settings.displayName'),
      hint: say('settings.displayNameHint'),
      value: settings.displayName,
      autocomplete: 'name',
      problems,
    })}
    ${selectField({
      name: 'language',
      label: say('settings.language'),
      hint: say('settings.languageHint'),
      value: reader.language,
      options: languageChoices.map(({ language, name }) => ({ value: language, text: name })),
      problems,
    })}
    <fieldset class="field">
      <legend class="label">${say('settings.keys')}</legend>
      ${switchBox('keys', say('settings.keysLabel'), hasKeys)}
    </fieldset>`;
}

function renderSending(view: SettingsView): Html {
  const { reader, settings, problems } = view;
  const { say } = reader;
  return html`<div class="fields-two">
      ${field({
        name: 'defaultDays',
        label: say('settings.defaultDays'),
        hint: view.daysHint,
        value: view.days,
        inputmode: 'numeric',
        problems,
      })}
      ${selectField({
        name: 'timeZone',
        label: say('settings.timeZone'),
        hint: say('settings.timeZoneHint'),
        value: settings.timeZone ?? '',
        options: [
          { value: '', text: say('settings.defaultTimeZone', { zone: view.defaultTimeZone }) },
          ...timeZoneOptions(settings.timeZone),
        ],
        problems,
      })}
    </div>
    ${selectField({
      name: 'secondFactor',
      label: say('send.code.label'),
      hint: say('settings.secondFactorHint'),
      value: settings.secondFactor,
      options: view.secondFactors.map((mode) => ({
        value: mode,
        text: say(`send.code.${mode}`),
      })),
      problems,
    })}`;
}

function renderNotices({ reader: { say }, settings: { notices } }: SettingsView): Html {
  return html`<fieldset class="field">
    <legend class="label">${say('settings.notices')}</legend>
    ${switchBox('receipts', say('settings.receipts'), notices.receipts)}
    ${switchBox('reminders', say('settings.reminders'), notices.reminders)}
  </fieldset>`;
}

/** A zone by another of its names stays what it is. */
function timeZoneOptions(current: string | undefined) {
  const isListed = current === undefined || timeZones.includes(current);
  const all = isListed ? timeZones : [current, ...timeZones];
  return all.map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') }));
}
