import type { PictureSize } from '../../domain/model/picture.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { icon } from './icons.ts';

/** The picture of a file, and where the page has it. */
interface Thumb extends PictureSize {
  /** Which pages: those of receivers, or of people with accounts. */
  page: 'd' | 'app';
  /** The rest of its address. */
  path: string;
  /** The name of the file. */
  name: string;
}

/**
 * The picture of a file before its name, as a link to itself. It is loaded once it is about to be seen, and its room is
 * there before. With the script of `renderGallery` it is shown larger on the page.
 */
export function fileThumb({ page, path, name, width, height }: Thumb, say: Say): Html {
  const label = say('pictures.show', { name });
  if (page === 'd') {
    return html`<a
      class="file-tile thumb"
      href="/d/${path}"
      data-name="${name}"
      aria-label="${label}"
      ><img
        src="/d/${path}"
        width="${width}"
        height="${height}"
        alt=""
        loading="lazy"
        decoding="async"
    /></a>`;
  }
  return html`<a
    class="file-tile thumb"
    href="/app/${path}"
    data-name="${name}"
    aria-label="${label}"
    ><img
      src="/app/${path}"
      width="${width}"
      height="${height}"
      alt=""
      loading="lazy"
      decoding="async"
  /></a>`;
}

/** Where pictures are shown larger, one after the other. It needs the script, and is closed without. */
export function renderGallery(say: Say): Html {
  const step = (to: string, text: string, picture: 'back' | 'next') =>
    html`<button
      class="button icon-button"
      type="button"
      value="${to}"
      aria-label="${text}"
      title="${text}"
    >
      ${icon(picture, 'icon-turns')}
    </button>`;
  return html`<dialog class="dialog gallery" aria-labelledby="gallery-name">
    <div class="gallery-head">
      <strong class="file-name"><bdi id="gallery-name"></bdi></strong>
      <button
        class="button quiet-button icon-button"
        type="button"
        value="close"
        aria-label="${say('pictures.close')}"
        title="${say('pictures.close')}"
      >
        ${icon('close')}
      </button>
    </div>
    <img alt="" />
    <div class="gallery-foot">
      <p class="small quiet">${say('pictures.note')}</p>
      <div class="acts">
        ${step('back', say('pictures.previous'), 'back')}
        <span class="small quiet gallery-place" aria-live="polite"></span>
        ${step('on', say('pictures.next'), 'next')}
      </div>
    </div>
  </dialog>`;
}

/** For the pages with such a gallery. */
export const galleryScript = html`<script type="module" src="/assets/gallery.js"></script>`;
