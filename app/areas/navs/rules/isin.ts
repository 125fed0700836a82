/**
 * What is wrong with an ISIN (ISO 6166): two capital letters, nine capital letters or digits, and a check digit after
 * Luhn over the letters read as 10 to 35. Null when nothing is.
 */
export function isinFault(isin: string | null): string | null {
  if (isin === null || isin === '') return 'no ISIN'
  if (!/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin)) {
    return `ISIN ${isin} is not two letters, nine letters or digits and a check digit`
  }
  const expected = checkDigit(isin.slice(0, 11))
  return isin.endsWith(String(expected)) ? null : `ISIN ${isin} should end in the check digit ${expected}`
}

function checkDigit(body: string): number {
  const digits = [...body].map((letter) => Number.parseInt(letter, 36)).join('')
  const total = [...digits].reverse().reduce((sofar, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return sofar + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return (10 - (total % 10)) % 10
}
