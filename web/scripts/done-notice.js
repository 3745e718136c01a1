/* global HTMLElement, Notification */
// Tells a person who looks elsewhere that everything has arrived. The browser is asked for leave when the button is
// pressed, and never before.

/**
 * @param {HTMLElement} button
 * @param {(phrase: string) => void} say
 * @param {{ tellMe: string, tells: string, tellsNot: string }} texts
 */
export function createDoneNotice(button, say, texts) {
  let isWanted = false;
  button.hidden = !canNotify();
  button.setAttribute('aria-pressed', 'false');
  button.addEventListener('click', () => void toggle());

  async function toggle() {
    if (isWanted) isWanted = false;
    else {
      isWanted = (await Notification.requestPermission()) === 'granted';
      say(isWanted ? texts.tells : texts.tellsNot);
    }
    button.setAttribute('aria-pressed', String(isWanted));
  }

  return {
    /** @param {string} text */
    tell(text) {
      if (!isWanted) return;
      const notice = new Notification(text, { tag: 'valise', icon: '/assets/logo' });
      notice.addEventListener('click', () => {
        globalThis.focus();
        notice.close();
      });
    },
  };
}

/** Some browsers of phones have notifications for service workers only, and throw here. */
function canNotify() {
  if (!('Notification' in globalThis)) return false;
  if (Notification.permission === 'granted') return true;
  try {
    // Without leave it is not shown.
    new Notification('').close();
    return true;
  } catch {
    return false;
  }
}
