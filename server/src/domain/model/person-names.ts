/** Full stops of other scripts, and dots that look like one. NFKC makes one of most others. */
const dots = String.raw`.\u{b7}\u{6d4}\u{701}\u{702}\u{2027}\u{2219}\u{22c5}\u{3002}\u{30fb}\u{ff61}\u{a4f8}`;
/** A letter or digit, a dot, two letters: `corp.example`, and `St.John` as well. */
const domain = new RegExp(String.raw`[\p{L}\p{N}][${dots}]\p{L}{2}`, 'u');
/** The sign, and circled letters that pass for one. */
const at = /[@ⓐⒶ🅐]/u;
const invisible = /[\p{Cf}\p{Mn}]/gu;

/**
 * Whether a name could be taken for an address or a domain. Where it does, the address stands beside it: a
 * person chooses the name, and readers would believe that it is where something came from.
 */
export function looksLikeAddress(name: string): boolean {
  const folded = name.normalize('NFKC').replace(invisible, '');
  return at.test(name) || at.test(folded) || domain.test(folded);
}

/** A name that readers see alone, with the address where the name could be taken for one. */
export function nameBesideAddress(name: string, email: string): string {
  const isSame = name.toLowerCase() === email.toLowerCase();
  return looksLikeAddress(name) && !isSame ? `${name} (${email})` : name;
}
