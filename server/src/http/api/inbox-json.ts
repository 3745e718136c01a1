import type { LeasedItem } from '../../domain/dispatches/inbox-leases.ts';
import type { WholeItem } from '../../domain/dispatches/keyed-inbox.ts';
import { filePathOf } from '../../domain/model/file.ts';
import { queueStateOf } from '../../domain/model/inbox-queue.ts';
import { timeJson, timeOrNull } from './drop-json.ts';

/** An item of an inbox, as API v1 writes it. */
export function itemJson(item: WholeItem) {
  return {
    id: item.token,
    state: queueStateOf(item),
    sender: { email: item.senderEmail === '' ? null : item.senderEmail, name: item.senderName },
    message: item.message ?? null,
    request: item.requestId ?? null,
    title: item.title ?? item.requestTitle ?? null,
    reference: item.reference ?? null,
    received_at: timeJson(item.createdAt),
    expires_at: timeJson(item.expiresAt),
    acknowledged_at: timeOrNull(item.acknowledgedAt),
    leases: item.leases,
    files: item.contents.map((file) => ({
      ...{ id: file.id, name: file.name, path: filePathOf(file) },
      ...{ type: file.mediaType, size: file.sizeBytes, sha256: file.sha256.toString('hex') },
    })),
  };
}

export function leasedItemJson({ item, token, endsAt }: LeasedItem) {
  return { ...itemJson(item), lease: token, lease_expires_at: timeJson(endsAt) };
}
