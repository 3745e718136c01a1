import { printableText } from '#protocol/untrusted-text.ts';
import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import { readNamedFile } from '../../cli-kit/named-file.ts';
import { counted } from '../../cli-kit/print.ts';
import { parseKeys } from '../../domain/receipts/envelope.ts';
import type { VerifiedPart } from '../../domain/receipts/verify-receipt.ts';
import { verifyReceipt } from '../../domain/receipts/verify-receipt.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';

export const receiptVerify = defineCommand({
  name: 'receipt verify',
  summary: 'check the signature of a receipt, without a server',
  about: `A receipt says who has which file of a drop; a proof of deletion, that its files were deleted. This
checks that an installation signed it, and prints what was signed. It needs no data folder and no
network. Each part of a receipt in several parts is one line of the file.

--key names a file with the public key: what the installation answers at
/.well-known/valise-receipts, or one key in PEM. Get it from the installation once, over https, and
keep it: a key that came with the receipt proves nothing.

Ends with 0 where all is right, with 7 where the signature is not, and with 2 where a file cannot be
read or is no receipt.`,
  words: ['FILE'],
  options: {
    key: { value: 'PUBKEY', doc: 'a file with the public key of the installation' },
    json: jsonOption,
  },
  examples: ['receipt verify receipt.json --key valise-receipts.json'],
  async run(context, given) {
    const [file] = given.words;
    const { key } = given.options;
    if (key === undefined) throw new ValiseError('usage', 'Name the public key with --key PUBKEY.');
    const keys = parseKeys(await readNamedFile(context, key));
    if (keys.length === 0) {
      throw new ValiseError('usage', `${key} has no Ed25519 public key, in PEM or as a list.`);
    }
    const parts = verifyReceipt(await readNamedFile(context, file), keys);
    const isWhole = parts[0]?.statement.after === null && parts.at(-1)?.statement.next === null;
    return {
      json: {
        status: 'ok',
        keyid: parts[0]?.keyId,
        whole: isWhole,
        statements: parts.map(({ statement }) => statement),
      },
      text: () => asText(parts, isWhole),
    };
  },
});

/** What was signed, in its own words. A name or an address in it may be anything. */
function asText(parts: readonly VerifiedPart[], isWhole: boolean): string {
  const statements = parts.map(({ statement }) => JSON.stringify(statement, undefined, 2));
  const lines = statements.join('\n').split('\n').map(printableText);
  const rest = isWhole ? '' : 'It is a part of a receipt: the others are missing.\n';
  return `The signature is right: ${counted(parts.length, 'part')}, key ${parts[0]?.keyId ?? ''}.
${rest}${lines.join('\n')}
`;
}
