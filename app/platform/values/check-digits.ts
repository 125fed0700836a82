/** The remainder by 97 of a text whose letters count from 10 for A (ISO 7064). */
export function modulus97(text: string): number {
  const digits = text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return Number(BigInt(digits) % 97n)
}
