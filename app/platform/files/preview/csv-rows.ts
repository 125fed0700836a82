const SEPARATORS = [';', ',', '\t', '|'] as const
const SAMPLE = 64 * 1024

/** Rows of a csv text (RFC 4180), one by one; the separator is the one that its first lines use most evenly. */
export function* csvRows(text: string): Generator<string[]> {
  const separator = separatorOf(text.slice(0, SAMPLE))
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      const closing = closingQuote(text, at + 1)
      cell = text.slice(at + 1, closing).replaceAll('""', '"')
      at = Math.min(text.length, closing + 1)
    }
    // What stands behind a closing quote belongs to the cell all the same.
    const end = cellEnd(text, at, separator)
    cell += text.slice(at, end)
    at = end
    row.push(cell)
    if (text[at] === separator) {
      at++
      if (at === text.length) row.push('')
      else continue
    }
    yield row
    row = []
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
  }
  if (row.length > 0) yield row
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at
  return text.length
}

function cellEnd(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === separator || character === '\n' || character === '\r') return at
  }
  return text.length
}

function separatorOf(sample: string): string {
  const lines = sample
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20)
  const scored = SEPARATORS.map((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1)
    const [first = 0] = counts
    return { separator, score: counts.filter((count) => count > 0 && count === first).length }
  })
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).separator
}
