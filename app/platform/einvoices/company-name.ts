/** Legal forms and their parts, as they stand at the end of names. */
const FORMS = new Set(
  (
    'ag gmbh kg kgaa ohg gbr ug eg ev se co cie sa sas sasu sarl rl sca scs scsp sicav sicaf sci eurl ltd limited plc llp lp llc ' +
    'inc incorporated corp corporation company bv nv cv vof bvba srl spa sapa sl slu sau oy oyj ab as asa aps kft zrt sro doo dd ' +
    'spzoo zoo oo z sp ead ood eood lda cvba asbl and und et mbh haftungsbeschrankt'
  ).split(' '),
)
/** Those that some countries write in front. */
const FORMS_IN_FRONT = new Set('sa sarl sas sasu eurl sci ab oy'.split(' '))

/** The words of a company's name: no case, no accents, no punctuation; "S.à r.l." is one word. */
function wordsOf(name: string): string[] {
  const words = name
    .toUpperCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[.'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  // Letters that stand alone belong together: "S A" and "s a r l" are forms.
  return words.reduce<string[]>((joined, word, at) => {
    const before = joined.at(-1)
    const single = /^[a-z]$/.test(word) && /^[a-z]$/.test(words[at - 1] ?? '')
    if ((single || (word === 'rl' && before === 'sa')) && before !== undefined)
      joined[joined.length - 1] = before + word
    else joined.push(word)
    return joined
  }, [])
}

/** A name as it is compared with its legal form. */
export function nameKey(name: string): string {
  return wordsOf(name).join(' ')
}

/** A name as it is compared without its legal form; what would leave nothing stays as it is. */
export function bareNameKey(name: string): string {
  const words = wordsOf(name)
  let end = words.length
  while (end > 1 && FORMS.has(words[end - 1] ?? '')) end--
  let start = 0
  if (end > 1 && FORMS_IN_FRONT.has(words[0] ?? '')) start = 1
  return words.slice(start, end).join(' ')
}

/** A VAT number as it is compared: letters and digits only. */
export function vatKey(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
