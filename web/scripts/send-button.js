// What the button of the Send page does now, and what that asks of the person.

/** @typedef {Record<'sendNow' | 'sendWhenUploaded' | 'takeBack' | 'keepOpen' | 'sendsLater', string>} SendButtonTexts */

/**
 * `sendsLater`: whether the person pressed Send before all files had arrived.
 * @param {HTMLFormElement} form
 * @param {SendButtonTexts} texts
 * @param {{ sendsLater: boolean, isUploading: boolean }} state
 */
export function nameSendButton(form, texts, { sendsLater, isUploading }) {
  const words = sendsLater ? texts.takeBack : isUploading ? texts.sendWhenUploaded : texts.sendNow;
  for (const element of form.querySelectorAll('.send-words')) element.textContent = words;
  for (const element of form.querySelectorAll('button[value=send]'))
    element.classList.toggle('primary', !sendsLater);
  const hint = sendsLater ? texts.sendsLater : isUploading ? texts.keepOpen : '';
  for (const element of form.querySelectorAll('.send-hint')) {
    // The bar of a narrow page covers it: it says only what is to be done.
    const isShown = sendsLater || element.closest('.sendbar') === null;
    element.textContent = isShown ? hint : '';
  }
}
