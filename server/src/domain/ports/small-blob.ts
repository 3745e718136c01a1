/** A blob that is whole in memory, on no disk, and not sealed yet. */
export interface SmallBlob {
  blobKey: string;
  /** What it is sealed under. */
  keying: { fileKey: Buffer; installId: string; fileId: string; segment: number; salt: Buffer };
  /** Whether its SHA-256 is wanted. */
  hashes: boolean;
  /** All of its plaintext, laid out so that it can be sealed where it lies. */
  load: { memory: Uint8Array<ArrayBuffer>; plainBytes: number; isLast: true };
}

export interface KeptBlob {
  /** The load's memory, sealed over. */
  memory: ArrayBuffer;
  sha256: Buffer | undefined;
}

/** Where small blobs are sealed and stored, each in one go. */
export interface SmallBlobs {
  /** Takes the load's memory over until the promise has settled. One that fails leaves nothing. */
  keep(blob: SmallBlob): Promise<KeptBlob>;
}
