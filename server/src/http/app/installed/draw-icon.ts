import { encodePng } from './png.ts';

/**
 * Our mark (`web/images/logo.svg`) as PNG, in the operator's colour: home screens take no drawing. It is drawn by the
 * distance of each pixel from the edges of its shapes, in the units of the drawing, whose middle is 0, 0.
 */
interface IconStyle {
  /** In pixels. */
  size: number;
  /** Hexadecimal, such as `#0b5f5a`. */
  ground: string;
  /** Whether the ground fills the square: systems cut such an icon into a shape of theirs. */
  isMaskable: boolean;
}

const drawingSize = 20;
const groundRadius = 5.5;
const strokeWidth = 1.3;
/** What no system cuts off is a circle of four fifths: the corners of the case are within it. */
const maskableScale = 0.85;

/** The outlines of the mark, by the middle, the half sizes and the radius of a rounded box. */
const handle = { x: 0, y: -2.3, halfWidth: 2.6, halfHeight: 2.9, radius: 1.1 };
const lock = { x: 0, y: 0.65, halfWidth: 1.8, halfHeight: 1.25, radius: 0.8 };
const bag = { x: 0, y: 1.1, halfWidth: 6.1, halfHeight: 4.1, radius: 1.7 };
/** The handle ends at the case; the line across the case has the lock in its middle. */
const handleEnd = -3;
const seam = { y: 0.6, from: 1.8, to: 6.1 };

type Box = typeof bag;

/** The distance of a point from the edge of a rounded box; negative inside. */
function distanceFromBox(x: number, y: number, box: Box): number {
  const besideX = Math.abs(x - box.x) - box.halfWidth + box.radius;
  const besideY = Math.abs(y - box.y) - box.halfHeight + box.radius;
  const outside = length(Math.max(besideX, 0), Math.max(besideY, 0));
  return outside + Math.min(Math.max(besideX, besideY), 0) - box.radius;
}

/** `Math.hypot` guards against overflow, and takes ten times as long. */
function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

/** The distance of a point from the strokes of the mark; negative on one. */
function distanceFromMark(x: number, y: number): number {
  const seamX = Math.abs(x);
  const besideSeam = Math.max(seam.from - seamX, seamX - seam.to, 0);
  const line = Math.min(
    Math.abs(distanceFromBox(x, y, bag)),
    Math.abs(distanceFromBox(x, y, lock)),
    length(besideSeam, y - seam.y),
    Math.max(Math.abs(distanceFromBox(x, y, handle)), y - handleEnd),
  );
  return line - strokeWidth / 2;
}

/** How much of a pixel is inside, from 0 to 1, by the distance of its middle from the edge in pixels. */
function cover(distance: number): number {
  return Math.min(1, Math.max(0, 0.5 - distance));
}

export function drawIcon({ size, ground, isMaskable }: IconStyle): Buffer {
  const pixels = new Uint8ClampedArray(size * size * 4);
  const [red = 0, green = 0, blue = 0] = Buffer.from(ground.slice(1), 'hex');
  const unit = size / drawingSize;
  const half = drawingSize / 2;
  const square: Box = { x: 0, y: 0, halfWidth: half, halfHeight: half, radius: groundRadius };
  const scale = isMaskable ? maskableScale : 1;
  for (let row = 0; row < size; row += 1) {
    // What is on the right is on the left, too.
    for (let column = 0; column < size / 2; column += 1) {
      const x = (column + 0.5) / unit - half;
      const y = (row + 0.5) / unit - half;
      const white = cover(distanceFromMark(x / scale, y / scale) * scale * unit);
      const opaque = isMaskable ? 1 : cover(distanceFromBox(x, y, square) * unit);
      for (const at of [row * size + column, (row + 1) * size - 1 - column]) {
        pixels[at * 4] = red + (255 - red) * white;
        pixels[at * 4 + 1] = green + (255 - green) * white;
        pixels[at * 4 + 2] = blue + (255 - blue) * white;
        pixels[at * 4 + 3] = 255 * opaque;
      }
    }
  }
  return encodePng(size, pixels);
}
