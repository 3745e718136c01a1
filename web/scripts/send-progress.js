/* global HTMLElement, HTMLProgressElement */
// The status of the upload form while files are being sent: a text, a warning, and the progress.

import { getElement } from './elements.js';
import { durationText, percentText, rateText } from './reader.js';

/** @import { TransferRate } from './transfer-rate.js' */

/**
 * @param {HTMLFormElement} form
 * @param {TransferRate} rate
 * @param {{ left: string }} texts
 */
export function createSendProgress(form, rate, texts) {
  const total = getElement(form, '.progress-total', HTMLElement);
  const bar = getElement(total, 'progress', HTMLProgressElement);
  const text = getElement(total, '.progress-text', HTMLElement);
  const status = getElement(form, '.send-status', HTMLElement);
  const alert = getElement(form, '.send-alert', HTMLElement);

  let said = '';
  let warning = '';
  let note = '';

  function draw() {
    status.textContent = warning === '' ? said : '';
    alert.textContent = [warning, note].filter((phrase) => phrase !== '').join(' ');
  }

  /** @param {readonly string[]} rest */
  function showText(...rest) {
    text.textContent = [percentText(bar.value), ...rest].join(' · ');
  }

  return {
    /** @param {string} phrase */
    say(phrase) {
      said = phrase;
      warning = '';
      draw();
    },

    /** @param {string} phrase */
    warn(phrase) {
      said = '';
      warning = phrase;
      draw();
    },

    /**
     * Says something about files that were just chosen, whatever is sent meanwhile. It stays until others are chosen.
     * @param {string} phrase
     */
    note(phrase) {
      note = phrase;
      draw();
    },

    /** @param {boolean} isHidden */
    hideTotal(isHidden) {
      total.hidden = isHidden;
    },

    /**
     * @param {number} sentBytes
     * @param {number} allBytes
     */
    advance(sentBytes, allBytes) {
      rate.advance(sentBytes);
      bar.value = allBytes === 0 ? 1 : sentBytes / allBytes;
      const estimate = rate.estimate(allBytes - sentBytes);
      if (estimate === undefined) {
        showText();
        return;
      }
      const time = durationText(estimate.secondsLeft);
      showText(rateText(estimate.bytesPerSecond), texts.left.replace('{time}', time));
    },

    /** Nothing is being sent: rate and time left are shown only while bytes are sent. */
    halt() {
      rate.stop();
      showText();
    },
  };
}
