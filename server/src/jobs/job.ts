/** Something that is done again and again, whoever is or is not looking. */
export interface Job {
  name: string;
  everyMs: number;
  /** Whether it destroys what time has run out for, and must wait while the time is in doubt. */
  deletes: boolean;
  /** Whether it waits for other machines. The other jobs then do not wait for it. */
  waitsForOthers?: boolean;
  /**
   * Returns how much it did, for the log. Must be safe to run again after a kill at any point, and
   * should come to an end soon once `stopping` fires.
   */
  run(stopping: AbortSignal): Promise<number>;
}
