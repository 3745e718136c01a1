import { shellWord } from '../cli-kit/print.ts';

interface Traveller {
  email: string;
  key: string;
}

export interface Tour {
  /** The address of the server, without a trailing slash. */
  url: string;
  alice: Traveller;
  bob: Traveller;
}

/**
 * A first exchange as commands to paste into any POSIX shell: Alice sends Bob a file with one request of API v1, and
 * Bob finds it. No comments: an interactive zsh would run them.
 */
export function firstSendCommands(tour: Tour): string {
  return `${namesOf(tour)}
curl -sS -w '\\n' -H "Authorization: Bearer $ALICE_KEY" \\
  -F "drop={\\"receivers\\":[{\\"email\\":\\"$BOB\\"}],\\"message\\":\\"Hello Bob\\"};type=application/json" \\
  -F "file=@$DIR/hello.txt" "$BASE/api/v1/drops"
curl -sS -w '\\n' -H "Authorization: Bearer $BOB_KEY" "$BASE/api/v1/inbox"
`;
}

/** The same over the machine API, in as many steps as it takes there; Bob downloads the file, too. */
export function tourCommands(tour: Tour): string {
  return `${namesOf(tour)}

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

function namesOf({ url, alice, bob }: Tour): string {
  return `BASE=${shellWord(url)}
ALICE=${shellWord(alice.email)} ALICE_KEY=${shellWord(alice.key)}
BOB=${shellWord(bob.email)} BOB_KEY=${shellWord(bob.key)}
DIR=$(mktemp -d)
date > "$DIR/hello.txt"`;
}

const findToken = `sed -n 's/.*id="csrftoken".*value="\\([^"]*\\)".*/\\1/p'`;

/** The inbox lists the newest first. Split at commas, a quote within a name is still escaped. */
const findNewestUrl = `tr , '\\n' | sed -n 's/^"url":"\\([^"]*\\)".*/\\1/p' | sed 1q`;
