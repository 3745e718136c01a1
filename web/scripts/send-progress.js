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

  /** @param {readonly string[]} rest */
  function showText(...rest) {
    text.textContent = [percentText(bar.value), ...rest].join(' · ');
  }

  return {
    /** @param {string} phrase */
    say(phrase) {
      status.textContent = phrase;
      alert.textContent = '';
    },

    /** @param {string} phrase */
    warn(phrase) {
      status.textContent = '';
      alert.textContent = phrase;
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
      const bytesPerSecond = rate.bytesPerSecond();
      if (bytesPerSecond === undefined) {
        showText();
        return;
      }
      const time = durationText((allBytes - sentBytes) / bytesPerSecond);
      showText(rateText(bytesPerSecond), texts.left.replace('{time}', time));
    },

    /** Nothing is being sent: rate and time left are shown only while bytes are sent. */
    halt() {
      rate.stop();
      showText();
    },
  };
}
