/** What the answer of a provider must match. Derived anew from the state for each round trip. */
export interface RoundTrip {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** Where the provider sends the browser back to. */
  redirectUri: string;
  /** How long ago the person may have signed in at the provider; left out, any time. */
  maxAgeSeconds?: number;
}

/** Who signed in, as the provider says. */
export interface ProvenIdentity {
  issuer: string;
  subject: string;
  /** In lower case; undefined unless the provider vouches for it. */
  email: string | undefined;
  /** What the provider calls the person; empty where it does not say. */
  name: string;
  groups: readonly string[];
}

/** Who gets an account at the first sign-in. A condition that is left out is always met. */
export interface Provisioning {
  /** The address must be in one of these domains. */
  domains?: readonly string[] | undefined;
  /** The person must be in one of these groups. */
  groups?: readonly string[] | undefined;
}

/** An OpenID Connect provider. Throws `unavailable` when it cannot be reached or does not answer in time. */
export interface IdentityProvider {
  /** In addresses of pages. */
  readonly id: string;
  /** On buttons. */
  readonly name: string;
  readonly issuer: string;
  /** Undefined: nobody gets an account by signing in. */
  readonly provisioning: Provisioning | undefined;
  /** The address that the browser is to be sent to. */
  begin(trip: RoundTrip): Promise<string>;
  /**
   * Verifies the answer that the browser came back with: state, issuer, signature, audience, nonce, age.
   * Throws `IdentityRefused`.
   */
  complete(answer: URL, trip: RoundTrip): Promise<ProvenIdentity>;
}

/** The provider's answer does not prove an identity. `reason` is for the operator, and holds no secret. */
export class IdentityRefused extends Error {
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(`The identity was refused: ${reason}`, { cause });
    this.name = 'IdentityRefused';
    this.reason = reason;
  }
}
