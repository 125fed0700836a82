/** What a check found, in a sentence or two. @param report of verifyPack */
export function wordsOf({ findings, facts }) {
  const count = (number, one, many) => `${number} ${number === 1 ? one : many}`
  if (findings.length > 0) return `${count(findings.length, 'thing does', 'things do')} not hold:`
  const what =
    facts.packs === undefined ? 'The pack is whole' : `All ${facts.packs} packs of the month are whole`
  const stamp = facts.stamp
    ? ` Time stamp of ${facts.stamp.at} by ${facts.stamp.by}; compare its certificate with the authority’s: ${facts.stamp.certificate}.`
    : ''
  const rerun =
    facts.controls > 0
      ? ` The rules of ${facts.again} of ${count(facts.controls, 'control', 'controls')} ran again, with the same results.`
      : ''
  return `${what}: ${count(facts.files, 'file', 'files')}, ${count(facts.events, 'event', 'events')} in ${
    facts.packs === undefined ? 'one chain' : 'their chains'
  }, ${count(facts.seals, 'signed transaction', 'signed transactions')}, ${count(
    facts.comparisons,
    'comparison',
    'comparisons',
  )} of rules and figures.${rerun}${stamp}`
}

/** One event, in a line. */
export const lineOf = ({ at, who, what, to, log, of }) =>
  `${of ? `${of}: ` : ''}${at.slice(0, 16).replace('T', ' ')} UTC, ${who}: ${what}, to ${to}${log ? `. ${log}` : ''}`
