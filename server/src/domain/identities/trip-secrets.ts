import type { TokenHasher } from '../ports/hashers.ts';
import type { RoundTrip } from '../ports/identity-provider.ts';

/**
 * The secrets of a round trip are derived from its state, so that none is stored. `way`: which of its hashes the
 * state carries, for one that came back; the secrets were derived in the same way.
 */
export function tripSecrets(
  hasher: TokenHasher,
  state: string,
  way = -1,
): Pick<RoundTrip, 'nonce' | 'codeVerifier'> {
  const derive = (what: string) => {
    const hash = hasher.hashes('round trip', what, state)[way];
    return (hash ?? hasher.hash('round trip', what, state)).toString('base64url');
  };
  return { nonce: derive('nonce'), codeVerifier: derive('verifier') };
}
