import type { Package } from './package'
import type { NumberFormat } from './workbook'
import { readXml } from './xml'

/** The number format of each cell style, by index; empty if the workbook has no styles. */
export async function readStyles(from: Package, part: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const ids: number[] = []
  let inCellFormats = false
  await readXml(from, part, {
    open(name, attributes) {
      if (name === 'cellXfs') inCellFormats = true
      else if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      else if (name === 'xf' && inCellFormats) ids.push(Number(attributes.numFmtId ?? 0))
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false
    },
  })
  return ids.map((id) => {
    const code = codes.get(id)
    return code === undefined ? builtIn(id) : formatOf(code)
  })
}

/** ECMA-376 part 1, 18.8.30: formats without a stored code; 27 to 36 and 50 to 58 are East Asian dates. */
function builtIn(id: number): NumberFormat {
  if (id === 9 || id === 10) return 'percent'
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47)) return 'date'
  return id >= 50 && id <= 58 ? 'date' : 'general'
}

/** The kind of a number with a format code: "dd/mm/yyyy" a date, "0.00%" a percentage. */
export function formatOf(code: string): NumberFormat {
  const bare = code
    .replace(/"[^"]*"?/g, '')
    .replace(/[\\_*]./g, '')
    .replace(/\[(h+|m+|s+)\]/gi, '$1')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/general|standard/gi, '')
  const first = bare.split(';')[0] ?? ''
  if (/[ymdhs]/i.test(first) && !/[0#?]/.test(first.replace(/s\.0+/gi, ''))) return 'date'
  return bare.includes('%') ? 'percent' : 'general'
}

/** The texts that cells refer to by index. Phonetic readings are left out. */
export async function readSharedStrings(from: Package, part: string): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let inText = false
  let phonetic = 0
  await readXml(from, part, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') phonetic++
      else if (name === 't') inText = phonetic === 0
    },
    text(piece) {
      if (!inText) return
      from.budget.text(piece.length)
      text += piece
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'rPh') phonetic--
      else if (name === 'si') texts.push(unescaped(text))
    },
  })
  return texts
}

/**
 * Characters that XML cannot contain are stored as _xHHHH_. Characters that no text can contain, U+0000 and lone
 * surrogates, become U+FFFD.
 */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16) || 0xfffd),
    )
    .replace(/\p{Surrogate}/gu, '\ufffd')
}
