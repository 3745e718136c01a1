import type { Page } from 'playwright-core';

/**
 * An authenticator that verifies its owner without asking, as a laptop with a fingerprint reader does. Sign-in pages
 * offer passkeys among their suggestions, which it answers at once. The returned function takes it away.
 */
export async function addAuthenticator(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => {
    await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  };
}
