import type { ShownSender } from '../../domain/model/account.ts';
import type { CodeStatus } from '../../domain/second-factor/second-factor.ts';
import type { Language } from '../../i18n/language.ts';
import type { LinkPage } from './link-page.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import {
  addressLine,
  breakAfterAt,
  explainPage,
  markOf,
  renderVisitorPage,
  reportTo,
} from './page-parts.ts';
import { mask } from './link-page.ts';
import type { Say } from '../../i18n/texts/translation.ts';

/** What asks for a code and takes it. */
export interface CodeForms extends CodeStatus {
  say: Say;
  /** Whether a code was requested or entered in a browser that does not keep the page's cookie. */
  lacksCookie: boolean;
  /** What the button says that takes the code. */
  submit?: string;
  /** A form to the address where a code is requested or entered. */
  form: (verb: 'code' | 'verify', content: Html) => Html;
}

/** Of whom and of what a page in front of another one tells. */
export interface GateView extends LinkPage, ShownSender {
  say: Say;
  language: Language;
  serviceName: string;
  /** The contact address. */
  supportAddress: string | undefined;
}

/** All that is shown before a code was entered. */
export interface CodeView extends Omit<CodeForms, 'form'>, GateView {}

/** The page of a link until its receiver has entered a code. */
export function renderCodePage(view: CodeView): string {
  const forms = renderCodeForms({
    ...view,
    ...(view.page === 'd' && { submit: view.say('password.submit') }),
    form: (verb, content) => linkForm(view, verb, content),
  });
  return renderGate(view, forms, view.routes.length === 0 && view.say('code.unreachable'));
}

/** A page in front of that of a link: who sent it, and what must be entered. */
export function renderGate(view: GateView, forms: Html, trouble: string | false = false): string {
  const { language, say, serviceName, sender } = view;
  const title =
    view.page === 'u'
      ? say('upload.title', { sender })
      : say('code.title', { sender, service: serviceName });
  const body = html`<article class="narrow stack">
    <header class="gate-head">
      ${markOf(view, serviceName)}
      <h1>${breakAfterAt(title)}</h1>
      ${addressLine(view)} ${trouble !== false && html`<p class="quiet">${trouble}</p>`}
    </header>
    ${forms} ${explanation(view)}
  </article>`;
  return renderVisitorPage(language, say, { title, serviceName, body });
}

/** The state of the last code, and the forms that take one and ask for one. */
export function renderCodeForms(view: CodeForms): Html {
  const [enter, ask] = [enterForm(view), askForm(view)];
  return html`${notice(view)}
  ${
    (enter ?? ask) &&
    html`<div class="slip gate">
      ${enter && html`<div class="slip-part">${enter}</div>`}
      ${ask && html`<div class="slip-part ${enter && 'gate-other'}">${ask}</div>`}
    </div>`
  }`;
}

function explanation({ page, say, serviceName, supportAddress }: GateView): Html {
  const report = reportTo(supportAddress, say);
  if (page === 'u')
    return explainPage(say('upload.unexpected.title'), [say('upload.unexpected.text')], report);
  const whatThisIs = say('download.whatThisIs', { service: serviceName });
  return explainPage(say('download.unexpected'), [whatThisIs, say('download.whenInDoubt')], report);
}

/** The state of the last code, where it is a problem. */
function notice({ say, code, lacksCookie }: CodeForms): Html | undefined {
  if (lacksCookie) return gateAlert(say('code.cookies'));
  if (code === undefined || code.state === 'fresh') return undefined;
  const text = {
    stuck: say('code.stuck', { to: mask(code.to) }),
    wrong: say('code.wrong', { tries: code.triesLeft }),
    spent: say('code.spent'),
    expired: say('code.expired'),
  }[code.state];
  return gateAlert(text);
}

/** What is wrong with what was entered last. */
export function gateAlert(text: string): Html {
  return html`<div class="note is-warn" id="notice" role="alert">
    ${icon('alert')}
    <p>${text}</p>
  </div>`;
}

function canBeEntered({ state }: NonNullable<CodeStatus['code']>): boolean {
  return state !== 'spent' && state !== 'expired';
}

function enterForm(view: CodeForms): Html | undefined {
  const { say, code } = view;
  if (code === undefined || !canBeEntered(code)) return undefined;
  const isWrong = code.state === 'wrong';
  const isStuck = code.state === 'stuck';
  const about = isStuck ? 'notice' : isWrong ? 'notice sent' : 'sent';
  const fields = html`<div class="field">
      <label class="label" for="code"
        >${say('code.label')}
        <span class="label-extra" aria-hidden="true">${say('code.form')}</span></label
      >
      <input
        class="input code-input"
        id="code"
        name="code"
        type="text"
        inputmode="numeric"
        autocomplete="one-time-code"
        aria-describedby="${about}"
        aria-invalid="${isWrong ? 'true' : 'false'}"
        pattern="[0-9 ]{8,12}"
        title="${say('code.form')}"
        maxlength="12"
        required
        autofocus
      />
    </div>
    <button class="button primary big wide" type="submit">
      ${icon('lock')}${view.submit ?? say('code.submit')}
    </button>`;
  return html`<div class="row-words">
      <h2>${say('code.isItYou')}</h2>
      ${!isStuck && html`<p class="quiet" id="sent">${say('code.sent', { to: mask(code.to) })}</p>`}
    </div>
    ${view.form('verify', fields)}`;
}

function askForm(view: CodeForms): Html | undefined {
  const { say, routes, code } = view;
  if (routes.length === 0) return undefined;
  const isFirst = code === undefined || !canBeEntered(code);
  const again = 'button quiet-button';
  const ways = routes.map(({ channel, to, isOpen }, at) => {
    const masked = { to: mask(to) };
    const look = isFirst ? (at === 0 ? 'button primary big wide' : 'button wide') : again;
    return isOpen
      ? html`<button class="${look}" type="submit" name="channel" value="${channel}">
          ${icon(channel === 'sms' ? 'phone' : 'mail')}${channel === 'sms' ? say('code.bySms', masked) : say('code.byEmail', masked)}
        </button>`
      : html`<p>${say('code.wait', masked)}</p>`;
  });
  const form = view.form('code', html`${ways}`);
  return isFirst
    ? html`<div class="row-words">
          <h2>${say('code.isItYou')}</h2>
          <p class="quiet">${say('code.lead')}</p>
        </div>
        ${form}`
    : html`<h2 class="hidden-text">${say('code.again')}</h2>
        ${form}`;
}

/** A plain form to one of the page's own addresses. */
function linkForm(view: CodeView, verb: 'code' | 'verify', content: Html): Html {
  const { page, secret, language } = view;
  return page === 'd'
    ? html`<form method="post" action="/d/${secret}/${verb}?lang=${language}">${content}</form>`
    : html`<form method="post" action="/u/${secret}/${verb}?lang=${language}">${content}</form>`;
}
