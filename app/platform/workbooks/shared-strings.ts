import type { Package } from './package'
import { readXml } from './xml'

/** The texts that cells point to by their place. Phonetic readings are left out. */
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

/** Characters that XML cannot hold are stored as _xHHHH_. What no text can hold, U+0000 and halves of pairs, becomes U+FFFD. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16) || 0xfffd),
    )
    .replace(/\p{Surrogate}/gu, '\ufffd')
}
