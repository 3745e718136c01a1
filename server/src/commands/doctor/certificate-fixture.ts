import { generateKeyPairSync, sign } from 'node:crypto';
import type { Instant } from '../../domain/model/clock.ts';

/** A self-signed certificate and its key, both PEM. */
export function makeCertificate(
  validFrom: Instant,
  validTo: Instant,
): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));
  const commonName = Buffer.from('0603550403', 'hex');
  const name = sequence(tagged(0x31, sequence(commonName, tagged(0x0c, Buffer.from('test')))));
  const content = sequence(
    tagged(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(time(validFrom), time(validTo)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', content, privateKey);
  const certificate = sequence(
    content,
    ecdsaWithSha256,
    tagged(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
}

/** GeneralizedTime, as in 20261115120000Z. */
function time(at: Instant): Buffer {
  const digits = new Date(at).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return tagged(0x18, Buffer.from(`${digits}Z`));
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const lengthBytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content]);
}
