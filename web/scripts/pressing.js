/* global addEventListener, setTimeout */
// What moves the page has to wait while a button is pressed: a button that moves away is not clicked.

let isPressed = false;
/** @type {(() => void)[]} */
let waiting = [];

addEventListener('pointerdown', () => (isPressed = true), true);
for (const end of ['pointerup', 'pointercancel']) {
  addEventListener(
    end,
    () => {
      isPressed = false;
      const due = waiting;
      waiting = [];
      // The click comes first.
      setTimeout(() => {
        for (const act of due) act();
      });
    },
    true,
  );
}

/**
 * Acts at once, or when the pointer that is down has been lifted.
 * @param {() => void} act
 */
export function afterPress(act) {
  if (isPressed) waiting.push(act);
  else act();
}
