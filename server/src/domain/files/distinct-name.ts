const maxBytes = 255;
/** Made when first needed: it takes as long as a twentieth of a start. */
let graphemes: Intl.Segmenter | undefined;

/**
 * The name, or, where it is taken, the first free one with a number before its ending:
 * `scan.pdf`, `scan (2).pdf`. It is never longer than a name may be. Who knows that lower numbers are
 * taken names the first that may be free.
 */
export function distinctName(
  name: string,
  isTaken: (name: string) => boolean,
  firstNumber = 2,
): string {
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const ending = dot > 0 ? name.slice(dot) : '';
  let candidate = name;
  for (let number = firstNumber; isTaken(candidate); number += 1) {
    const tail = ` (${number})${ending}`;
    candidate =
      Buffer.byteLength(tail) < maxBytes
        ? cutTo(stem, maxBytes - Buffer.byteLength(tail)) + tail
        : `${cutTo(name, maxBytes - String(number).length)}${number}`;
  }
  return candidate;
}

/** As many whole characters, as a reader sees them, as fit. */
function cutTo(text: string, bytes: number): string {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let cut = '';
  for (const { segment } of graphemes.segment(text)) {
    if (Buffer.byteLength(cut + segment) > bytes) break;
    cut += segment;
  }
  return cut;
}
