import type { FollowedReceiver } from '../../domain/dispatches/follow-receivers.ts';
import type { FollowedWhole, SentDelivery } from '../../domain/dispatches/sent-reports.ts';
import type { Instant } from '../../domain/model/clock.ts';
import { endReasonOf } from '../../domain/model/dispatch.ts';
import { filePathOf } from '../../domain/model/file.ts';
import type { ReceiverId } from '../../domain/model/ids.ts';
import type { AnyoneLink, SentDrop, SentFile } from '../../domain/model/sent.ts';
import { receiverStateOf } from '../../domain/model/sent.ts';

type BareDrop = SentDelivery['drop'];

/** A drop with its receivers and files, as API v1 writes it. */
export function dropJson(drop: FollowedWhole, now: Instant) {
  return {
    ...aboutJson(drop, now),
    receivers: drop.receivers.map((receiver) => receiverJson(drop, receiver, now)),
    anyone_links: drop.anyoneLinks.map((link) => anyoneLinkJson(drop, link, now)),
    files: drop.files.map(fileJson),
  };
}

/** A drop that was sent just now, with the links that its sender is told. */
export function sentDropJson(
  drop: FollowedWhole,
  now: Instant,
  linkOf: (receiverId: ReceiverId) => string | undefined,
) {
  const json = dropJson(drop, now);
  const receivers = drop.receivers.map((receiver) => {
    const link = linkOf(receiver.id);
    return { ...receiverJson(drop, receiver, now), ...(link !== undefined && { link }) };
  });
  const links = drop.anyoneLinks.map((link) => anyoneLinkJson(drop, link, now, linkOf(link.id)));
  return { ...json, receivers, anyone_links: links };
}

/** A link for anyone; `url` where it may be told. */
export function anyoneLinkJson(
  drop: Pick<SentDrop, 'dispatch' | 'endedAt'>,
  { id, opened, downloads, revokedAt }: AnyoneLink,
  now: Instant,
  url?: string,
) {
  const hasEnded = endReasonOf(drop, now);
  const state = revokedAt === undefined ? (hasEnded ?? ('live' as const)) : ('revoked' as const);
  const endedAt = state === 'revoked' ? drop.endedAt : undefined;
  return {
    id,
    ...(url !== undefined && { url }),
    state,
    opened,
    downloads,
    revoked_at: timeOrNull(revokedAt ?? endedAt),
  };
}

/** A drop in a list. */
export function listedDropJson(drop: SentDrop, now: Instant) {
  return {
    ...aboutJson(drop, now),
    receiver_count: drop.receiverCount,
    completed_count: drop.fetchedCount,
    undelivered_count: drop.undeliveredCount,
    file_count: drop.fileCount,
    size: drop.totalBytes,
  };
}

function aboutJson(drop: Pick<SentDrop, 'dispatch' | 'endedAt'>, now: Instant) {
  const { id, createdAt, expiresAt, title, message, reference, notify } = drop.dispatch;
  const { passwordHash } = drop.dispatch;
  return {
    id,
    state: endReasonOf(drop, now) ?? ('live' as const),
    title: title ?? null,
    reference: reference ?? null,
    notify: notify ?? ('mail' as const),
    password_protected: passwordHash !== undefined,
    created_at: timeJson(createdAt),
    expires_at: timeJson(expiresAt),
    message: message ?? null,
  };
}

export function receiverJson(drop: BareDrop, receiver: FollowedReceiver, now: Instant) {
  return { id: receiver.id, ...progressJson(drop, receiver, now) };
}

export function deliveryJson({ drop, receiver }: SentDelivery, now: Instant) {
  const { dispatch } = drop;
  return {
    drop: dispatch.id,
    reference: dispatch.reference ?? null,
    receiver: receiver.id,
    created_at: timeJson(dispatch.createdAt),
    expires_at: timeJson(dispatch.expiresAt),
    ...progressJson(drop, receiver, now),
  };
}

function progressJson(drop: BareDrop, receiver: FollowedReceiver, now: Instant) {
  const { email, nick, openedAt, completedAt, revokedAt, mail } = receiver;
  const state = receiverStateOf(drop, receiver, now);
  const endedAt = state === 'revoked' ? drop.endedAt : undefined;
  return {
    email,
    name: nick,
    state,
    opened_at: timeOrNull(openedAt),
    completed_at: timeOrNull(state === 'completed' ? completedAt : undefined),
    revoked_at: timeOrNull(revokedAt ?? endedAt),
    mail: mail?.state ?? null,
    mail_reason: mail?.reason ?? null,
  };
}

export function fileJson(file: SentFile) {
  const { id, name, mediaType: type, sizeBytes: size, sha256 } = file;
  return { id, name, path: filePathOf(file), type, size, sha256: sha256?.toString('hex') ?? null };
}

export function timeJson(at: Instant): string {
  return new Date(at).toISOString();
}

export function timeOrNull(at: Instant | undefined): string | null {
  return at === undefined ? null : timeJson(at);
}
