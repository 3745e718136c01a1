import { timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Randomness } from '../../domain/model/ids.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { PasswordHasher } from '../../domain/ports/hashers.ts';
import { frameFields, refuseWeakKey } from './sealed-format.ts';

interface Cost {
  memoryKiB: number;
  passes: number;
}

/** OWASP's minimum, with parallelism 1. Lower values are refused when they are read. */
const floor: Cost = { memoryKiB: 19 * 1024, passes: 2 };
const saltBytes = 16;
const tagBytes = 32;
/** More than anybody sets; a changed row must not take all memory. */
const ceiling: Cost = { memoryKiB: 256 * 1024, passes: 16 };

const phcPattern =
  /^\$argon2id\$v=19\$m=([0-9]{1,7}),t=([0-9]{1,3}),p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

// An import that names it would keep older versions of Node from starting at all.
const { argon2 } = process.getBuiltinModule('node:crypto');

/** Argon2id, keyed with `pepper`. Throws `config_invalid` on a version of Node that lacks it. */
export function createPasswordHasher(
  pepper: Buffer,
  randomness: Randomness,
  cost: Cost = floor,
): PasswordHasher {
  refuseWeakKey(pepper, 'The password pepper');
  if (typeof argon2 !== 'function') {
    throw new ValiseError(
      'config_invalid',
      `This version of Node, ${process.versions.node}, cannot hash passwords. Run "npm run setup".`,
    );
  }
  const derive = promisify(argon2);

  async function tagOf(
    password: string,
    ownerId: string,
    salt: Buffer,
    { memoryKiB, passes }: Cost,
  ): Promise<Buffer> {
    return await derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce: salt,
      parallelism: 1,
      tagLength: tagBytes,
      memory: memoryKiB,
      passes,
      secret: pepper,
      associatedData: frameFields('password', ownerId),
    });
  }

  return {
    async hash(password, ownerId) {
      const salt = randomness.bytes(saltBytes);
      return phcOf(cost, salt, await tagOf(password, ownerId, salt, cost));
    },

    async verify(password, ownerId, phc) {
      const known = parsePhc(phc);
      if (isBelow(known, floor) || isBelow(ceiling, known)) {
        throw new Error('A password hash has parameters that this server never writes');
      }
      return timingSafeEqual(await tagOf(password, ownerId, known.salt, known), known.tag);
    },

    isOutdated(phc) {
      const { memoryKiB, passes } = parsePhc(phc);
      return memoryKiB !== cost.memoryKiB || passes !== cost.passes;
    },

    nobodys: phcOf(cost, randomness.bytes(saltBytes), randomness.bytes(tagBytes)),
  };
}

function isBelow(one: Cost, other: Cost): boolean {
  return one.memoryKiB < other.memoryKiB || one.passes < other.passes;
}

function phcOf({ memoryKiB, passes }: Cost, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=1$${base64Of(salt)}$${base64Of(tag)}`;
}

/** Without padding, as PHC strings have it. */
function base64Of(bytes: Buffer): string {
  return bytes.toString('base64').replace(/={1,2}$/, '');
}

function parsePhc(phc: string): Cost & { salt: Buffer; tag: Buffer } {
  const [, memory, passes, salt, tag] = phcPattern.exec(phc) ?? [];
  if (salt === undefined || tag === undefined) {
    throw new Error('A stored password hash is not an argon2id PHC string');
  }
  return {
    memoryKiB: Number(memory),
    passes: Number(passes),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
