/** What administrators chose of how the service is called and looks. What is undefined is the operator's, or ours. */
export interface Appearance {
  serviceName: string | undefined;
  /** Such as `#0b5f5a`. */
  accentColor: string | undefined;
  supportAddress: string | undefined;
  /** A PNG or SVG picture. */
  logo: Buffer | undefined;
}

/** What there is before anything was chosen. */
export const nothingChosen: Appearance = {
  serviceName: undefined,
  accentColor: undefined,
  supportAddress: undefined,
  logo: undefined,
};

/** The one appearance of the installation. */
export interface AppearanceRepository {
  /** Grows with every change; 0 before the first. */
  version(): Promise<number>;
  find(): Promise<Appearance>;
  put(appearance: Appearance): Promise<void>;
}
