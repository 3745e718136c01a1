import type { CapturedMail } from '../../delivery/captured-mail.ts';
import type { OutboxEntry } from '../../domain/model/outbox.ts';

/** A mail as scripts see it. Subject and links are known of captured mail alone. */
export function mailView(entry: OutboxEntry, captured: CapturedMail | undefined) {
  return {
    id: entry.id,
    to: entry.to,
    kind: entry.kind,
    subject: captured?.subject ?? null,
    created_at: new Date(entry.createdAt).toISOString(),
    state: entry.state,
    links: captured?.links ?? [],
  };
}
