/** How an outsider checks any pack. */
const CHECK = (fingerprints: readonly string[]) => `Check it, without network:

1. Open verify.html in a browser and drop the ZIP on it (do not unpack the ZIP; take verify.html out of it, or better,
   from the site that gave it to you). Or, with Node 20 or later: node verify.mjs THE.zip
2. Compare the fingerprint of the site's key with the one that the site publishes at /.well-known/fundesk-keys.json and
   on its System page. A pack that somebody else signed has another one:
${fingerprints.map((each) => `     ${each}`).join('\n')}
3. Where the check names a time stamp, compare the fingerprint of its certificate with the authority's.
`

const LIMITS = `It does not prove that the administrator's files are right,
nor what happened outside of Fundesk, nor that a person at the keyboard was the user who had logged in.
`

/**
 * The README of a pack: how an outsider checks it.
 * @param unproven the tables whose rows are not what the site signed
 */
export function packReadme(
  { kind, id }: { kind: string; id: number },
  fingerprints: readonly string[],
  unproven: readonly string[],
): string {
  return `Evidence of ${objectLabel({ kind, id })}
${unproven.length === 0 ? '' : warning(unproven)}
${CHECK(fingerprints)}
What is in it:

object.json, figures.json, results.json, tolerances.json, bridge.json, checks.json  the rows as they stand: a NAV has all;
                 its figures are those of its controls and of those that they were compared with
tolerances-used.json  for each result the tolerances that it was measured by, their level, and who asked for and who
                 approved each; tolerance-events.jsonl has the events that say so
formats.json     where the files of a control were read by a file format: its versions
documents/       the files as they came
events.jsonl     who did what and when; each event holds the hash of the one before it
proof.json       that the newest event is in the tree of checkpoint.json, which the site signed
stamp.json       where the site has a time stamp authority: its stamp (RFC 3161) of that checkpoint, or of a later one with
                 all between
changes.jsonl    what each transaction made of these rows; seals.jsonl has the site's signature of each
keys.json        the site's public keys (Ed25519); report.pdf the report, for reading
manifest.json    every file with its size and SHA-256; manifest.sig signs it

The check re-computes every hash and signature, plays the changes again, compares the rows with what they lead to, and
runs the rules of each control again over its figures: every result, comparison, cell and bar of the bridge must come
out as it is stored. Of a control by an older version of the rules it compares the cells alone, and says so. ${LIMITS}`
}

const warning = (tables: readonly string[]) => `
WARNING: when this pack was built, the site's database did not hold what the site had signed of this object
(${tables.join(', ')}). It was changed outside of Fundesk. The check below names each difference.
`

/** The README of the pack of a month. */
export function monthReadme(
  { month, funds }: { month: string; funds: readonly string[] },
  count: number,
  fingerprints: readonly string[],
): string {
  return `Evidence of the NAVs of ${month}: ${count} of ${funds.length === 1 ? `fund ${funds[0]}` : `${funds.length} funds`}

${CHECK(fingerprints)}
What is in it: for each NAV its pack, which can also be taken out and checked alone, and has a README of its own;
manifest.json names every file with its size and SHA-256, and manifest.sig signs it.

${LIMITS}`
}

/** "NAV 1012", "invoice 15347", "2026-10 of LUX001, LUX002" */
export function objectLabel({
  kind,
  id,
  month,
  funds = [],
}: {
  kind: string
  id?: number
  month?: string
  funds?: readonly string[]
}): string {
  if (kind !== 'month') return `${kind === 'nav' ? 'NAV' : kind} ${id}`
  const most = 5
  const more = funds.length > most ? ` and ${funds.length - most} more` : ''
  return `${month} of ${funds.slice(0, most).join(', ')}${more}`
}
