import type { Instant } from '../../../domain/model/clock.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { PageReader } from './frame.ts';

/** A point in time as people say it, such as `yesterday`; the exact one is its title. */
export function when({ formats, now }: Pick<PageReader, 'formats' | 'now'>, at: Instant): Html {
  return html`<time datetime="${new Date(at).toISOString()}" title="${formats.dateTime(at)}"
    >${formats.near(at, now())}</time
  >`;
}
