import type { CodeStatus } from '../../domain/second-factor/second-factor.ts';
import type { Language } from '../../i18n/language.ts';
import type { LinkPage } from './link-page.ts';
import type { PageTexts } from './page-texts.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { renderPage } from '../html/layout.ts';
import { languageMenu } from './language-menu.ts';
import { breakAfterAt, explainPage, frameTexts, reportTo } from './page-parts.ts';
import { mask } from './mask.ts';
import type { CodeTexts } from './texts/code-texts.ts';

/** All that is known to whoever has not entered a code yet. */
export interface CodeView extends CodeStatus, LinkPage {
  language: Language;
  texts: PageTexts;
  serviceName: string;
  /** Where to write when something looks wrong. */
  supportAddress: string | undefined;
  /** Whether a code was asked for or entered by a browser that does not keep the page's cookie. */
  lacksCookie: boolean;
  /** Undefined for a sender who stays unnamed. */
  sender: string | undefined;
}

/** What stands in for the page of a link until its receiver has entered a code. */
export function renderCodePage(view: CodeView): string {
  const { language, serviceName, sender, routes } = view;
  const { code: texts, download, upload } = view.texts;
  const title =
    view.page === 'u' ? upload.title(sender) : texts.title({ sender, service: serviceName });
  const body = html`<article class="code">
    <header>
      <h1>${breakAfterAt(title)}</h1>
      <p>${routes.length === 0 ? texts.unreachable : texts.lead}</p>
    </header>
    ${notice(view, texts)} ${enterForm(view, texts)} ${askForm(view, texts)} ${explanation(view)}
  </article>`;
  return renderPage({
    title,
    serviceName,
    locale: language,
    width: 'narrow',
    body,
    frame: frameTexts(language, download),
    tools: languageMenu(language, download.language),
  });
}

function explanation({ page, texts, serviceName, supportAddress }: CodeView): Html {
  const { download, upload } = texts;
  const report = reportTo(supportAddress, download);
  if (page === 'u') return explainPage(upload.unexpected.title, [upload.unexpected.text], report);
  const whatThisIs = download.whatThisIs({ service: serviceName });
  return explainPage(download.unexpected, [whatThisIs, download.whenInDoubt], report);
}

/** What became of the code that was sent last, where that is bad news. */
function notice({ code, lacksCookie }: CodeView, texts: CodeTexts): Html | undefined {
  if (lacksCookie) return alert(texts.cookies);
  if (code === undefined || code.state === 'fresh') return undefined;
  const text = {
    stuck: texts.stuck({ to: mask(code.to) }),
    wrong: texts.wrong({ tries: code.triesLeft }),
    spent: texts.spent,
    expired: texts.expired,
  }[code.state];
  return alert(text);
}

function alert(text: string): Html {
  return html`<div class="code-notice" id="notice" role="alert"><p>${text}</p></div>`;
}

function canBeEntered({ state }: NonNullable<CodeStatus['code']>): boolean {
  return state !== 'spent' && state !== 'expired';
}

function enterForm(view: CodeView, texts: CodeTexts): Html | undefined {
  const { code } = view;
  if (code === undefined || !canBeEntered(code)) return undefined;
  const isWrong = code.state === 'wrong';
  const isStuck = code.state === 'stuck';
  const about = isStuck ? 'notice' : isWrong ? 'notice sent' : 'sent';
  const fields = html`${!isStuck && html`<p id="sent">${texts.sent({ to: mask(code.to) })}</p>`}
    <div class="code-field">
      <label for="code">${texts.label}</label>
      <input
        id="code"
        name="code"
        type="text"
        inputmode="numeric"
        autocomplete="one-time-code"
        aria-describedby="${about}"
        aria-invalid="${isWrong ? 'true' : 'false'}"
        pattern="[0-9 ]{8,12}"
        title="${texts.form}"
        maxlength="12"
        required
        autofocus
      />
    </div>
    <button class="button button-main" type="submit">${texts.submit}</button>`;
  return html`<section class="panel" aria-label="${texts.label}">
    ${form(view, 'verify', fields)}
  </section>`;
}

function askForm(view: CodeView, texts: CodeTexts): Html | undefined {
  const { routes, code } = view;
  if (routes.length === 0) return undefined;
  const ways = routes.map(({ channel, to, isOpen }) => {
    const masked = { to: mask(to) };
    return isOpen
      ? html`<button class="button" type="submit" name="channel" value="${channel}">
          ${channel === 'sms' ? texts.bySms(masked) : texts.byEmail(masked)}
        </button>`
      : html`<p>${texts.wait(masked)}</p>`;
  });
  const isFirst = code === undefined || !canBeEntered(code);
  return html`<section class="${isFirst ? 'panel' : 'code-again'}" aria-labelledby="ask">
    <h2 id="ask">${isFirst ? texts.ask : texts.again}</h2>
    ${form(view, 'code', html`${ways}`)}
  </section>`;
}

/** A plain form to one of the page's own addresses. */
function form(view: CodeView, verb: 'code' | 'verify', content: Html): Html {
  const { page, secret, language } = view;
  return page === 'd'
    ? html`<form method="post" action="/d/${secret}/${verb}?lang=${language}">${content}</form>`
    : html`<form method="post" action="/u/${secret}/${verb}?lang=${language}">${content}</form>`;
}
