/* global addEventListener, createImageBitmap, OffscreenCanvas, postMessage */
// Makes small pictures of images, in a thread of its own: a page with thousands of files goes on meanwhile. What is
// drawn anew has nothing of the file but its pixels, not where and with what it was taken.

import { fittedSize, headerBytes, readImageSize } from './image-size.js';

/** Of the whole image, opened: 52 million are 200 MB. */
const mostPixels = 52_000_000;
/** What the server takes. */
const maxBytes = 30_000;
/** The first that fits is taken. */
const tries = [
  { longest: 320, quality: 0.75 },
  { longest: 320, quality: 0.5 },
  { longest: 200, quality: 0.5 },
];

addEventListener('message', (/** @type {MessageEvent<File>} */ { data: file }) => {
  void answer(file);
});

/** @param {File} file */
async function answer(file) {
  // What a browser cannot open has no picture.
  postMessage(await makePicture(file).catch(() => undefined));
}

/**
 * @param {File} file
 * @returns {Promise<Blob | undefined>}
 */
async function makePicture(file) {
  const size = readImageSize(new Uint8Array(await file.slice(0, headerBytes).arrayBuffer()));
  if (size === undefined || size.width * size.height > mostPixels || !drawsTruly())
    return undefined;
  // Turned as its camera says.
  const image = await createImageBitmap(file);
  try {
    for (const { longest, quality } of tries) {
      const picture = await draw(image, longest, quality);
      // The server takes none that is larger than its file.
      if (picture !== undefined && picture.size <= Math.min(maxBytes, file.size)) return picture;
    }
    return undefined;
  } finally {
    image.close();
  }
}

/**
 * @param {ImageBitmap} image
 * @param {number} longest
 * @param {number} quality
 * @returns {Promise<Blob | undefined>}
 */
async function draw(image, longest, quality) {
  const { width, height } = fittedSize(image, longest);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  const picture = await canvas.convertToBlob({ type: 'image/webp', quality });
  if (picture.type === 'image/webp') return picture;
  // A browser that writes no WebP writes JPEG, which has nothing transparent.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  return await canvas.convertToBlob({ type: 'image/jpeg', quality });
}

/** Browsers that hide what kind they are return noise in place of what was drawn. */
function drawsTruly() {
  const drawn = [12, 100, 200, 255];
  const context = new OffscreenCanvas(4, 4).getContext('2d');
  if (context === null) return false;
  context.fillStyle = `rgb(${drawn.slice(0, 3).join(' ')})`;
  context.fillRect(0, 0, 4, 4);
  const { data } = context.getImageData(0, 0, 4, 4);
  return data.every((value, at) => Math.abs(value - (drawn[at % 4] ?? 0)) <= 4);
}
