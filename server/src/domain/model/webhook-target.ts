import { isNetwork } from '#protocol/networks.ts';

/** Where the operator allows webhooks to go besides public addresses: a host by its name, or a network, and a port. */
export type ListedTarget = { readonly port: number } & (
  { readonly host: string } | { readonly network: string }
);

const pattern = /^(?:\[(?<bracketed>[0-9a-f:./]+)\]|(?<plain>[^:[\]\s]+)):(?<digits>\d{1,5})$/i;

/**
 * A target as operators write it: `engine.example.com:8443`, `10.1.0.0/16:443`, `[fd00::/8]:443`, `127.0.0.1:9000`.
 * Undefined for anything else.
 */
export function parseListedTarget(written: string): ListedTarget | undefined {
  const { bracketed, plain = '', digits } = pattern.exec(written)?.groups ?? {};
  const port = Number(digits);
  if (digits === undefined || port === 0 || port > 65_535) return undefined;
  if (bracketed !== undefined) {
    return bracketed.includes(':') && isNetwork(bracketed)
      ? { network: bracketed, port }
      : undefined;
  }
  if (isNetwork(plain)) return { network: plain, port };
  return isHostName(plain) ? { host: plain.toLowerCase(), port } : undefined;
}

/** Also no address in another spelling, which the name in a URL would never be equal to. */
function isHostName(name: string): boolean {
  if (!/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(name)) return false;
  return (
    URL.canParse(`http://${name}`) && new URL(`http://${name}`).hostname === name.toLowerCase()
  );
}
