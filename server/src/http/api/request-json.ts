import type { FollowedAsked, FollowedRequest } from '../../domain/grants/request-reports.ts';
import type { Instant } from '../../domain/model/clock.ts';
import type { ReturnSum } from '../../domain/model/dispatch.ts';
import { endReasonOf, isBareLink } from '../../domain/model/dispatch.ts';
import type { CameBack, RequestEntry } from '../../domain/model/file-request.ts';
import { timeJson, timeOrNull } from './drop-json.ts';

/** The address of the page behind a link's secret; null for whoever may not see it. */
export type LinkTo = (secret: string) => string | null;

/** A request with those who were asked, as API v1 writes it. */
export function requestJson(
  request: FollowedRequest,
  receivers: readonly FollowedAsked[],
  now: Instant,
  linkTo: LinkTo,
) {
  const { dispatch, limits } = request;
  return {
    ...listedRequestJson(request, now),
    options: {
      max_files: limits?.maxFiles ?? null,
      max_bytes: limits?.maxBytes ?? null,
      max_file_bytes: limits?.maxFileBytes ?? null,
      max_uses: limits?.maxReturns ?? null,
      second_factor: dispatch.secondFactor,
    },
    receivers: receivers.map((receiver) => askedJson(receiver, linkTo)),
  };
}

/** A request in a list. */
export function listedRequestJson(request: RequestEntry, now: Instant) {
  const { id, createdAt, expiresAt, title, message, reference, notify } = request.dispatch;
  const reason = endReasonOf(request, now);
  return {
    id,
    state: reason === 'revoked' ? ('closed' as const) : (reason ?? ('live' as const)),
    title: title ?? null,
    reference: reference ?? null,
    notify: notify ?? ('mail' as const),
    created_at: timeJson(createdAt),
    expires_at: timeJson(expiresAt),
    message: message ?? null,
    receiver_count: request.receivers,
    ...cameJson(request.came),
  };
}

export function askedJson(receiver: FollowedAsked, linkTo: LinkTo) {
  const { id, email, nick, state, openedAt, revokedAt, mail, secret, came } = receiver;
  return {
    id,
    email: isBareLink(receiver) ? null : email,
    name: nick,
    state,
    opened_at: timeOrNull(openedAt),
    revoked_at: timeOrNull(revokedAt),
    mail: mail?.state ?? null,
    mail_reason: mail?.reason ?? null,
    link: secret === undefined ? null : linkTo(secret),
    ...cameJson(came),
  };
}

export function itemJson({ token, receiverId, email, nick, at, files, bytes, isLive }: CameBack) {
  return {
    id: token,
    receiver: receiverId,
    email: email === '' ? null : email,
    name: nick,
    received_at: timeJson(at),
    file_count: files,
    size: bytes,
    is_live: isLive,
  };
}

function cameJson({ returns, files, bytes }: ReturnSum) {
  return { received_count: returns, file_count: files, size: bytes };
}
