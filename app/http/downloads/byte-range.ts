/** Both ends inclusive, as HTTP counts. */
export interface ByteRange {
  from: number
  to: number
}

/**
 * The one range that a request asks for (RFC 9110, section 14): null means the whole content, because none, several or
 * an unreadable range was asked for; 'outside' that nothing of it exists.
 */
export function byteRange(header: string | null, size: number): ByteRange | 'outside' | null {
  const [, first, last] = /^bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'outside' : { from: size - length, to: size - 1 }
  }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return null
  if (from >= size) return 'outside'
  return { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
