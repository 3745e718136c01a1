import { scopes } from '#protocol/access.ts';
import type { DeviceAnswer } from '../../domain/access/device-logins.ts';
import { pollSeconds } from '../../domain/access/device-logins.ts';
import { second } from '../../domain/model/clock.ts';
import { usualScopes } from '../../domain/model/principal.ts';
import type { Actor } from '../../domain/model/principal.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { operations } from '../generated/operations.js';
import type { Exchange, OpenExchange } from '../routing/operation.ts';
import { route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';
import { linkOrigin } from '../routing/site.ts';

const { devices } = operations;

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** What a device is told that gets no key now. The words are those of RFC 8628 and RFC 6749. */
const refusals = {
  pending: ['authorization_pending', 'Nobody has allowed it yet. Ask again.'],
  slow: ['slow_down', `Ask every ${pollSeconds} seconds at most.`],
  refused: ['access_denied', 'It was not allowed.'],
  expired: ['expired_token', 'The time of this code is over. Begin again.'],
} as const satisfies Record<Exclude<DeviceAnswer['kind'], 'allowed'>, readonly [string, string]>;

/** Where programs ask to act for a person who allows it on a page: RFC 8628. */
export function deviceAuthorizationRoutes(
  { deviceLogins, clock }: Pick<Services, 'deviceLogins' | 'clock'>,
  publicUrl: string | undefined,
): Route[] {
  const originFor = ({ request }: Pick<OpenExchange, 'request'>) => linkOrigin(request, publicUrl);

  return [
    route(devices.metadata, (_who, _input, exchange) => {
      deviceLogins.refuseUnoffered();
      const issuer = originFor(exchange as OpenExchange);
      return {
        issuer,
        device_authorization_endpoint: issuer + devices.begin.path,
        token_endpoint: issuer + devices.token.path,
        grant_types_supported: [deviceGrant],
        response_types_supported: [],
        scopes_supported: [...scopes],
        token_endpoint_auth_methods_supported: ['none'],
      };
    }),
    route(devices.begin, async (_who, { form }, exchange) => {
      const { client_id: name = '', scope = '' } = form;
      const words = scope.split(' ').filter((word) => word !== '');
      try {
        const asked = { name, scopes: words.length > 0 ? words : usualScopes };
        const begun = await deviceLogins.begin(actorOf(exchange), asked);
        return {
          device_code: begun.deviceCode,
          user_code: begun.userCode,
          verification_uri: originFor(exchange as OpenExchange) + devices.page.path,
          expires_in: Math.floor((begun.expiresAt - clock.now()) / second),
          interval: pollSeconds,
        };
      } catch (error) {
        return refusalOf(error, exchange);
      }
    }),
    route(devices.token, async (_who, { form }, exchange) => {
      const { grant_type: grant, device_code: code } = form;
      if (grant !== deviceGrant) {
        return refuse(exchange, 'unsupported_grant_type', `grant_type must be ${deviceGrant}.`);
      }
      if (code === undefined) return refuse(exchange, 'invalid_request', 'device_code is missing.');
      const answer = await deviceLogins.poll(actorOf(exchange), code);
      if (answer.kind !== 'allowed') {
        const [error, description] = refusals[answer.kind];
        return refuse(exchange, error, description);
      }
      const { key, made, account } = answer;
      const { expiresAt, scopes: allowed = usualScopes } = made;
      return {
        access_token: key,
        token_type: 'Bearer',
        ...(expiresAt !== undefined && {
          expires_in: Math.floor((expiresAt - clock.now()) / second),
        }),
        scope: allowed.join(' '),
        account: account.email,
        key_name: made.name,
      };
    }),
  ];
}

function actorOf({ source, id: requestId }: Exchange): Actor {
  return { name: 'device', source, requestId };
}

function refuse(exchange: Exchange, error: string, description: string) {
  exchange.setStatus(400);
  return { error, error_description: description };
}

/** What is wrong with a request in the words of OAuth; other errors are everybody's. */
function refusalOf(error: unknown, exchange: Exchange) {
  if (!(error instanceof ValiseError) || error.code !== 'invalid') throw error;
  const isScope = error.details?.[0]?.field === 'scope';
  return refuse(exchange, isScope ? 'invalid_scope' : 'invalid_request', error.message);
}
