/* global document, HTMLButtonElement, HTMLElement, HTMLInputElement, isSecureContext, navigator, setTimeout */

/** How long a button says that it has copied. */
const saidForMs = 2000;

/** Shows the buttons that copy a text of the page, where the browser lets pages copy. */
for (const holder of document.querySelectorAll('[data-copy]')) {
  const button = holder.querySelector('button');
  if (!(holder instanceof HTMLElement && button instanceof HTMLButtonElement)) continue;
  if (isSecureContext) offerCopy(holder, button);
}

/**
 * @param {HTMLElement} holder
 * @param {HTMLButtonElement} button
 */
function offerCopy(holder, button) {
  const source = document.getElementById(holder.dataset['copy'] ?? '');
  const label = button.textContent;
  holder.hidden = false;
  button.addEventListener('click', () => {
    const text = source instanceof HTMLInputElement ? source.value : source?.textContent;
    navigator.clipboard.writeText(text ?? '').then(
      () => {
        button.textContent = button.dataset['copied'] ?? '';
        setTimeout(() => {
          button.textContent = label;
        }, saidForMs);
      },
      // The browser refuses: the text can still be selected.
      () => {
        holder.hidden = true;
      },
    );
  });
}
