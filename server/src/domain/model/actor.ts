/** Who does something, and from where: what an audit record needs to know of a caller. */
export interface Actor {
  /** An account's e-mail address, `operator` at the command line, `system` for what is due by itself. */
  name: string;
  /** The client's network address, `cli` or `scheduler`. */
  source: string;
  requestId: string;
}
