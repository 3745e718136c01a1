import { joinPath } from '#protocol/file-folder.ts';
import type { ChosenFile } from '../../../domain/model/draft.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import type { PageReader } from '../frame/frame.ts';

/** A page that shows more would be too large. */
const mostShown = 50;
/** More do not fit into a field. */
const mostInBatch = 2000;

/**
 * Files that were chosen and never uploaded, and the question whether to send without them. It is there without any,
 * too, for the script.
 */
export function renderMissing({ say, formats }: PageReader, missing: readonly ChosenFile[]): Html {
  const count = missing.length;
  const body = html`<p class="strong missing-about">${say('send.missing', { count })}</p>
    <ul class="missing-files">
      ${missing.slice(0, mostShown).map(
        (file) =>
          html`<li>
            ${userText(joinPath(file))}
            <span class="nowrap">${formats.size(file.sizeBytes)}</span>
          </li>`,
      )}
    </ul>
    <p class="missing-more">
      ${count > mostShown && say('send.moreFiles', { count: count - mostShown })}
    </p>
    <input type="hidden" name="without" value="${count}" />
    <button class="button" type="submit" name="act" value="send-without">
      ${say('send.sendWithout', { count })}
    </button>`;
  return count === 0
    ? html`<div class="missing note-block is-warn" id="missing" hidden>${body}</div>`
    : html`<div class="missing note-block is-warn" id="missing">${body}</div>`;
}

/** What the script says was chosen. Throws `invalid` for anything else; what it says of each file is checked later. */
export function chosenFilesIn(text: string): ChosenFile[] {
  const files = listIn(text).map((each) => {
    const {
      key,
      name,
      folder = '',
      sizeBytes,
      fingerprint,
      place,
    } = Object(each) as Partial<Record<string, unknown>>;
    if (typeof key !== 'string' || typeof name !== 'string') throw notAList();
    if (typeof folder !== 'string') throw notAList();
    if (typeof sizeBytes !== 'number' || typeof place !== 'number') throw notAList();
    if (typeof fingerprint !== 'string') throw notAList();
    return { key, name, folder, sizeBytes, fingerprint, place };
  });
  return files;
}

/** The keys of files that the person removed. */
export function keysIn(text: string): string[] {
  const keys = listIn(text);
  if (!keys.every((key) => typeof key === 'string')) throw notAList();
  return keys;
}

function listIn(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list) && list.length <= mostInBatch) return list;
  } catch {
    // Refused below.
  }
  throw notAList();
}

function notAList(): ValiseError {
  return new ValiseError('bad_request', 'The field must hold a list, as JSON.');
}
