import { parseListedTarget } from '../domain/model/webhook-target.ts';
import { list, path } from './setting.ts';
import type { Row } from './setting.ts';

/** The settings of webhooks. */
export const webhookRows = {
  webhookTargets: {
    doc: 'Where webhooks may go besides HTTPS at public addresses: hosts or networks, each with a port, such as `engine.example.com:8443`, `10.1.0.0/16:443` or `[fd00::/8]:443`. There, private addresses and `http:` are allowed. An address of this machine is allowed only if it is written itself, such as `127.0.0.1:9000`. Link-local addresses and those of cloud metadata never are. See [webhooks.md](webhooks.md).',
    kind: list(
      'hosts or networks, each with a port',
      (target) => parseListedTarget(target) !== undefined,
    ),
    default: [],
  },
  webhookCaFile: {
    doc: 'Certificates (PEM) that may vouch for the receivers of webhooks, besides the well-known ones.',
    kind: path,
  },
} as const satisfies Record<string, Row>;
