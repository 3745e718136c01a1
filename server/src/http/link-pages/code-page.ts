import type { CodeStatus } from '../../domain/second-factor/second-factor.ts';
import type { Language } from '../../i18n/language.ts';
import type { LinkPage } from './link-page.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { frameTexts, renderPage } from '../html/layout.ts';
import { languageMenu, breakAfterAt, explainPage, reportTo } from './page-parts.ts';
import { mask } from './link-page.ts';
import type { Say } from '../../i18n/texts/translation.ts';

/** What asks for a code and takes it. */
export interface CodeForms extends CodeStatus {
  say: Say;
  /** Whether a code was requested or entered in a browser that does not keep the page's cookie. */
  lacksCookie: boolean;
  /** A form to the address where a code is requested or entered. */
  form: (verb: 'code' | 'verify', content: Html) => Html;
}

/** All that is shown before a code was entered. */
export interface CodeView extends Omit<CodeForms, 'form'>, LinkPage {
  language: Language;
  serviceName: string;
  /** The contact address. */
  supportAddress: string | undefined;
  /** Undefined for a sender without a name. */
  sender: string | undefined;
}

/** The page of a link until its receiver has entered a code. */
export function renderCodePage(view: CodeView): string {
  const { language, say, serviceName, sender, routes } = view;
  const title =
    view.page === 'u'
      ? say('upload.title', { sender })
      : say('code.title', { sender, service: serviceName });
  const body = html`<article class="code">
    <header>
      <h1>${breakAfterAt(title)}</h1>
      <p>${routes.length === 0 ? say('code.unreachable') : say('code.lead')}</p>
    </header>
    ${renderCodeForms({ ...view, form: (verb, content) => linkForm(view, verb, content) })}
    ${explanation(view)}
  </article>`;
  return renderPage({
    title,
    serviceName,
    width: 'narrow',
    body,
    frame: frameTexts(language, say),
    tools: languageMenu(language, say('download.language')),
  });
}

/** The state of the last code, and the forms that take one and ask for one. */
export function renderCodeForms(view: CodeForms): Html {
  return html`${notice(view)} ${enterForm(view)} ${askForm(view)}`;
}

function explanation({ page, say, serviceName, supportAddress }: CodeView): Html {
  const report = reportTo(supportAddress, say);
  if (page === 'u')
    return explainPage(say('upload.unexpected.title'), [say('upload.unexpected.text')], report);
  const whatThisIs = say('download.whatThisIs', { service: serviceName });
  return explainPage(say('download.unexpected'), [whatThisIs, say('download.whenInDoubt')], report);
}

/** The state of the last code, where it is a problem. */
function notice({ say, code, lacksCookie }: CodeForms): Html | undefined {
  if (lacksCookie) return alert(say('code.cookies'));
  if (code === undefined || code.state === 'fresh') return undefined;
  const text = {
    stuck: say('code.stuck', { to: mask(code.to) }),
    wrong: say('code.wrong', { tries: code.triesLeft }),
    spent: say('code.spent'),
    expired: say('code.expired'),
  }[code.state];
  return alert(text);
}

function alert(text: string): Html {
  return html`<div class="code-notice" id="notice" role="alert"><p>${text}</p></div>`;
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
  const fields = html`${!isStuck && html`<p id="sent">${say('code.sent', { to: mask(code.to) })}</p>`}
    <div class="code-field">
      <label for="code">${say('code.label')}</label>
      <input
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
    <button class="button button-main" type="submit">${say('code.submit')}</button>`;
  return html`<section class="panel" aria-label="${say('code.label')}">
    ${view.form('verify', fields)}
  </section>`;
}

function askForm(view: CodeForms): Html | undefined {
  const { say, routes, code } = view;
  if (routes.length === 0) return undefined;
  const isFirst = code === undefined || !canBeEntered(code);
  const ways = routes.map(({ channel, to, isOpen }, at) => {
    const masked = { to: mask(to) };
    const look = isFirst && at === 0 ? 'button button-main' : 'button';
    return isOpen
      ? html`<button class="${look}" type="submit" name="channel" value="${channel}">
          ${channel === 'sms' ? say('code.bySms', masked) : say('code.byEmail', masked)}
        </button>`
      : html`<p>${say('code.wait', masked)}</p>`;
  });
  return html`<section class="${isFirst ? 'panel' : 'code-again'}" aria-labelledby="ask">
    <h2 id="ask">${isFirst ? say('code.ask') : say('code.again')}</h2>
    ${view.form('code', html`${ways}`)}
  </section>`;
}

/** A plain form to one of the page's own addresses. */
function linkForm(view: CodeView, verb: 'code' | 'verify', content: Html): Html {
  const { page, secret, language } = view;
  return page === 'd'
    ? html`<form method="post" action="/d/${secret}/${verb}?lang=${language}">${content}</form>`
    : html`<form method="post" action="/u/${secret}/${verb}?lang=${language}">${content}</form>`;
}
