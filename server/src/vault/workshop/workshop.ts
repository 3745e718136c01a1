import type { OpenedRun, SealedRun } from '../../crypto/open-run.ts';
import type { OpenerOptions } from '../../crypto/opener.ts';
import type { Load, PlaceSealerOptions, SealedLoad } from '../../crypto/seal-in-place.ts';

/** Where sealing and opening of much data is done, so that whoever asks stays free meanwhile. */
export interface Workshop {
  startSealing(options: PlaceSealerOptions): Sealing;
  startOpening(options: OpenerOptions): Opening;
  /** Ends what is under way. Nothing may be started afterwards. */
  close(): Promise<void>;
}

/** One segment being sealed. Loads may be handed over before the ones before them are done. */
export interface Sealing {
  /** Takes the load's memory over until the promise has settled; comes back with it, sealed. */
  seal(load: Load): Promise<SealedLoad>;
  /** Forgets the segment. Must be called once, after its last load or when no more will come. */
  end(): void;
}

/** One segment being opened. */
export interface Opening {
  /** Takes the run's memory over. */
  open(run: SealedRun): Promise<OpenedRun>;
  /** Forgets the segment. Must be called once. */
  end(): void;
}
