const maxBytes = 255;
/** Created when first needed: it takes a twentieth of the time of a start. */
let graphemes: Intl.Segmenter | undefined;

/**
 * The name, or, where it is taken, the first free one with a number before its extension: `scan.pdf`, `scan
 * (2).pdf`. It is never longer than a name may be. A caller that knows that lower numbers are taken passes
 * the first that may be free.
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

/** As many whole grapheme clusters as fit. */
function cutTo(text: string, bytes: number): string {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let cut = '';
  for (const { segment } of graphemes.segment(text)) {
    if (Buffer.byteLength(cut + segment) > bytes) break;
    cut += segment;
  }
  return cut;
}
