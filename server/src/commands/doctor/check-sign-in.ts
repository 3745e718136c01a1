import { loadProviders } from '../../config/oidc-file.ts';
import type { Config } from '../../config/settings.ts';
import type { Clock } from '../../domain/model/clock.ts';
import type { Database } from '../../domain/model/database.ts';
import { createOpenidProvider } from '../../oidc/openid-provider.ts';
import { systemClock } from '../../platform/system.ts';
import type { Verdict } from './finding.ts';
import { ok, problem, warning } from './finding.ts';

/** Whether each identity provider answers, and as the one that it is configured as. */
export async function checkProviders(config: Pick<Config, 'oidcFile'>): Promise<Verdict> {
  const providers = await loadProviders(config);
  if (providers.length === 0) return ok('No identity provider is configured.');
  const faults: string[] = [];
  for (const settings of providers) {
    const provider = createOpenidProvider(settings, {
      clock: systemClock,
      onFault: () => undefined,
    });
    try {
      await provider.check();
    } catch (error) {
      faults.push(`${settings.id} (${settings.issuer}): ${reasonOf(error)}`);
    }
  }
  if (faults.length > 0) {
    return problem(
      `What these providers say of themselves cannot be used: ${faults.join('; ')}.`,
      'Look at the issuer in oidcFile, and at the way from this machine to the provider.',
    );
  }
  return ok(`Each of ${providers.length} identity providers can be reached.`);
}

/** The innermost cause says most: which host refused, or which certificate. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

/** Whether there are passkeys that work no longer, because the service got another name. */
export async function checkPasskeys(
  { passkeys }: Pick<Database, 'passkeys'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Promise<Verdict> {
  if (publicUrl === undefined)
    return ok('The names of passkeys are not checked without publicUrl.');
  const { hostname } = new URL(publicUrl);
  const other = await passkeys.findOtherRpId(hostname);
  if (other === undefined) return ok(`Every passkey was made for ${hostname}.`);
  return warning(
    `There are passkeys that were made for ${other}. Browsers do not offer them at ${hostname}.`,
    'Serve the former name again, or let their owners sign in another way and add new ones.',
  );
}

/** As many keys as a finding names. */
const namedKeys = 20;

/** Whether there are keys that work with an address only, and so not as bearer keys of /api/v1. */
export async function checkApiKeys(
  { apiKeys }: Pick<Database, 'apiKeys'>,
  { now }: Pick<Clock, 'now'>,
): Promise<Verdict> {
  const found = await apiKeys.listBasicOnly(now(), namedKeys + 1);
  if (found.length === 0) return ok('Every API key works alone, as Authorization: Bearer.');
  const named = found.slice(0, namedKeys).map(({ email, name, reason }) => {
    const key = name === '' ? email : `${email} "${name}"`;
    return `${key} (${reason === 'short' ? 'short' : 'fits two accounts'})`;
  });
  const more = found.length > namedKeys ? ' and more' : '';
  return warning(
    `These API keys work with Basic only: ${named.join(', ')}${more}.`,
    'Give them new ones with "valise account key rotate".',
  );
}
