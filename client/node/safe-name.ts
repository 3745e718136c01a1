/** Names that Windows takes for devices, whatever follows a dot. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?: *\.|$)/i;
/** What moves a cursor, breaks a line, or changes the order in which a name is read. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const foreignToWindows = /[<>:"|?*]/g;

/** As file systems count it. */
const maxBytes = 255;

/**
 * The name under which the file of a stranger is saved: one segment, which is no link to elsewhere, no device and not
 * hidden. Whoever sends a `.profile` shall not have it read by a shell.
 */
export function safeName(name: string, platform: string = process.platform): string {
  let safe = (name.toWellFormed().split(/[/\\]/).at(-1) ?? '').replaceAll(invisible, '_');
  safe = safe.replace(/^\.+/, (dots) => '_'.repeat(dots.length));
  if (platform === 'win32') {
    safe = withoutEnd(safe.replaceAll(foreignToWindows, '_'));
    if (devices.test(safe)) safe = `_${safe}`;
  }
  return safe.trim() === '' ? 'file' : shortened(safe, '');
}

/** Windows leaves out dots and blanks at the end of a name, so that it would be another name. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end) + '_'.repeat(name.length - end);
}

/** The same name for another file: `a (2).txt`. */
export function numberedName(name: string, number: number | string): string {
  return shortened(name, ` (${number})`);
}

/** Puts a mark before the ending, and takes from the middle what does not fit. */
function shortened(name: string, mark: string): string {
  const [, stem = name, ending = ''] = /^(.+?)((?:\.tar)?\.[^. ]{1,16})$/u.exec(name) ?? [];
  const bytes = new TextEncoder().encode(stem);
  const room = maxBytes - Buffer.byteLength(mark + ending);
  // A character of which a part would stay is left out.
  const kept = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, room), {
    stream: true,
  });
  return kept + mark + ending;
}
