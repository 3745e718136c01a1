import { ValiseError } from './problem.ts';

/** Bytes of any kind. A text is the path of a file, where there are files. */
export type Content =
  string | Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** A file to send: its path, a `File`, or bytes with a name. */
export type FileToSend = string | File | NamedContent;

export interface NamedContent {
  /** Left out: the name of the file that the content is. */
  name?: string;
  /** In place of the name: folders and a name, with `/` between them, as receivers shall find it. */
  path?: string;
  content: Content;
  /** Its media type; left out, it follows from the name. */
  type?: string;
  /** In bytes, of a stream whose size is known. */
  size?: number;
}

/** Bytes that are read once, from the start. */
export interface Source {
  name: string;
  /** With `/` between names; left out: none. */
  folder?: string;
  type: string | undefined;
  /** Undefined where nobody knows it before the end. */
  size: number | undefined;
  read(): AsyncIterable<Uint8Array>;
}

/** Finds a file by its path. Browsers have none. */
export type OpenPath = (path: string) => Promise<Source>;

/** The files below a folder, each with its path; undefined for a path that is of none. Browsers have no folders. */
export type FilesBelow = (path: string) => Promise<readonly NamedContent[] | undefined>;

export async function sourceOf(file: FileToSend, openPath: OpenPath): Promise<Source> {
  if (typeof file === 'string') return await openPath(file);
  if (file instanceof Blob) return ofBlob(file, file.name, undefined);
  const { path, ...named } = file;
  if (path !== undefined) {
    if (named.name !== undefined) throw new ValiseError('Either a name or a path, not both.');
    const end = path.lastIndexOf('/');
    const source = await sourceOf({ ...named, name: path.slice(end + 1) }, openPath);
    return end === -1 ? source : { ...source, folder: path.slice(0, end) };
  }
  const { content, name, type, size } = named;
  if (typeof content === 'string') {
    const found = await openPath(content);
    return { ...found, name: name ?? found.name, type: type ?? found.type };
  }
  const given = name ?? ('name' in content ? String(content.name) : undefined);
  if (given === undefined) throw new ValiseError('A stream needs a name.');
  if (content instanceof Blob) return ofBlob(content, given, type);
  if (content instanceof Uint8Array || content instanceof ArrayBuffer) {
    const bytes = new Uint8Array(content);
    return { name: given, type, size: bytes.length, read: () => once(bytes) };
  }
  return { name: given, type, size, read: () => piecesOf(content) };
}

function ofBlob(blob: Blob, name: string, type: string | undefined): Source {
  const own = blob.type === '' ? undefined : blob.type;
  return { name, type: type ?? own, size: blob.size, read: () => piecesOf(blob.stream()) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

/** Not every browser can iterate over a stream. */
export async function* piecesOf(
  stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (!(stream instanceof ReadableStream)) {
    yield* stream;
    return;
  }
  const reader = stream.getReader();
  let isWhole = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isWhole = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (isWhole) reader.releaseLock();
    else await reader.cancel();
  }
}
