import type { OutgoingSms, SmsProvider } from '../../domain/ports/sms-provider.ts';
import { SmsFault } from '../../domain/ports/sms-provider.ts';

export interface GatewayOptions {
  url: string;
  /** Sent as a bearer token. */
  token: string | undefined;
  body: 'json' | 'form';
  timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;
/** Status codes that mean that a retry may work; all other 4xx are permanent. */
const passingRefusals = new Set([401, 403, 404, 408, 425, 429]);

/**
 * Posts messages to a gateway. Any 2xx answer means that the gateway accepted it; the body is not read.
 * Redirects are not followed: they could send the token elsewhere.
 */
export function createHttpSms({ url, token, body, timeoutMs }: GatewayOptions): SmsProvider {
  async function post(sms: OutgoingSms): Promise<Response> {
    const fields = { to: `+${sms.to}`, text: sms.text };
    try {
      return await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs ?? defaultTimeoutMs),
        headers: {
          ...(body === 'json' ? { 'content-type': 'application/json' } : {}),
          // A gateway that knows this header sends a repeated message once.
          'idempotency-key': sms.id,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: body === 'json' ? JSON.stringify(fields) : new URLSearchParams(fields),
      });
    } catch (cause) {
      throw new SmsFault(`The gateway did not answer: ${reasonOf(cause)}`, {
        isPermanent: false,
        isOutage: true,
        cause,
      });
    }
  }

  return {
    async send(sms) {
      const { ok, status, body: answer } = await post(sms);
      await answer?.cancel();
      if (ok) return 'sent';
      throw new SmsFault(`The gateway answered ${status}`, {
        isPermanent: status >= 400 && status < 500 && !passingRefusals.has(status),
        isOutage: status >= 500,
      });
    },
  };
}

/** The error of fetch says little; its cause has the system error. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: unknown };
  return cause instanceof Error ? cause.message : (message ?? String(error));
}
