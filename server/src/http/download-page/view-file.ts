import type { OpenFile } from '../../domain/files/open-file.ts';
import type { StoredFile } from '../../domain/model/file.ts';
import { filePolicy, pdfPolicy } from '../connection/response-headers.ts';
import type { FileView } from '../sending/send-file.ts';
import { essenceOf } from '../../domain/model/media-type.ts';

/** A type that a browser shows and never runs, and how its content begins. */
interface Viewable extends FileView {
  maxBytes: number;
  begins: (start: Buffer) => boolean;
}

const pictureBytes = 20_000_000;
const textBytes = 1_000_000;
const pdfBytes = 50_000_000;
/** How much of a file is looked at before it is shown. */
const lookBytes = 4096;

function picture(type: string, signature: RegExp): Viewable {
  const begins = (start: Buffer) => signature.test(start.toString('latin1'));
  return { type, policy: filePolicy, isInline: true, maxBytes: pictureBytes, begins };
}

const plainText: Viewable = {
  type: 'text/plain; charset=utf-8',
  policy: filePolicy,
  isInline: true,
  maxBytes: textBytes,
  begins: (start) => !start.includes(0),
};

const pdf: Viewable = {
  type: 'application/pdf',
  policy: pdfPolicy,
  isInline: true,
  maxBytes: pdfBytes,
  begins: (start) => /^%PDF-\d\.\d/.test(start.toString('latin1')),
};

/** SVG is not among them: it can have scripts. */
const viewables: Record<string, Viewable> = {
  'image/png': picture('image/png', /^\x89PNG\r\n/),
  'image/jpeg': picture('image/jpeg', /^\xff\xd8\xff/),
  'image/gif': picture('image/gif', /^GIF8[79]a/),
  'image/webp': picture('image/webp', /^RIFF[^]{4}WEBP/),
  'image/avif': picture('image/avif', /^[^]{4}ftypavi[fs]/),
  'application/pdf': pdf,
  'text/plain': plainText,
  'text/csv': plainText,
  'text/markdown': plainText,
};

/** Whether the page offers to show a file. Its content is looked at when it is to be shown. */
export function isViewable({
  mediaType,
  sizeBytes,
}: Pick<StoredFile, 'mediaType' | 'sizeBytes'>): boolean {
  return sizeBytes > 0 && sizeBytes <= (viewables[essenceOf(mediaType)]?.maxBytes ?? 0);
}

/** How a file is shown; undefined where its content is not what its type says. */
export async function findView(opened: OpenFile): Promise<FileView | undefined> {
  const { file } = opened;
  const viewable = viewables[essenceOf(file.mediaType)];
  if (viewable === undefined || !isViewable(file)) return undefined;
  const pieces: Buffer[] = [];
  for await (const piece of opened.read(0, Math.min(lookBytes, file.sizeBytes))) {
    pieces.push(Buffer.from(piece));
  }
  return viewable.begins(Buffer.concat(pieces)) ? viewable : undefined;
}
