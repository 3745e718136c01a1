import type { Appearance } from '../../../domain/model/appearance.ts';
import type { PreviewedBrand } from '../../../domain/ports/brand-preview.ts';
import { html, pictureLink, userText } from '../../html/html.ts';
import type { Html } from '../../html/html.ts';
import { renderNote } from '../../html/notes.ts';
import type { FieldProblem } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';

interface PreviewView {
  reader: PageReader;
  wished: Appearance;
  brand: PreviewedBrand;
  /** A logo that was chosen and is not saved, for the next request. */
  chosenLogo: Buffer | undefined;
  problems: readonly FieldProblem[];
}

/** Where the page loads the style sheet of a preview from. */
export function previewSheetLink({ accentColor }: Pick<Appearance, 'accentColor'>): Html {
  return html`<link
    rel="stylesheet"
    data-preview-sheet
    href="/app/admin/appearance/preview.css?color=${accentColor?.slice(1) ?? ''}"
  />`;
}

/** Both colour schemes, each with the frame, the page of a receiver, and a mail. A script takes it anew. */
export function renderPreview(view: PreviewView): Html {
  const { reader, chosenLogo, problems } = view;
  const { say } = reader;
  return html`<section class="card" aria-labelledby="preview-title">
    <div class="card-head"><h2 id="preview-title">${say('admin.appearance.preview')}</h2></div>
    ${problems.map(({ text }) => renderNote('warn', text))}
    ${
      chosenLogo !== undefined &&
      html`<input type="hidden" name="chosenLogo" value="${chosenLogo.toString('base64')}" />`
    }
    ${renderScheme(view, 'light')} ${renderScheme(view, 'dark')}
  </section>`;
}

/** It is a picture of pages: what looks like a button or a link is none. */
function renderScheme({ reader: { say }, brand }: PreviewView, scheme: 'light' | 'dark'): Html {
  const { serviceName, supportAddress } = brand;
  const sign = html`<span class="brand"
    ><img class="brand-mark" src="${pictureLink(brand.logo)}" alt="" /><span
      >${userText(serviceName)}</span
    ></span
  >`;
  const label = `${say('admin.appearance.preview')}: ${say(`admin.appearance.${scheme}`)}`;
  return html`<div class="preview-scheme preview-${scheme}" role="img" aria-label="${label}">
    <p class="preview-name">${say(`admin.appearance.${scheme}`)}</p>
    <div class="preview-frame">
      ${sign}<span class="preview-way preview-here">${say('app.home')}</span
      ><span class="preview-way">${say('app.sent')}</span
      ><span class="button primary">${say('app.send')}</span>
    </div>
    <div class="preview-sheet">
      ${sign}
      <p class="preview-title">
        ${say('download.sentThrough', { service: serviceName, count: 3 })}
      </p>
      <span class="button primary">${say('download.download')}</span>
      ${
        supportAddress !== undefined &&
        html`<p>${say('download.report', { address: supportAddress })}</p>`
      }
      <p class="small quiet">${say('download.promise')}</p>
    </div>
    <div class="preview-sheet">
      <p class="preview-title">${say('mail.invitationSubject', { service: serviceName })}</p>
      <p>${say('mail.invitationIntro')}</p>
      <span class="button primary">${say('mail.invitationAction')}</span>
      <p class="preview-link">https://example.com</p>
      <p class="small quiet">${say('mail.sentBy', { service: serviceName })}</p>
    </div>
  </div>`;
}
