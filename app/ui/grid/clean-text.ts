export const MAX_TEXT = 200

/** No control characters (PostgreSQL refuses NUL), no blanks around, not endless. */
export function cleanText(text: string, notes: string[]): string {
  const plain = text
    .slice(0, 2 * MAX_TEXT)
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
  const letters = Array.from(plain)
  if (letters.length <= MAX_TEXT && text.length <= 2 * MAX_TEXT) return plain
  notes.push(`A text of more than ${MAX_TEXT} characters was cut.`)
  return letters.slice(0, MAX_TEXT).join('').trim()
}

/** A value that must be found as it is stored, blanks and all; only what no database stores is taken out. */
export function exactText(text: string): string {
  return text.slice(0, 1_000).replace(/\p{Cs}|\0/gu, '')
}

export function shortText(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
