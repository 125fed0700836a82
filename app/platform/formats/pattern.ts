/**
 * Patterns of file formats: `*` stands for any characters, also none, `?` for one, `{}` for the wanted ones and `{3}` for
 * exactly three wanted ones. The whole text must match, without regard to case and accents; a run of blanks and line
 * breaks counts as one blank, and blanks at the ends do not count.
 */
export interface Pattern {
  source: string
  /** Has neither `*` nor `?`: it beats those that do. */
  isPlain: boolean
  /** How many characters are given, without `*`, `?` and `{}`. */
  given: number
  /** How many times `{}` or `{n}` occurs. */
  wanted: number
  /** The text at the first `{}`, with its case and accents, '' without one; null if the text does not match. */
  match(text: Folded): string | null
}

/** A text as patterns compare it. */
export interface Folded {
  /** With single blanks. */
  text: string
  /** Its characters without accents, in lower case. */
  letters: readonly string[]
  /** Where each of them begins in `text`, and the end of the text. */
  starts: readonly number[]
}

const ASCII = /^[\x20-\x7e]*$/

export function fold(text: string): Folded {
  const single = text.replace(/\s+/g, ' ').trim()
  if (ASCII.test(single)) {
    const own = [...single.toLowerCase()]
    return { text: single, letters: own, starts: [...own.keys(), own.length] }
  }
  const letters: string[] = []
  const starts: number[] = []
  let at = 0
  for (const character of single) {
    for (const letter of bareLetters(character)) {
      letters.push(letter)
      starts.push(at)
    }
    at += character.length
  }
  starts.push(single.length)
  return { text: single, letters, starts }
}

/** The letters of one character, in lower case and without accents; a sigma is one at the end of a word, too. */
const bareLetters = (character: string) =>
  character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace('ς', 'σ')

/** A text as patterns compare it, as one word: equal for texts that match each other. */
export const foldedWord = (text: string) => fold(text).letters.join('')

/** Any number of characters from `least` to `most`; a given character has its letter. */
type Token = { letter: string } | { least: number; most: number; isWanted: boolean }

const ANY = { least: 0, most: Number.POSITIVE_INFINITY }

export function compilePattern(source: string): Pattern {
  const tokens = tokensOf(source)
  const given = tokens.filter((token) => 'letter' in token).length
  const wanted = tokens.filter((token) => 'isWanted' in token && token.isWanted).length
  return {
    source,
    isPlain: !/[*?]/.test(source),
    given,
    wanted,
    match: (text) => {
      if (given === tokens.length) return equal(tokens, text)
      return hasItsEnds(tokens, text) ? matched(tokens, text) : null
    },
  }
}

/** Whether a text begins and ends with the letters that the pattern gives there: most texts do not, which is soon found. */
function hasItsEnds(tokens: readonly Token[], { letters }: Folded): boolean {
  for (const [at, token] of tokens.entries()) {
    if (!('letter' in token)) break
    if (letters[at] !== token.letter) return false
  }
  for (let back = 1; back <= tokens.length; back += 1) {
    const token = tokens[tokens.length - back] as Token
    if (!('letter' in token)) break
    if (letters[letters.length - back] !== token.letter) return false
  }
  return true
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  for (const [part] of source
    .replace(/\s+/g, ' ')
    .trim()
    .matchAll(/\{\d*\}|[*?]|[^*?{]+|\{/g)) {
    const exactly = /^\{(\d*)\}$/.exec(part)
    if (part === '*') tokens.push({ ...ANY, isWanted: false })
    else if (part === '?') tokens.push({ least: 1, most: 1, isWanted: false })
    else if (exactly?.[1] === '') tokens.push({ ...ANY, isWanted: true })
    else if (exactly) tokens.push({ least: Number(exactly[1]), most: Number(exactly[1]), isWanted: true })
    else for (const letter of foldedLetters(part)) tokens.push({ letter })
  }
  return tokens
}

/** The letters of a part of a pattern, whose blanks at the ends count. */
const foldedLetters = (part: string) => [...part].flatMap((character) => [...bareLetters(character)])

function equal(tokens: readonly Token[], { letters }: Folded): string | null {
  if (letters.length !== tokens.length) return null
  return tokens.every((token, at) => 'letter' in token && token.letter === letters[at]) ? '' : null
}

/**
 * Each `*` and `{}`, from left to right, takes the shortest text with which the whole matches: first it is computed from
 * where on the rest of the pattern matches the rest of the text, which takes time of pattern × text.
 */
function matched(tokens: readonly Token[], { text, letters, starts }: Folded): string | null {
  const fits = restFits(tokens, letters)
  if (!fits[0]?.[0]) return null
  let at = 0
  let wanted: string | null = null
  for (const [i, token] of tokens.entries()) {
    const begin = at
    if ('letter' in token) at += 1
    else for (at += token.least; !fits[i + 1]?.[at]; ) at += 1
    if ('isWanted' in token && token.isWanted) wanted ??= text.slice(starts[begin], starts[at])
  }
  return wanted ?? ''
}

/** Whether the tokens from i match the letters from j: fits[i][j]. */
function restFits(tokens: readonly Token[], letters: readonly string[]): Uint8Array[] {
  const length = letters.length
  const fits: Uint8Array[] = Array.from({ length: tokens.length + 1 }, () => new Uint8Array(length + 1))
  ;(fits[tokens.length] as Uint8Array)[length] = 1
  for (let i = tokens.length - 1; i >= 0; i -= 1) {
    const token = tokens[i] as Token
    const [own, next] = [fits[i] as Uint8Array, fits[i + 1] as Uint8Array]
    if ('letter' in token) {
      for (let j = 0; j < length; j += 1) own[j] = letters[j] === token.letter ? (next[j + 1] ?? 0) : 0
    } else if (token.most === token.least) {
      for (let j = 0; j + token.least <= length; j += 1) own[j] = next[j + token.least] ?? 0
    } else {
      for (let j = length; j >= 0; j -= 1) own[j] = next[j] || own[j + 1] || 0
    }
  }
  return fits
}

/** Patterns mapped to values: the best that matches a text decides. */
export interface Words {
  /** The value of the text; null if none matches. */
  of(text: string): string | null
}

/** A column repeats few texts many times; so many of them are looked up once. */
const MAX_REMEMBERED = 1_000

/**
 * An entry without `*` and `?` beats those with; among those the one with the most other characters, then the first in
 * the order of code points.
 */
export function compileWords(entries: Readonly<Record<string, string>>): Words {
  const plain = new Map<string, string>()
  const others: { pattern: Pattern; value: string }[] = []
  for (const [source, value] of inCodePointOrder(entries)) {
    const pattern = compilePattern(source)
    if (!pattern.isPlain || pattern.wanted > 0) others.push({ pattern, value })
    else if (!plain.has(foldedWord(source))) plain.set(foldedWord(source), value)
  }
  const found = new Map<string, string | null>()
  others.sort(
    (a, b) => Number(b.pattern.isPlain) - Number(a.pattern.isPlain) || b.pattern.given - a.pattern.given,
  )
  return {
    of(text) {
      const before = found.get(text)
      if (before !== undefined) return before
      const folded = fold(text)
      const value =
        plain.get(folded.letters.join('')) ??
        others.find(({ pattern }) => pattern.match(folded) !== null)?.value ??
        null
      if (found.size < MAX_REMEMBERED) found.set(text, value)
      return value
    },
  }
}

function inCodePointOrder(entries: Readonly<Record<string, string>>): [string, string][] {
  const points = (text: string) => [...text].map((letter) => letter.codePointAt(0) ?? 0)
  return Object.entries(entries).sort(([a], [b]) => {
    const [left, right] = [points(a), points(b)]
    const at = left.findIndex((point, i) => point !== right[i])
    return at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1)
  })
}

/** Several patterns of which one must match. */
export interface AnyOf {
  matches(text: string): boolean
}

export function anyOf(sources: readonly string[]): AnyOf {
  const patterns = sources.map(compilePattern)
  return {
    matches(text) {
      if (patterns.length === 0) return false
      const folded = fold(text)
      return patterns.some((pattern) => pattern.match(folded) !== null)
    },
  }
}
