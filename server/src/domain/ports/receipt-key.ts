/** The key with which the installation signs receipts: Ed25519. */
export interface ReceiptKey {
  /** Its public half: SubjectPublicKeyInfo in DER. */
  readonly publicKey: Buffer;
  sign(message: Buffer): Buffer;
}
