import { isSourceKind, SOURCE_KINDS, type SourceKind } from './source-kinds'

/** Kind → the senders that must send it. */
export type ExpectedSources = ReadonlyMap<SourceKind, readonly string[]>

/**
 * The senders in "CASH: BANK-A, BROKER-B; REGISTER: TA".
 * @returns a sentence that says what is wrong, where it cannot be read
 */
export function readExpected(text: string): ExpectedSources | string {
  const expected = new Map<SourceKind, string[]>()
  for (const part of text.split(';').filter((each) => each.trim() !== '')) {
    const [written = '', senders = ''] = part.split(/:(.*)/s)
    const kind = written.trim().toUpperCase()
    if (!isSourceKind(kind)) return `names "${written.trim()}", which is none of ${SOURCE_KINDS.join(', ')}`
    const named = senders
      .split(',')
      .map((sender) => sender.trim())
      .filter((sender) => sender !== '')
    if (named.length === 0) return `names no sender of ${kind}: write "${kind}: SENDER"`
    expected.set(kind, [...(expected.get(kind) ?? []), ...named])
  }
  return expected
}

/** The same of a stored text, which was checked before. */
export function expectedSources(text: string | null): ExpectedSources {
  const read = readExpected(text ?? '')
  return typeof read === 'string' ? new Map() : read
}

/** Codes with commas between. */
export const codesIn = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')
