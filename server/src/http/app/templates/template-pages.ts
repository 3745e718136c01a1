import type { DraftContents } from '../../../domain/model/draft.ts';
import type { Template } from '../../../domain/model/template.ts';
import { crumb, factsLine, renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { excerpt, html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderMenu } from '../../html/menu.ts';
import { renderEmpty } from '../../html/notes.ts';
import { csrfField, errorSummary, field } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import type { Refusal } from '../frame/refusals.ts';

const longestExcerpt = 100;

interface ListView {
  reader: PageReader;
  csrfToken: string;
  templates: readonly Template[];
  /** The draft that one of them is to fill; undefined: a new one. */
  draft: string | undefined;
  /** Whether something was sent before. */
  hasLast: boolean;
  notice: Html | undefined;
  /** What is wrong with a name that was typed. */
  refusal: Refusal;
}

/** The templates of a person, each with the button that fills a draft from it. */
export function templateListPage(view: ListView): AppPage {
  const { reader, templates, draft, refusal, notice, hasLast } = view;
  const { say } = reader;
  const title = say('templates.title');
  const body = html`${renderHead(title, {
      above: crumb(draft === undefined ? 'send' : `send/${draft}`, say('send.title')),
      lead: html`<p class="quiet">${say('templates.hint')}</p>`,
    })}
    ${notice} ${refusal.notice} ${errorSummary(refusal.problems, say)}
    <div class="stack settings-body">
      ${
        hasLast &&
        html`<form class="card" method="post" action="/app/templates/last">
          ${hiddenFields(view)}
          <div class="row">
            <span class="file-tile">${icon('clock')}</span>
            <span class="row-words"
              ><span class="strong">${say('templates.last')}</span>
              <span class="small quiet">${say('templates.lastHint')}</span></span
            >
            <span class="row-end">
              <button class="button short" type="submit">
                ${say('templates.use')}<span class="hidden-text">: ${say('templates.last')}</span>
              </button>
            </span>
          </div>
        </form>`
      }
      ${
        templates.length === 0
          ? renderEmpty(
              'files',
              say('templates.none'),
              say('templates.noneHint'),
              html`<a class="button" href="/app/send">${icon('send')}${say('send.title')}</a>`,
            )
          : html`<ul class="card rows" aria-label="${title}">
              ${templates.map((template) => renderTemplate(template, view))}
            </ul>`
      }
    </div>`;
  return { title, body };
}

function hiddenFields({ csrfToken, draft }: Pick<ListView, 'csrfToken' | 'draft'>): Html {
  return html`${csrfField(csrfToken)}
  ${draft !== undefined && html`<input type="hidden" name="draft" value="${draft}" />`}`;
}

function renderTemplate({ id, name, contents }: Template, view: ListView): Html {
  const { reader, csrfToken } = view;
  const { say } = reader;
  return html`<li>
    <div class="row">
      <span class="file-tile">${icon('send')}</span>
      <span class="row-words"
        ><span class="strong">${userText(name)}</span> ${
          contents.message !== '' &&
          html`<span class="small quiet"
            >${userText(excerpt(contents.message, longestExcerpt))}</span
          >`
        }
        ${factsLine(factsOf(contents, reader))}</span
      >
      <span class="row-end">
        <form method="post" action="/app/templates/${id}/use">
          ${hiddenFields(view)}
          <button class="button short" type="submit">
            ${say('templates.use')}<span class="hidden-text">: ${name}</span>
          </button>
        </form>
        ${renderMenu(say('templates.moreFor', { name }), [
          html`<form class="menu-form" method="post" action="/app/templates/${id}/rename">
            ${csrfField(csrfToken)}
            <label class="label" for="name-${id}">${say('templates.name')}</label>
            <input class="input" id="name-${id}" name="name" value="${name}" autocomplete="off" />
            <button class="button" type="submit">${say('templates.rename')}</button>
          </form>`,
          html`<span class="menu-line"></span>
            <form method="post" action="/app/templates/${id}/remove">
              ${csrfField(csrfToken)}
              <button class="menu-item menu-danger" type="submit">
                ${icon('trash')}${say('templates.remove')}
              </button>
            </form>`,
        ])}
      </span>
    </div>
  </li>`;
}

function factsOf(
  { receivers, lifetime, secondFactor, wantsPassword }: DraftContents,
  { say }: PageReader,
): (string | false)[] {
  return [
    say('templates.recipients', { count: receivers.length }),
    'days' in lifetime && say('send.days', { count: lifetime.days }),
    secondFactor !== undefined && secondFactor !== 'off' && say(`send.code.${secondFactor}`),
    wantsPassword && say('send.passwordShort'),
  ];
}

interface FormView {
  reader: PageReader;
  csrfToken: string;
  source: { draft: string } | { drop: string };
  name: string;
  refusal: Refusal;
}

/** Asks for the name under which the choices of a draft or of a drop are kept. */
export function templateFormPage({ reader, csrfToken, source, name, refusal }: FormView): AppPage {
  const { say } = reader;
  const title = say('templates.save');
  const [what, id] =
    'draft' in source ? (['draft', source.draft] as const) : (['drop', source.drop] as const);
  const back = what === 'draft' ? `send/${id}` : `sent/${id}`;
  const body = html`${renderHead(title, { above: crumb(back, say('templates.back')) })}
    ${refusal.notice} ${errorSummary(refusal.problems, say)}
    <form
      class="card card-pad stack stack-s settings-body"
      method="post"
      action="/app/templates/new"
    >
      ${csrfField(csrfToken)}
      <input type="hidden" name="${what}" value="${id}" />
      ${field({ name: 'name', label: say('templates.name'), value: name, problems: refusal.problems })}
      <p class="quiet">${say('templates.saveHint')}</p>
      <div class="acts">
        <button class="button primary" type="submit">${say('templates.save')}</button>
      </div>
    </form>`;
  return { title, body };
}

/** Where the form of a draft leads that was saved with one of these acts. */
export const templatePlaces: Readonly<Record<string, string>> = {
  templates: '/app/templates',
  'save-template': '/app/templates/new',
};

/** The ways to templates from the page of a draft, which is saved first. */
export function templateActs({ say }: PageReader): Html[] {
  const act = (value: keyof typeof templatePlaces, content: Html) =>
    html`<button class="menu-item" type="submit" form="compose" name="act" value="${value}">
      ${content}
    </button>`;
  return [
    act('templates', html`${icon('copy')}${say('templates.title')}`),
    act('save-template', html`${icon('plus')}${say('templates.save')}`),
  ];
}
