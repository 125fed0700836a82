import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { showFixed } from '~/platform/values/show'
import type { EInvoiceFields } from './contract'
import type { Totals } from './totals'

/**
 * What of an invoice does not add up, in sentences for an accountant; null when everything does.
 * Compared to the cent, as EN 16931 does (BR-CO-10, 13, 14, 15); only the sums of EXTENDED invoices may be off by a
 * cent for each figure in them (BR-FXEXT-CO-10, 13). What an invoice does not give is not compared.
 */
export function faultOf(
  { netAmount, taxes, grossAmount, currency }: EInvoiceFields,
  totals: Totals,
): string | null {
  const net = netAmount?.value ?? null
  const tax = taxes?.value ?? '0'
  const gross = grossAmount?.value ?? null
  const money = (value: Decimal | Big) => `${figure(value)}${currency ? ` ${currency.value}` : ''}`
  const faults: string[] = []

  if (net !== null && gross !== null) {
    const made = sum([net, tax])
    if (!made.eq(gross))
      faults.push(
        `The gross amount is ${money(gross)}, but net ${figure(net)} plus taxes ${figure(tax)} make ${figure(made)}: ${offBy(made, gross)}.`,
      )
  }
  const { lineTotal, allowances, charges } = totals
  if (net !== null && lineTotal !== null) {
    const made = new Big(lineTotal).minus(allowances).plus(charges)
    if (!near(made, net, totals.centPerFigure ? (totals.lines?.length ?? 0) : 0))
      faults.push(
        `The net amount is ${money(net)}, but lines of ${figure(lineTotal)} less allowances of ${figure(allowances)} plus charges of ${figure(charges)} make ${figure(made)}: ${offBy(made, net)}.`,
      )
  }
  const lines = lineTotal === null ? null : linesFault(totals, lineTotal, money)
  if (lines) faults.push(lines)
  if (totals.taxes && taxes) {
    const made = sum(totals.taxes)
    if (!near(made, tax, totals.centPerFigure ? totals.taxes.length : 0))
      faults.push(
        `Taxes are ${money(tax)}, but the taxes of each rate make ${figure(made)}: ${offBy(made, tax)}.`,
      )
  }
  return faults.length > 0 ? faults.join(' ') : null
}

/** Lines that sum up others count in EN 16931 and do not in Factur-X: either sum is right. */
function linesFault(
  { lines, centPerFigure }: Totals,
  lineTotal: Decimal,
  money: (value: Decimal) => string,
): string | null {
  if (!lines) return null
  const all = sum(lines.map(({ amount }) => amount))
  const made = sum(lines.filter(({ summary }) => !summary).map(({ amount }) => amount))
  const cents = centPerFigure ? lines.length : 0
  if (near(made, lineTotal, cents) || near(all, lineTotal, cents)) return null
  return `The total of the lines is ${money(lineTotal)}, but they make ${figure(made)}: ${offBy(made, lineTotal)}.`
}

function near(made: Big, said: Decimal, cents: number): boolean {
  return made.minus(said).abs().lte(new Big(cents).div(100))
}

function offBy(made: Big, said: Decimal): string {
  return `a difference of ${figure(made.minus(said).abs())}`
}

/** At least two decimals, more where there are more. */
function figure(value: Decimal | Big): string {
  const plain = new Big(value).toFixed()
  return showFixed(plain, Math.max(2, plain.split('.')[1]?.length ?? 0))
}
