import { capitalised } from '~/platform/values/show'

/**
 * Text as banks take it: the Latin characters of the SEPA rulebooks (EPC217-08), which all payment systems keep. Letters
 * with marks lose them, Greek and Cyrillic ones are transliterated as the rulebooks say, and signs become the nearest
 * one; letters of other scripts have no equivalent.
 */

const NEAREST: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ŋ: 'n',
  ħ: 'h',
  ŧ: 't',
  ə: 'e',
  '&': '+',
  '€': 'EUR',
  '£': 'GBP',
  $: 'USD',
  '¥': 'JPY',
  '%': 'pct',
  '#': 'No',
  '@': '(at)',
  '!': '.',
  ';': ',',
  '=': '-',
  '~': '-',
  _: '-',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
  '·': '-',
  '•': '-',
  '[': '(',
  '{': '(',
  '<': '(',
  ']': ')',
  '}': ')',
  '>': ')',
  '\\': '/',
  '|': '/',
  '⁄': '/',
  '"': "'",
  '`': "'",
  '´': "'",
  '’': "'",
  '‘': "'",
  '‚': "'",
  '“': "'",
  '”': "'",
  '„': "'",
  '«': "'",
  '»': "'",
  '‹': "'",
  '›': "'",
}

/** Greek by ELOT 743, Cyrillic as Bulgaria writes it, with the letters of its neighbours. */
const TRANSLITERATED: Readonly<Record<string, string>> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  ѓ: 'gj',
  д: 'd',
  ђ: 'dj',
  е: 'e',
  ё: 'e',
  є: 'ye',
  ж: 'zh',
  з: 'z',
  ѕ: 'dz',
  и: 'i',
  і: 'i',
  ї: 'yi',
  й: 'y',
  ј: 'j',
  к: 'k',
  ќ: 'kj',
  л: 'l',
  љ: 'lj',
  м: 'm',
  н: 'n',
  њ: 'nj',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  ћ: 'c',
  у: 'u',
  ў: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  џ: 'dz',
  ш: 'sh',
  щ: 'sht',
  ъ: 'a',
  ы: 'y',
  ь: 'y',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}

/** A letter as text of Latin letters; null where the tables have none. */
function inLatin(letter: string, isAmongCapitals: boolean): string | null {
  const small = letter.toLowerCase()
  const latin = NEAREST[letter] ?? NEAREST[small] ?? TRANSLITERATED[small]
  if (latin === undefined) return null
  if (small === letter || NEAREST[letter] !== undefined) return latin
  return isAmongCapitals ? latin.toUpperCase() : capitalised(latin)
}

const TAKEN = /[a-zA-Z0-9/\-?:().,'+ ]/
const ALL_TAKEN = /^[a-zA-Z0-9/\-?:().,'+ ]*$/

/** A text in these characters, with the letters that have no equivalent left as they are. */
function transliterated(text: string): string {
  // Most texts are: a run of thousands looks at each of its texts several times.
  if (ALL_TAKEN.test(text)) return text
  const letters = [...text.normalize('NFC')]
  return letters
    .map((letter, at) => {
      const next = letters[at + 1] ?? letters[at - 1] ?? ''
      const isAmongCapitals = next !== next.toLowerCase()
      const known = inLatin(letter, isAmongCapitals)
      if (known !== null) return known
      // Without its marks, and a ligature or a fraction as its parts.
      const parts = [...letter.normalize('NFKD').replace(/\p{M}/gu, '')]
      return parts.map((part) => inLatin(part, isAmongCapitals) ?? part).join('')
    })
    .join('')
}

/** The letters and digits of a text that banks do not take, each once; empty where all can be written. */
export function foreignLetters(text: string): string {
  if (ALL_TAKEN.test(text)) return ''
  const foreign = [...transliterated(text)].filter(
    (character) => !TAKEN.test(character) && /[\p{L}\p{N}]/u.test(character),
  )
  return [...new Set(foreign)].join('')
}

/** A text as banks take it, at any length. The letters that `foreignLetters` names are left out. */
export function wholeBankText(text: string): string {
  const latin = transliterated(text)
  const taken = ALL_TAKEN.test(latin)
    ? latin
    : [...latin].map((character) => (TAKEN.test(character) ? character : ' ')).join('')
  return (
    taken
      .replace(/\s+/g, ' ')
      // No field begins or ends with a slash, or has two together.
      .replace(/\/{2,}/g, '/')
      .replace(/^[/ ]+|[/ ]+$/g, '')
  )
}

/** @param most characters that the field takes */
export const bankText = (text: string, most: number): string =>
  wholeBankText(text)
    .slice(0, most)
    .replace(/[/ ]+$/, '')
