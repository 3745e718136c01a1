/* global document */
// How much of a whole there is, as a ring; words beside it say so too.

const space = 'http://www.w3.org/2000/svg';

/** @returns {SVGElement} */
export function makeRing() {
  const ring = document.createElementNS(space, 'svg');
  ring.setAttribute('class', 'ring');
  ring.setAttribute('viewBox', '0 0 20 20');
  ring.setAttribute('aria-hidden', 'true');
  for (const kind of ['ring-way', 'ring-done']) {
    const circle = document.createElementNS(space, 'circle');
    for (const [name, value] of Object.entries({ class: kind, cx: '10', cy: '10', r: '7.5' }))
      circle.setAttribute(name, value);
    circle.setAttribute('pathLength', '100');
    ring.append(circle);
  }
  showShare(ring, 0);
  return ring;
}

/**
 * @param {SVGElement} ring
 * @param {number} share
 */
export function showShare(ring, share) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  const done = ring.lastElementChild;
  done?.setAttribute('stroke-dasharray', `${percent} 100`);
  done?.classList.toggle('is-away', percent === 0);
}
