import type { FaultName } from './faults'
import type { Findings } from './sitting'

/** The administrators' mistakes in the demo's three months, and how the site's users dealt with them. */

/** The files of a NAV with mistakes, and how they were handled. */
export interface Planted {
  faults: FaultName[]
  /** Business days after the NAV date when the first files arrive: later than usual for wrong prices. */
  day?: 2
  /** Why the files were sent again without the mistakes. */
  corrected?: [reason: 'CORR' | 'PRICE' | 'BOOK' | 'FLOW' | 'LATE', comment: string]
  /** Comments with which blocking results were let through. */
  justified?: Findings
  /** Comments that explain the remaining results, where the usual ones do not fit. */
  explained?: Findings
}

export const PLANTED: Readonly<Record<string, Planted>> = {
  'ARV02 2026-08-31': {
    faults: ['N01'],
    corrected: ['CORR', 'The first NAV file was on the template of a dollar fund'],
  },
  'ARV08 2026-08-31': {
    faults: ['N02'],
    corrected: ['CORR', 'A class Z that was never launched is gone from the files'],
  },
  'BRU01 2026-08-31': {
    faults: ['N05'],
    corrected: ['CORR', 'Total liabilities now hold the fees of the day'],
  },
  'NOR01 2026-08-31': {
    faults: ['N06'],
    corrected: ['CORR', 'Shares of class A with the right sign'],
  },
  'NOR02 2026-08-31': {
    faults: [],
    explained: { B07: 'Coupons of five bonds were paid in the period, agreed with the bank statement' },
  },
  'ARV04 2026-08-31': {
    faults: ['B01'],
    corrected: ['BOOK', 'Balance exported again; a row had been typed by hand'],
  },
  'BRU03 2026-08-31': {
    faults: ['B02'],
    corrected: ['BOOK', 'A fee that was booked after the NAV moves to the next one'],
  },
  'PEN01 2026-09-15': {
    faults: ['N03'],
    corrected: ['CORR', 'Total of class A corrected: a digit was missing'],
  },
  'ARV06 2026-09-15': {
    faults: ['N09'],
    corrected: ['BOOK', 'Result of the D class allocated again'],
  },
  'ARV05 2026-09-15': {
    faults: ['N12'],
    corrected: ['LATE', 'The inventory came two hours after the other files'],
  },
  'ARV01 2026-09-15': {
    faults: ['N13'],
    corrected: ['PRICE', 'Files again with the dollar of the NAV date; the first one was 3 % off'],
  },
  'COR06 2026-09-15': {
    faults: ['N14'],
    corrected: ['FLOW', 'The redemption of class A that the transfer agent reported is booked'],
  },
  'BRU02 2026-09-15': {
    faults: ['N15'],
    corrected: ['BOOK', 'A transfer to the new bank had been booked as a loss'],
  },
  'NOR03 2026-09-15': {
    faults: ['B05'],
    corrected: ['BOOK', 'Dividends of two Swedish shares had been booked twice'],
  },
  'ARV10 2026-09-15': {
    faults: ['B06'],
    corrected: ['BOOK', 'A purchase of euro is now booked on its value date'],
  },
  'BRU04 2026-09-15': {
    faults: ['B07'],
    explained: { B07: 'Sale of 14 September: the counterparty delivers late, the broker confirmed it' },
  },
  'BRU04 2026-09-30': {
    faults: [],
    explained: { B07: 'The sale of 14 September was settled' },
  },
  'ARV07 2026-09-15': {
    faults: ['B08'],
    corrected: ['BOOK', 'Audit fee of the period accrued'],
  },
  'ARV03 2026-09-30': {
    faults: ['B09'],
    corrected: ['CORR', 'Accrued audit fee in one row again'],
  },
  'NOR04 2026-09-30': {
    faults: ['B10'],
    corrected: ['BOOK', 'The management fee had been accrued for a month in place of a fortnight'],
  },
  'ARV02 2026-09-30': {
    faults: ['I01'],
    corrected: ['CORR', 'Quantity after the order of 28 September'],
  },
  'BRU07 2026-09-30': {
    faults: ['I02'],
    corrected: ['PRICE', 'Price of one bond added'],
  },
  'COR05 2026-09-30': {
    faults: ['I03'],
    explained: {
      I03: 'The share is suspended from trading; the last price is kept, decision of 17 September',
    },
  },
  'ARV09 2026-09-25': {
    faults: ['I06'],
    explained: { I06: 'One line for each custodian until the transfer of 30 September' },
  },
  'NOR02 2026-09-30': {
    faults: ['I08'],
    corrected: ['CORR', 'Inventory with all lines'],
  },
  'ARV04 2026-09-30': {
    faults: ['I09'],
    corrected: ['CORR', 'Cash after the last payment of the day'],
  },
  'BRU06 2026-09-30': {
    faults: ['I11'],
    justified: {
      I11: 'The year of the maturity date is a typing error; the administrator confirmed the bond’s terms',
    },
    explained: { I11: 'The year of the maturity date is a typing error; the bond matures as its terms say' },
  },
  'ARV08 2026-09-30': {
    faults: ['I12'],
    explained: { I12: 'Three companies carry the name of one group by mistake; each is below its limit' },
  },
  'ARV05 2026-10-15': {
    day: 2,
    faults: ['I13'],
    corrected: ['PRICE', 'Bonds at bid prices; the first file had the asking prices of another vendor'],
  },
  'NOR01 2026-10-15': {
    day: 2,
    faults: ['I14'],
    corrected: ['PRICE', 'Prices of the NAV date; the first file had those of September under a new date'],
  },
  'ARV02 2026-10-15': {
    day: 2,
    faults: ['I15'],
    corrected: ['PRICE', 'Two shares at the price of their line, not of the preferred share'],
  },
  'ARV10 2026-10-15': {
    day: 2,
    faults: ['N07'],
    corrected: ['PRICE', 'The vendor had adjusted for a split that did not take place'],
  },
  'COR04 2026-10-30': { faults: ['S03'] },
  'COR05 2026-10-30': {
    faults: ['S06'],
    explained: { S06: 'Some dividends of October are missing; the administrator books them in the next NAV' },
  },
  'ARV07 2026-10-15': {
    faults: ['I16'],
    corrected: ['BOOK', 'Interest since the last coupon only'],
  },
}

/** The usual findings about rules that warn. */
export const USUAL_FINDINGS: Findings = {
  N07: 'Agrees with the market and the portfolio, see the bridge',
  N09: 'Difference of the classes checked with the administrator: start of the fee reduction',
  N10: 'The portfolio is concentrated and deviates from its benchmark, see the bridge',
  B03: 'New account of the administrator, to be mapped at month end; amount immaterial',
  B07: 'Coupons and fees were paid in the period, agreed with the bank statement',
  B08: 'The provider agreed a lump sum, which is reached',
  I03: 'No trade since; price confirmed by the broker',
  I04: 'Price confirmed with a second source',
  I05: 'Typing error in static data, reported to the administrator',
  I07: 'Fixing of the cash account’s bank; no effect on the NAV per share',
  I10: 'Percentage of a draft; value and total net assets agree',
}
