import { createTransport } from 'nodemailer';
import { minute, second } from '../../domain/model/clock.ts';
import type { MailTransport } from './mail-transport.ts';
import { MailFault } from './mail-transport.ts';

export interface SmtpSettings {
  host: string;
  port: number;
  security: 'starttls' | 'tls' | 'none';
  credentials: { user: string; password: string } | undefined;
  /** Certificates to trust for the mail server, in place of the well-known ones. */
  ca: Buffer | undefined;
  /** How many mails may be in delivery at once. */
  connections: number;
}

/**
 * Sends mails to a mail server over persistent connections, one mail at a time on each. A server that
 * should encrypt and does not, or whose certificate is invalid, gets neither credentials nor mail.
 */
export function createSmtpTransport(
  settings: SmtpSettings,
  { graceMs = 10 * second }: { graceMs?: number } = {},
): MailTransport {
  const { host, port, security, credentials, ca, connections } = settings;
  const transporter = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true, ...(ca && { ca }) },
    ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
    pool: true,
    maxConnections: connections,
    maxRequeues: 0,
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    dnsTimeout: 10 * second,
    // A server may be slow with a mail, and would get it twice if the mail were retried too soon.
    socketTimeout: 5 * minute,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    async send({ envelope, raw }) {
      try {
        await transporter.sendMail({ envelope: { from: envelope.from, to: [envelope.to] }, raw });
        return 'sent';
      } catch (error) {
        throw faultOf(error);
      }
    },

    close() {
      transporter.close();
      // A running delivery may finish, but a server that never answers does not delay the shutdown.
      setTimeout(() => {
        transporter.close({ force: true });
      }, graceMs).unref();
    },
  };
}

/**
 * The SMTP commands whose refusal is about the receiver or the mail. Other refusals can be fixed by the
 * operator.
 */
const aboutTheMail = ['RCPT TO', 'DATA'];
const serviceNotAvailable = 421;
const maxReasonLength = 300;

function faultOf(error: unknown): MailFault {
  if (!(error instanceof Error)) throw error;
  const { permanent, command = '', responseCode } = error as NodemailerFault;
  const isAboutTheMail = responseCode !== undefined && aboutTheMail.includes(command);
  return new MailFault(error.message.slice(0, maxReasonLength), {
    isPermanent: permanent === true && isAboutTheMail,
    isOutage: !isAboutTheMail || responseCode === serviceNotAvailable,
    cause: error,
  });
}

interface NodemailerFault {
  permanent?: boolean;
  /** Undefined where the server did not answer. */
  responseCode?: number;
  command?: string;
}
