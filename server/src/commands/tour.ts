import { shellWord } from '../cli-kit/shell-word.ts';

interface Traveller {
  email: string;
  key: string;
}

export interface Tour {
  /** Where the server answers, without a slash at its end. */
  url: string;
  alice: Traveller;
  bob: Traveller;
}

/**
 * A first exchange as commands to paste into any POSIX shell: Alice sends Bob a file over the
 * machine API, and Bob receives it. No comments: an interactive zsh would run them.
 */
export function tourCommands({ url, alice, bob }: Tour): string {
  return `BASE=${shellWord(url)}
ALICE=${shellWord(alice.email)} ALICE_KEY=${shellWord(alice.key)}
BOB=${shellWord(bob.email)} BOB_KEY=${shellWord(bob.key)}
DIR=$(mktemp -d)
date > "$DIR/hello.txt"

echo '1. Alice takes a token from her page. Every other request carries it.'
TOKEN=$(curl -sS -u "$ALICE:$ALICE_KEY" "$BASE/$ALICE/" | ${findToken})

echo '2. She adds Bob to her contacts, and chooses him as receiver.'
curl -sS -w '\\n' -u "$ALICE:$ALICE_KEY" -H "CSRF-Token: $TOKEN" -H 'Content-Type: application/json' \\
  -d "[{\\"email\\": \\"$BOB\\"}]" "$BASE/$ALICE/cgi/contacts_add.cgi"
curl -sS -w '\\n' -u "$ALICE:$ALICE_KEY" -H "CSRF-Token: $TOKEN" -H 'Content-Type: application/json' \\
  -d "[{\\"email\\": \\"$BOB\\"}]" "$BASE/$ALICE/cgi/receivers_set.cgi"

echo '3. She lists her files, uploads one, and sends it.'
curl -sS -w '\\n' -u "$ALICE:$ALICE_KEY" -H "CSRF-Token: $TOKEN" "$BASE/$ALICE/cgi/get_files.cgi"
curl -sS -w '\\n' -u "$ALICE:$ALICE_KEY" -H "CSRF-Token: $TOKEN" \\
  -F do=upload -F "file=@$DIR/hello.txt" "$BASE/$ALICE/cgi/upload.cgi"
curl -sS -w '\\n' -u "$ALICE:$ALICE_KEY" -H "CSRF-Token: $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"ddmessage": "Hello Bob"}' "$BASE/$ALICE/cgi/createdrop.cgi"

echo '4. Bob finds it in his inbox.'
TOKEN=$(curl -sS -u "$BOB:$BOB_KEY" "$BASE/$BOB/" | ${findToken})
DROP=$(curl -sS -u "$BOB:$BOB_KEY" -H "CSRF-Token: $TOKEN" "$BASE/$BOB/cgi/get_history.cgi" |
  ${findNewestUrl})
curl -sS -o "$DIR/received.txt" -u "$BOB:$BOB_KEY" -H "CSRF-Token: $TOKEN" "$BASE/$BOB/$DROP/files/hello.txt"

cmp "$DIR/hello.txt" "$DIR/received.txt" && echo '5. Bob has, byte for byte, what Alice sent.'
`;
}

const findToken = `sed -n 's/.*id="csrftoken".*value="\\([^"]*\\)".*/\\1/p'`;

/** The inbox lists the newest first. Split at commas, a quote within a name is still escaped. */
const findNewestUrl = `tr , '\\n' | sed -n 's/^"url":"\\([^"]*\\)".*/\\1/p' | sed 1q`;
