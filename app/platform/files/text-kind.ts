import { isUtf8 } from 'node:buffer'
import { type FileKind, KINDS } from './kinds'

const LINES = 20
const SAMPLE = 64 * 1024

/** Text without control characters, in UTF-8, UTF-16 with its mark, or Windows Latin; null for anything else. */
export function textKind(content: Buffer): FileKind | null {
  const charset = charsetOf(content)
  if (!charset) return null
  const sample = new TextDecoder(charset).decode(content.subarray(0, SAMPLE))
  return { ...(isCsv(sample) ? KINDS.csv : KINDS.txt), charset }
}

function charsetOf(content: Buffer): FileKind['charset'] | null {
  if (content[0] === 0xff && content[1] === 0xfe) return isPrintable(content, 'utf-16le') ? 'utf-16le' : null
  if (content[0] === 0xfe && content[1] === 0xff) return isPrintable(content, 'utf-16be') ? 'utf-16be' : null
  for (const byte of content) if (isControl(byte)) return null
  return isUtf8(content) ? 'utf-8' : windowsLatin(content)
}

function isPrintable(content: Buffer, charset: 'utf-16le' | 'utf-16be'): boolean {
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(content)
    return !/[^\P{Cc}\t\n\f\r\u0085]/u.test(text)
  } catch {
    return false
  }
}

function isControl(byte: number): boolean {
  return byte === 0x7f || (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d)
}

/** Bytes that Windows-1252 leaves empty mean that it is not Latin text at all. */
const EMPTY_IN_WINDOWS = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

function windowsLatin(content: Buffer): 'windows-1252' | null {
  let beyondAscii = 0
  for (const byte of content) {
    if (EMPTY_IN_WINDOWS.has(byte)) return null
    if (byte >= 0x80) beyondAscii++
  }
  // Compressed or encrypted bytes are beyond ASCII half of the time, text in a western language seldom.
  return beyondAscii <= content.length * 0.3 ? 'windows-1252' : null
}

/** Two lines or more, each with the same number of one separator. */
function isCsv(text: string): boolean {
  const lines = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES)
  if (lines.length < 2) return false
  // The sample may end within its last line.
  const whole = text.length >= SAMPLE / 4 && lines.length < LINES ? lines.slice(0, -1) : lines
  return [';', ',', '\t', '|'].some((separator) => {
    const counts = whole.map((line) => line.replace(/"(?:[^"]|"")*"/g, '').split(separator).length - 1)
    return (counts[0] ?? 0) > 0 && counts.every((count) => count === counts[0])
  })
}
