import { essenceOf, unknownMediaType } from '../../domain/model/media-type.ts';

/**
 * Types that no browser runs, whatever else goes wrong. A list of those that it does run would never be
 * complete: JavaScript alone has sixteen names, and XML any number.
 */
const passiveTypes = new Set([
  'application/dicom',
  'application/edi-consent',
  'application/edi-x12',
  'application/edifact',
  'application/gzip',
  'application/json',
  'application/msword',
  'application/pdf',
  'application/pgp-encrypted',
  'application/pgp-signature',
  'application/pkcs7-mime',
  'application/pkcs7-signature',
  'application/rtf',
  'application/vnd.rar',
  'application/x-7z-compressed',
  'application/x-pkcs7-mime',
  'application/x-pkcs7-signature',
  'application/x-tar',
  'application/x-zip-compressed',
  'application/zip',
  'application/zstd',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'message/rfc822',
  'text/calendar',
  'text/csv',
  'text/markdown',
  'text/plain',
  'text/vcard',
]);

/** Whole families: audio, video, and the documents of office programs. */
const passiveFamilies =
  /^(?:(?:audio|video)\/[\w.-]+|application\/vnd\.(?:ms-(?:excel|powerpoint|word|outlook)|openxmlformats-officedocument\.|oasis\.opendocument\.)[\w.-]*)$/;

/** The type that a file is sent with: its own where that is harmless, else that of plain bytes. */
export function servedMediaType(mediaType: string): string {
  const essence = essenceOf(mediaType);
  const isPassive = passiveTypes.has(essence) || passiveFamilies.test(essence);
  return isPassive ? essence : unknownMediaType;
}

/**
 * The header that makes a browser save a file under its name (RFC 6266). Both forms are always given: a
 * plain one for the oldest clients, and the exact one of RFC 8187.
 */
export function attachmentNamed(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/gu, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
