/* global File, HTMLElement */
// Files that were pasted. A picture from the clipboard is called `image.png` by every browser: it gets the name of a
// screenshot, with its time.

/**
 * The files of a paste, where files are meant. Spreadsheets bring a picture of what is their text in a field.
 * @param {Pick<ClipboardEvent, 'clipboardData' | 'target' | 'preventDefault'>} event
 * @param {string} screenshot what a picture without a name is called
 * @param {Date} [now]
 * @returns {File[]}
 */
export function pastedFiles(event, screenshot, now = new Date()) {
  const { clipboardData, target } = event;
  const files = Array.from(clipboardData?.files ?? []);
  const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select');
  const hasText = clipboardData?.types.includes('text/plain') === true;
  if (files.length === 0 || (isTyping && hasText)) return [];
  event.preventDefault();
  return nameByTime(files, screenshot, now);
}

/**
 * A picture that a browser calls `image.jpg`, as it calls any, is named by what it is and when it was taken.
 * @param {readonly File[]} files
 * @param {string} word
 * @param {Date} [now]
 * @returns {File[]}
 */
export function nameByTime(files, word, now = new Date()) {
  return files.map((file) =>
    /^image\.\w+$/.test(file.name)
      ? new File([file], screenshotName(file.name, word, now), {
          type: file.type,
          lastModified: now.getTime(),
        })
      : file,
  );
}

/**
 * As in `Screenshot 2026-11-19 14.02.07.png`: names with colons cannot be saved everywhere.
 * @param {string} name
 * @param {string} screenshot
 * @param {Date} now
 */
export function screenshotName(name, screenshot, now) {
  const two = (/** @type {number} */ part) => String(part).padStart(2, '0');
  const date = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('.');
  return `${screenshot} ${date} ${time}${name.slice(name.lastIndexOf('.'))}`;
}
