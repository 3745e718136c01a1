import type { Certificate } from './certificate.ts';
import type { LoadRequest } from './load/load.ts';
import type { ServerProcess } from './server-process.ts';

/** A running server that takes files and gives them back, and how either is asked for. */
export interface FileHost {
  server: ServerProcess;
  /** What curl must be told to upload a file. */
  uploadArguments(path: string, name: string): string[];
  /** Makes what was uploaded ready to be fetched; tells where it is, for any server on this folder. */
  publish(): Promise<(name: string) => string>;
  /** What curl must be told to fetch it. */
  downloadArguments(place: string): string[];
  /** A file of random bytes in one request; `{n}` in it stands for a number. */
  smallUpload: (sizeBytes: number) => LoadRequest;
  /** Takes uploads out of the way, so that they are no part of the next trial. */
  clear: () => Promise<void>;
}

export interface HostKind {
  name: string;
  /** Serves a folder, new or used before; with HTTPS if there is a certificate. */
  start(dir: string, certificate?: Certificate): Promise<FileHost>;
}
