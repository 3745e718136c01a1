/** What the accent comes to in one scheme; hexadecimal, such as `#0b5f5a`. */
export interface AccentShades {
  /** Of links and marks, and the ground of buttons. */
  ink: string;
  /** What lies under a message, or a choice that is pointed at. */
  ground: string;
}

export interface Accent {
  light: AccentShades;
  dark: AccentShades;
}

/** Stands after tokens.css, and puts another accent in place of ours. */
export function accentSheet({ light, dark }: Accent): string {
  return `:root {
  --color-accent: ${light.ink};
  --color-accent-ground: ${light.ground};
}

@media (prefers-color-scheme: dark) {
  :root {
    --color-accent: ${dark.ink};
    --color-accent-ground: ${dark.ground};
  }
}
`;
}
