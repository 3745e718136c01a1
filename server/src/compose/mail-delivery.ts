import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import type { Config } from '../config/settings.ts';
import { createMailOutcomes } from '../domain/notices/mail-outcomes.ts';
import { noMailToken } from '../domain/notices/mail-limits.ts';
import { noReminderToken } from '../domain/dispatches/reminding.ts';
import type { Coordination } from '../domain/ports/coordination.ts';
import type { SmsProvider } from '../domain/ports/sms-provider.ts';
import type { ServerHealth } from '../health/readiness.ts';
import type { Installation } from './installation.ts';
import type { Traces } from './traces.ts';
import { lazily } from '../platform/lazily.ts';
import type { Brand } from '../brand/load-brand.ts';
import { createCapturedTransport } from '../delivery/mail/captured-transport.ts';
import type { MailDelivery, OnDelivery } from '../delivery/mail/deliver-mail.ts';
import { createMailDelivery, watchDelivery } from '../delivery/mail/deliver-mail.ts';
import type { MailTransport } from '../delivery/mail/mail-transport.ts';
import { createCapturedSms } from '../delivery/sms/captured-sms.ts';
import { createHttpSms } from '../delivery/sms/http-sms.ts';

interface Context {
  log: Logger;
  /** Called only once there is a mail. */
  brand: () => Promise<Brand>;
  coordination: () => Pick<Coordination, 'processes'>;
  /** The start of every link. Called only once the server listens. */
  origin: () => string;
  onDelivery?: OnDelivery | undefined;
  traces?: Traces | undefined;
}

interface WatchedDelivery extends MailDelivery, Pick<MailTransport, 'close'> {
  health(): Pick<ServerHealth, 'isMailServerLost' | 'isSmsGatewayLost'>;
}

const system = { name: 'system', source: 'scheduler', requestId: '-' };

/** Delivery from the outbox to the mail server, or to the folder of captured mail where there is none. */
export async function composeMailDelivery(
  {
    database,
    events,
    clock,
    randomness,
    linkSecret,
    codeFor,
    accountLinkSecret,
    tokenHasher,
    mailDir,
    sandboxClock,
  }: Installation,
  given: Config,
  { log, brand, coordination, origin, onDelivery, traces }: Context,
): Promise<WatchedDelivery> {
  // A sandbox captures, whatever the settings say.
  const isSandbox = sandboxClock !== undefined;
  const config = isSandbox ? { ...given, smtpHost: undefined, smsGatewayUrl: undefined } : given;
  const ownTransport = await composeTransport(config, mailDir);
  const transport = traces?.mail(ownTransport) ?? ownTransport;
  // Slow to load, with the texts in all languages: loaded with the first mail.
  const composer = lazily(async () => {
    const given = await brand();
    const { createBrandSource } = await import('../brand/brand-source.ts');
    const { createMailComposer } = await import('../delivery/mail/compose-mail.ts');
    const source = createBrandSource(given, database);
    return createMailComposer({
      database,
      clock,
      linkSecret,
      codeFor,
      accountLinkSecret,
      noReminderToken: (receiverId) => noReminderToken(tokenHasher, receiverId),
      noMailToken: (receiverId) => noMailToken(tokenHasher, receiverId),
      origin,
      from: config.mailFrom ?? `valise@${hostOf(config.publicUrl)}`,
      brand: () => source.look(),
      language: config.language,
      timeZone: config.timeZone,
      abuseAddress: config.abuseAddress,
      translations: given.translations,
    });
  });
  const ownSms = composeSms(config, mailDir);
  const sms = traces?.sms(ownSms) ?? ownSms;
  const [mailWatch, smsWatch] = [watchDelivery(clock), watchDelivery(clock)];
  const delivery = createMailDelivery({
    outbox: database.outbox,
    processes: () => coordination().processes,
    compose: async (entry) => (await composer())(entry),
    transport: {
      send: (mail) => mailWatch.watch(() => transport.send(mail)),
      close() {
        transport.close();
      },
    },
    sms: { send: (message) => smsWatch.watch(() => sms.send(message)) },
    outcomes: createMailOutcomes({ database, events, clock, actor: system }),
    clock,
    randomness,
    log,
    giveUpMs: config.mailGiveUp,
    connections: config.smtpConnections,
    onDelivery,
  });
  return {
    ...delivery,
    close() {
      transport.close();
    },
    health: () => ({
      isMailServerLost: mailWatch.isLost(),
      isSmsGatewayLost: smsWatch.isLost(),
    }),
  };
}

async function composeTransport(config: Config, mailDir: string): Promise<MailTransport> {
  const { smtpHost, smtpUser, smtpPassword, smtpCaFile } = config;
  if (smtpHost === undefined) return createCapturedTransport(mailDir);
  // Slow to load, and not needed where mail is captured.
  const { createSmtpTransport } = await import('../delivery/mail/smtp-transport.ts');
  return createSmtpTransport({
    host: smtpHost,
    port: config.smtpPort,
    security: config.smtpSecurity,
    credentials:
      smtpUser === undefined || smtpPassword === undefined
        ? undefined
        : { user: smtpUser, password: smtpPassword.reveal() },
    connections: config.smtpConnections,
    ca: smtpCaFile === undefined ? undefined : await readFile(smtpCaFile),
  });
}

function composeSms(config: Config, mailDir: string): SmsProvider {
  const { smsGatewayUrl: url, smsGatewayToken, smsGatewayBody: body } = config;
  if (url === undefined) return createCapturedSms(mailDir);
  return createHttpSms({ url, token: smsGatewayToken?.reveal(), body });
}

/** A host that is valid in a mail address. */
function hostOf(publicUrl: string | undefined): string {
  const hostname = publicUrl === undefined ? '' : new URL(publicUrl).hostname;
  const isName = hostname !== '' && !hostname.startsWith('[') && isIP(hostname) === 0;
  return isName ? hostname : 'localhost';
}
