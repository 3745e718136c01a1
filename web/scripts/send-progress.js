/* global document, HTMLElement, HTMLProgressElement */
// The status of the upload form while files are being sent: a text, a warning, and the progress, which the title of the
// page tells too. Who listens to the page is told of quarters, and of the end.

import { getElement } from './elements.js';
import { durationText, percentText, rateText, sizeText } from './reader.js';

/** @import { TransferRate } from './transfer-rate.js' */
/** @typedef {Record<'sending' | 'left' | 'amount' | 'uploadedShare' | 'allUploaded', string>} ProgressTexts */

/**
 * @param {HTMLFormElement} form
 * @param {TransferRate} rate
 * @param {ProgressTexts} texts
 */
export function createSendProgress(form, rate, texts) {
  const total = getElement(form, '.progress-total', HTMLElement);
  const bar = getElement(total, 'progress', HTMLProgressElement);
  const share = getElement(total, '.overall-share', HTMLElement);
  const text = getElement(total, '.progress-text', HTMLElement);
  const news = getElement(form, '.send-news', HTMLElement);
  const status = getElement(form, '.send-status', HTMLElement);
  const alert = getElement(form, '.send-alert', HTMLElement);
  const short = form.querySelector('.send-bar-progress');
  const { title } = document;

  let said = '';
  let warning = '';
  let note = '';
  let toldQuarters = 0;

  function draw() {
    status.textContent = warning === '' ? said : '';
    // The progress shows it.
    status.classList.toggle('hidden-text', said === texts.sending);
    alert.textContent = [warning, note].filter((phrase) => phrase !== '').join(' ');
  }

  /**
   * @param {readonly string[]} facts
   * @param {readonly string[]} [fewFacts]
   */
  function showFacts(facts, fewFacts = []) {
    const percent = percentText(Math.floor(bar.value * 100) / 100);
    share.textContent = percent;
    text.textContent = facts.join(' · ');
    if (short !== null) short.textContent = [percent, ...fewFacts].join(' · ');
    document.title = `${percent} · ${title}`;
    const quarters = quartersOf(bar.value);
    if (quarters > toldQuarters && quarters < 4)
      news.textContent = texts.uploadedShare.replace('{share}', percentText(quarters / 4));
    toldQuarters = quarters;
  }

  return {
    /** @param {string} phrase */
    say(phrase) {
      said = phrase;
      warning = '';
      draw();
    },

    /** Bytes move: the progress shows it, and who listens is told. */
    moves() {
      this.say(texts.sending);
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

    /** Bytes will move. */
    begin() {
      total.hidden = false;
      toldQuarters = quartersOf(bar.value);
    },

    /**
     * No byte is left to move, or none will.
     * @param {boolean} isWhole whether all files have arrived
     */
    end(isWhole) {
      total.hidden = true;
      document.title = title;
      if (short !== null) short.textContent = '';
      bar.value = 0;
      toldQuarters = 0;
      news.textContent = isWhole ? texts.allUploaded : '';
    },

    /**
     * `queuedBytes` are those of the files that are sent now, which tell the rate; the others are of all files.
     * @param {{ queuedBytes: number, sentBytes: number, allBytes: number }} state
     */
    advance({ queuedBytes, sentBytes, allBytes }) {
      rate.advance(queuedBytes);
      bar.value = allBytes === 0 ? 1 : Math.min(1, sentBytes / allBytes);
      const amount = texts.amount
        .replace('{sent}', sizeText(sentBytes))
        .replace('{all}', sizeText(allBytes));
      const estimate = rate.estimate(allBytes - sentBytes);
      if (estimate === undefined) {
        showFacts([amount]);
        return;
      }
      const left = texts.left.replace('{time}', durationText(estimate.secondsLeft));
      showFacts([amount, rateText(estimate.bytesPerSecond), left], [left]);
    },

    /** Nothing is being sent: rate and time left are shown only while bytes are sent. */
    halt() {
      rate.stop();
      showFacts([]);
    },
  };
}

/**
 * How many quarters of a whole there are.
 * @param {number} share
 */
export function quartersOf(share) {
  return Math.floor(share * 4);
}
