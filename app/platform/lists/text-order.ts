/** How the database orders and folds texts (locale C.UTF-8): by code points, one letter for one letter. */

export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x === y) continue
    // Halves of pairs stand for code points above all others.
    const [highX, highY] = [isHalf(x), isHalf(y)]
    return highX === highY ? x - y : highX ? 1 : -1
  }
  return a.length - b.length
}

const isHalf = (unit: number) => unit >= 0xd800 && unit <= 0xdfff

/** Lower case letter by letter: no letter becomes two, and a sigma at the end of a word is like any other. */
export function lower(text: string): string {
  if (/^[\w\s-]*$/.test(text)) return text.toLowerCase()
  return Array.from(text, (letter) => Array.from(letter.toLowerCase())[0]).join('')
}
