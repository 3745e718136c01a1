import { essenceOf, unknownMediaType } from '../../domain/model/media-type.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import type { IconName } from './icons.ts';
import { icon } from './icons.ts';

export type FileKind =
  'picture' | 'video' | 'audio' | 'text' | 'table' | 'slides' | 'archive' | 'file';

const endings: Record<string, FileKind> = {
  ...Object.fromEntries(
    ['dcm', 'heic', 'psd', 'svg', 'tif', 'tiff', 'raw', 'dng'].map((ending) => [ending, 'picture']),
  ),
  ...Object.fromEntries(
    ['pdf', 'doc', 'docx', 'odt', 'rtf', 'md', 'pages', 'tex', 'epub'].map((ending) => [
      ending,
      'text',
    ]),
  ),
  ...Object.fromEntries(
    ['xls', 'xlsx', 'ods', 'csv', 'tsv', 'numbers'].map((ending) => [ending, 'table']),
  ),
  ...Object.fromEntries(['ppt', 'pptx', 'odp', 'key'].map((ending) => [ending, 'slides'])),
  ...Object.fromEntries(
    ['zip', '7z', 'rar', 'tar', 'gz', 'tgz', 'bz2', 'xz', 'zst', 'iso'].map((ending) => [
      ending,
      'archive',
    ]),
  ),
};

/** Of files whose type says it where it is known, as scripts and pages of files know it. */
const typedEndings: Partial<Record<FileKind, RegExp>> = {
  picture: /^(?:jpe?g|png|gif|webp|avif|bmp)$/,
  video: /^(?:mp4|m4v|mov|webm|mkv|avi|mpg)$/,
  audio: /^(?:mp3|m4a|wav|ogg|opus|flac)$/,
  text: /^(?:txt|log|html?)$/,
};

function kindOfEnding(ending: string): FileKind {
  const kinds = Object.keys(typedEndings) as FileKind[];
  return kinds.find((kind) => typedEndings[kind]?.test(ending)) ?? 'file';
}

/** What kind of file it is, told from its name, or from its type where the name says nothing. */
export function fileKind({
  name,
  mediaType = unknownMediaType,
}: {
  name: string;
  mediaType?: string | undefined;
}): FileKind {
  const ending = endingOf(name)?.toLowerCase() ?? '';
  const known = endings[ending];
  if (known !== undefined) return known;
  if (mediaType === unknownMediaType) return kindOfEnding(ending);
  if (mediaType.startsWith('image/')) return 'picture';
  if (mediaType.startsWith('video/')) return 'video';
  if (mediaType.startsWith('audio/')) return 'audio';
  const isText = mediaType.startsWith('text/') || essenceOf(mediaType) === 'application/pdf';
  return isText ? 'text' : 'file';
}

/** The extension of the name as people know it, if there is any. */
export function endingOf(name: string): string | undefined {
  return /[^.]\.([A-Za-z0-9]{1,6})$/.exec(name)?.[1];
}

const pictures: Record<FileKind, IconName> = {
  picture: 'image',
  video: 'video',
  audio: 'audio',
  text: 'text',
  table: 'table',
  slides: 'slides',
  archive: 'archive',
  file: 'file',
};

/** What the picture of a file may be. */
export const filePictures: readonly IconName[] = [...Object.values(pictures), 'scan'];

/** Pictures that a scanner made look like what they are. */
function pictureOfEnding(ending: string, kind: FileKind): IconName {
  return ending === 'dcm' ? 'scan' : pictures[kind];
}

/** For scripts, which know the type of a file too: what endings say. */
export const picturesByEnding: Readonly<Record<string, IconName>> = Object.fromEntries(
  Object.entries(endings).map(([ending, kind]) => [ending, pictureOfEnding(ending, kind)]),
);

/** The picture of the kind of a file. */
export function kindPicture(file: { name: string; mediaType?: string | undefined }): IconName {
  return pictureOfEnding(endingOf(file.name)?.toLowerCase() ?? '', fileKind(file));
}

/** The kind of a file as a picture before its name. */
export function fileTile(file: { name: string; mediaType?: string | undefined }): Html {
  return html`<span class="file-tile">${icon(kindPicture(file))}</span>`;
}
