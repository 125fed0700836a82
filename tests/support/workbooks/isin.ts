/** The ISIN of a country and a nine character body, with its right check digit. */
export function isinOf(country: string, body: string): string {
  const head = country + body.padStart(9, '0')
  const digits = [...head].map((character) => Number.parseInt(character, 36)).join('')
  let total = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 2 : 1)
    total += digit > 9 ? digit - 9 : digit
  }
  return head + ((10 - (total % 10)) % 10)
}
