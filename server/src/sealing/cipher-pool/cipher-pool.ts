import type { OpenedRun, SealedRun, OpenerOptions } from '../crypto/opener.ts';
import type { Load, PlaceSealerOptions, SealedLoad } from '../crypto/sealer.ts';

/** Where sealing and opening of much data is done, so that whoever asks stays free meanwhile. */
export interface CipherPool {
  /** Nothing is hashed: for that, a hash starts the sealing. */
  sealStream(options: PlaceSealerOptions): SealStream;
  startHash(): RunningHash;
  openStream(options: OpenerOptions): OpenStream;
  /** Ends what is under way. Nothing may be started afterwards. */
  close(): Promise<void>;
}

/** One segment being sealed. Loads may be handed over before the ones before them are done. */
export interface SealStream {
  /** Takes the load's memory over until the promise has settled; comes back with it, sealed. */
  seal(load: Load): Promise<SealedLoad>;
  /** Forgets the segment. Must be called once, after its last load or when no more will come. */
  end(): void;
}

/** A SHA-256 over the plaintext of segments that are sealed one after another. */
export interface RunningHash {
  /** One that is lost, or was forgotten, can go on over nothing. */
  readonly state: 'fresh' | 'begun' | 'lost';
  /** Goes on over what is sealed: the last load tells what it has come to. One segment at a time. */
  sealStream(options: PlaceSealerOptions): SealStream;
  /** Must be called when no segment will follow; may be called twice. */
  forget(): void;
}

/** One segment being opened. */
export interface OpenStream {
  /** Takes the run's memory over. */
  open(run: SealedRun): Promise<OpenedRun>;
  /** Forgets the segment. Must be called once. */
  end(): void;
}
