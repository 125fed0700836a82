/** The README of a pack: how a stranger checks it. */
export function packReadme(
  { kind, id }: { kind: string; id: number },
  fingerprints: readonly string[],
): string {
  return `Evidence of ${kind === 'nav' ? 'NAV' : kind} ${id}

Check it, without network:

1. Open verify.html in a browser and drop the ZIP on it (do not unpack the ZIP; take verify.html out of it, or better,
   from the site that gave it to you). Or, with Node 20 or later: node verify.mjs THE.zip
2. Compare the fingerprint of the site's key with the one that the site publishes at /.well-known/fundesk-keys.json and
   on its System page. A pack that somebody else signed has another one:
${fingerprints.map((each) => `     ${each}`).join('\n')}

What is in it:

object.json, figures.json, results.json, bridge.json, checks.json  the rows as they stand: a NAV has all of them
documents/       the files as they came
events.jsonl     who did what and when; each event holds the hash of the one before it
proof.json       that the newest event is in the tree of checkpoint.json, which the site signed
changes.jsonl    what each transaction made of these rows; seals.jsonl has the site's signature of each
keys.json        the site's public keys (Ed25519); report.pdf the report, for reading
manifest.json    every file with its size and SHA-256; manifest.sig signs it

The check re-computes every hash and signature, plays the changes again, compares the rows with what they lead to, and
compares the rules' breaches with the figures and their cells. It does not prove that the administrator's files are right,
nor what happened outside of Fundesk, nor that a person at the keyboard was the user who had logged in.
`
}
