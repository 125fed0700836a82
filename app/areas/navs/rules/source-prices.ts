import { Big } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import { counted } from '~/platform/values/show'
import type { InstrumentType, InventoryLine } from '../workbooks/control-data'
import type { VendorPrice } from './contract'
import { Finding, sizeOf } from './finding'
import { inventoryLines, lineFigures, lineRate } from './inventory-lines'
import type { RuleCheck } from './rule-context'
import { sourceFigure } from './second-sources'
import { wholeCurrency } from './stored-rates'
import { LINES, percentOf, shown } from './wording'

const LIMITS: Partial<Record<InstrumentType, string>> = {
  Equity: 'S05.equity',
  Bond: 'S05.bond',
  Fund: 'S05.fund',
}

const ZERO = new Big(0)

/** A price in whole units of its currency. */
function inWhole(price: Big, quoted: string): Big {
  const { currency, part } = wholeCurrency(quoted)
  return currency === quoted ? price : price.times(part)
}

const keyOf = (isin: string, currency: string, priceDate: string) =>
  [isin, wholeCurrency(currency).currency, priceDate].join('\n')

/** The vendor's price of a line: of the first sender that has one, that of the line's exchange first. */
function priceFor(line: InventoryLine, prices: readonly VendorPrice[]): VendorPrice | undefined {
  const fits = prices.filter(({ exchange }) => !exchange || !line.exchange || exchange === line.exchange)
  const ofFirst = fits.filter(({ sender }) => sender === fits[0]?.sender)
  return ofFirst.find(({ exchange }) => exchange && exchange === line.exchange) ?? ofFirst[0]
}

/**
 * S05: Equity, Bond and Fund lines with an ISIN: Price against the vendor's of the same ISIN, currency and price date, and
 * exchange where both have one. The result says how many could be compared.
 */
export const vendorPrice: RuleCheck = (context) => {
  const finding = new Finding(LINES)
  const { exact, input } = context
  const prices = groupedBy(input.sources?.prices ?? [], ({ isin, currency, priceDate }) =>
    keyOf(isin, currency, priceDate),
  )
  for (const sender of input.sources?.missingVendors ?? []) finding.lacks(`price of a vendor from ${sender}`)
  const senders = new Set<string>()
  let quoted = 0
  for (const line of inventoryLines(context, finding, 'isin')) {
    const key = LIMITS[line.type]
    const { isin, price, priceDate, quotationCurrency } = line
    if (!key || !isin) continue
    quoted += 1
    const found =
      price === null || priceDate === null
        ? undefined
        : priceFor(line, prices.get(keyOf(isin, quotationCurrency, priceDate)) ?? [])
    if (!found || price === null) continue
    const own = inWhole(exact(price), quotationCurrency)
    const theirs = inWhole(exact(found.price), found.currency)
    if (theirs.lte(0)) {
      finding.leaveOut('price above 0 of a vendor', line.instrumentCode)
      continue
    }
    senders.add(`${found.sender}, ${found.file}`)
    const limit = context.tolerance(key)
    // Equal texts are one number.
    const apart = own === theirs ? ZERO : own.minus(theirs)
    finding.compare({
      holds: apart === ZERO || apart.abs().lte(limit.fraction.times(theirs)),
      subject: line.instrumentCode,
      formula: () =>
        `price ${shown(price)} ${quotationCurrency}, ${found.sender} ${shown(found.price)} ${found.currency}: ${shown(percentOf(apart, theirs))} %`,
      difference: () => percentOf(apart, theirs),
      size: apart === ZERO ? 0 : sizeOf(apart.abs()) / sizeOf(theirs),
      tolerance: limit.value,
      level: limit.level,
      impact: () => {
        const { part } = wholeCurrency(quotationCurrency)
        const factors = [line.quantity ?? '0', line.priceFactor ?? '1', lineRate(context, line) ?? '0']
        return factors.reduce((product, factor) => product.times(exact(factor)), apart).div(part)
      },
      figures: () => [
        ...lineFigures(context.current, line, 'isin', 'price', 'priceDate', 'quantity'),
        ...sourceFigure(found, 'Price', found.price),
      ],
    })
  }
  if (finding.compared === 0 && !finding.cannotBeJudged) finding.lacks('price of a vendor for these lines')
  else if (finding.compared > 0) {
    finding.say(`Compared ${finding.compared} of ${counted(quoted, 'line')}.`)
    finding.say(`Source: ${[...senders].join('; ')}.`)
  }
  return finding
}
