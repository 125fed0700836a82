import { LAST_NAV_DATE } from '../demo/calendar'
import { DOMICILE, LAWYER, MANAGEMENT, NORDLYS, PARTNER, PRICES, paper } from '../demo/expenses/story'
import { demoFund } from '../demo/funds'
import type { FundFigures, Slip } from '../demo/model/books'
import { figuresBefore, simulateSlip } from '../demo/model/simulate'
import { BONDS_UP, delivered, FAULTS, type FaultName } from '../demo/story/faults'
import { controlFiles, differingPositions, matchingFile } from '../demo/workbooks/control-files'
import { writeXlsx } from '../demo/workbooks/xlsx'
import { invoicePdf, paperPdf } from '../expenses/invoice-pdf'
import { type HourlyInvoice, ublInvoice } from '../expenses/ubl'
import { formatSamples } from './format-samples'
import { referenceSheets } from './reference-book'

/**
 * Suppliers' invoices for trying the upload: one that fills in the draft, one that does not add up, one without XML,
 * and one that is only XML.
 */
async function sampleInvoices(): Promise<{ path: string; bytes: Uint8Array }[]> {
  const good = paper({
    seller: DOMICILE,
    buyer: PARTNER,
    ref: 'DOM-2026-11-0358',
    date: '2026-11-02',
    due: '2026-12-02',
    currency: 'EUR',
    lines: [
      { text: 'Domiciliation, November 2026', net: '850.00' },
      { text: 'Board meeting of 29 October 2026', net: '420.00' },
    ],
    taxRate: '17',
  })
  const wrong = paper({
    seller: PRICES,
    buyer: NORDLYS,
    ref: 'PW-20261101-4533',
    date: '2026-11-01',
    due: '2026-12-01',
    currency: 'EUR',
    lines: [{ text: 'Fixing prices, October 2026', net: '1980.00' }],
    taxRate: '0',
    wrongGross: '1998.00',
  })
  const plain = paper({
    seller: LAWYER,
    buyer: MANAGEMENT,
    ref: '2026-1233',
    date: '2026-10-30',
    due: '2026-11-29',
    currency: 'EUR',
    lines: [{ text: 'Advice on a side letter, 4 hours', net: '1440.00' }],
    taxRate: '17',
  })
  return [
    { path: 'invoices/e-invoice.pdf', bytes: await invoicePdf(good, true, false) },
    { path: 'invoices/wrong-totals.pdf', bytes: await invoicePdf(wrong, true, false) },
    { path: 'invoices/without-xml.pdf', bytes: await invoicePdf(plain, false, false) },
    { path: 'invoices/e-invoice.xml', bytes: new TextEncoder().encode(ublInvoice(await hourly())) },
  ]
}

/** The lawyer's hours, with the timesheet as proof. */
async function hourly(): Promise<HourlyInvoice> {
  const date = '2026-11-03'
  const lines = [
    { text: 'Distribution agreement for Sweden: draft', hours: '5.5', rate: '320.00' },
    { text: 'Call with the distributor, 28 October 2026', hours: '1.25', rate: '380.00' },
  ]
  const about = { title: 'Time sheet of invoice 2026-1241', author: LAWYER.name, day: date, packed: false }
  const sheet = await paperPdf(about, (doc) => {
    // A font that every reader has keeps the file small.
    doc.font('Helvetica-Bold').fontSize(14).text(about.title, 60, 70)
    doc.font('Helvetica').fontSize(10)
    for (const [at, { text, hours }] of lines.entries()) {
      doc.text(text, 60, 110 + at * 18).text(`${hours} hours`, 60, 110 + at * 18, { align: 'right' })
    }
  })
  return {
    ...paper({
      seller: LAWYER,
      buyer: NORDLYS,
      ref: '2026-1241',
      date,
      due: '2026-12-03',
      currency: 'EUR',
      taxRate: '17',
      lines: [],
    }),
    lines,
    note: 'Please pay within 30 days.\nThe time sheet is attached.',
    attached: { name: 'time-sheet.pdf', description: 'Time sheet, October 2026', bytes: sheet },
  }
}

/** README.txt of public/samples. */
function readme(): string {
  return `SAMPLE FILES FOR THE DEMO SITE

Every set of workbooks is for one NAV of 30.10.2026 that is still TO CONTROL in the demo data. Log in as accountant1 or
accountant2 (password fundesk-demo), open NAV Controls, start a new control, choose the files of ONE folder, a reason
and a comment. All funds, companies and figures are made up.

fia3-good    New FIA 3 Files control, fund ARV03 (Arvensis SICAV – Balanced 50).
             All rules that apply are OK. N11 "NAV error" is "OK - not applicable": this NAV was never sent before; so are
             the rules that need files of the transfer agent or the depositary. The bridge
             explains the way from the previous NAV within half a basis point.

error-...    The same NAV with one error that the administrator carried through all of its files: they agree with each
             other, and only the truth differs. Upload one after fia3-good and compare.
  error-usd-rate               The dollar is 3 % off; the NAV is 0.8 % too high.
                               N13 compares with the stored rate, and blocks.
  error-redemption-not-booked  The transfer agent reports a redemption that the books do not have.
                               N14 misses it in the capital, N15 as 47 basis points that nothing explains; both block.
  error-prices-of-last-nav     All prices are those of the last NAV under the new date.
                               I14 finds them frozen, I15 finds others in other funds; both block.
  error-bonds-too-high         All bonds are 0.95 % too high, less than the market may move in a fortnight.
                               I15 finds other prices in other funds, and blocks.
  error-two-equities-too-high  Two shares are 4.9 % too high, just below the limit of a line.
                               I15 blocks, and I04 warns: one of them moves the NAV too much for one line.
  error-accrued-interest       The accrued interest of all bonds is 1.9 times what coupon and days make.
                               I16 computes it again, and blocks; B07 warns of the account.

fia3-faulty  New FIA 3 Files control, fund COR06 (Cormoran Investissements SICAV-FIS – Patrimoine Flexible).
             26 rules are OK, 3 are not applicable (N11, B06 and I12), 12 are not OK:
             blocking  N03 TNA of class A is 36,000.00 too low, and with it N04 the sum of the classes
                       N08 subscriptions of class A that do not explain the number of shares
                       B04 12,480.55 on the suspense account
                       I02 a bond without its price
             warning   N14 the same subscriptions are not in the capital, and N15 not in the bridge
                       B03 account 807000, which is not in the account plan
                       I03 a price of two weeks ago
                       I05 an ISIN with two digits the wrong way round
                       I07 the exchange rate of a cash line
                       I10 a percentage of the NAV
             "Submit" is refused until the blocking rules are OK and the warnings explained: justify and explain them,
             or correct the files and run again.

fia2         New FIA 2 Files control, fund PEN01 (Peñalara Global SICAV – Renta Variable Internacional).
             23 rules are OK; the 16 inventory rules, the bridge N15 and N11 are "OK - not applicable".

mffa         New MultiFonds control, fund BRU02 (Brumalis Fonds SICAV – Ausgewogen Plus).
             40 rules are OK; N11 is "OK - not applicable".

formats      Files in other layouts, each folder with the file format (format.json) that reads it. Log in as admin, open
             Administration, File formats, New format, choose format.json; admin2 approves it under Pending second
             approval. Or choose the files under Teach a format and compare what is suggested. Then an accountant uploads
             the files with New FIA 3 Files control; the format is recognised. Of an umbrella, begin at the NAV of one fund.
  trustee    One .xls of ARV01: a summary with labels and classes, a trial balance with one signed column, and a portfolio
             in sections with totals.
  csv-set    Three text files of NOR05 in German: semicolons, decimal commas, their own words for each figure.
  umbrella   One workbook with ARV06 and ARV10, under the administrator's own numbers 4706 and 4710.

matching.xlsx   The management company's positions of ARV03: upload it on the Matching tab after the fia3-good control.
                It agrees with the inventory but for five lines, one of each kind: a quantity, a price and a value that
                differ, a position missing at the administrator, and one missing at the manager.

invoices     Log in as finance1 or finance2, open Drafted Expenses, Upload New Invoice.
             e-invoice.pdf     fills the draft in from the XML inside it: supplier, reference, dates, amounts.
                               As a Quarterly Domiciliation fee settled by Quercus General Partner it takes a budget to
                               88 %, past the threshold from which it warns.
             wrong-totals.pdf  says 1,998.00 although its lines make 1,980.00: "Send to check" waits for a comment.
             without-xml.pdf   is typed in by hand, beside its PDF.
             e-invoice.xml     is an invoice without a PDF: its page is made of the XML, and the time sheet inside stands
                               beside it.

reference.xlsx  Reference data for a small site of your own (three funds, their classes, fees, calendar, users, lookups,
                bank accounts, the processes of their umbrella with events and tasks, and the authorisation matrix of a
                company, whose rows are rules by band or signatories by class): Administration > Import, or npm run import -- public/samples/reference.xlsx. Try the dry run first.
                In the demo site its users wait for a second administrator, its matrix and its bank accounts for a team
                leader. Importing it again changes nothing. Change it to your own funds and users and you have your site.

The workbooks open in any spreadsheet program. All files are written by: npm run samples
`
}

/** A file of public/samples: its path below that folder. */
export interface SampleFile {
  path: string
  bytes: Uint8Array
}

/** The NAV that each set of workbooks is for: not controlled yet in the demo. */
export const SAMPLE_NAVS = {
  'fia3-good': 'ARV03',
  'fia3-faulty': 'COR06',
  fia2: 'PEN01',
  mffa: 'BRU02',
} as const
export type SampleSet = keyof typeof SAMPLE_NAVS

/** Errors in all files of one NAV, as an administrator's system would propagate them. */
export const SAMPLE_ERRORS = {
  'error-usd-rate': FAULTS.N13.slip,
  'error-redemption-not-booked': FAULTS.N14.slip,
  'error-prices-of-last-nav': FAULTS.I14.slip,
  'error-bonds-too-high': BONDS_UP,
  'error-two-equities-too-high': FAULTS.I15.slip(demoFund('ARV03')),
  'error-accrued-interest': FAULTS.I16.slip,
} as const satisfies Record<string, Slip>
export type SampleError = keyof typeof SAMPLE_ERRORS

/** The faults in the faulty set, by the rule that finds them. */
const SAMPLE_FAULTS: FaultName[] = ['N03', 'N08', 'B03', 'B04', 'I02', 'I03', 'I05', 'I07', 'I10']

// Not deflated: zlib's output differs between versions of Node, and these files are compared byte by byte.
const STORED = { compressed: false }

function sampleFigures(set: SampleSet): FundFigures {
  const figures = figuresBefore(SAMPLE_NAVS[set], 0)
  if (figures.navDate !== LAST_NAV_DATE) throw new Error(`${set} is not of the last NAV date`)
  if (set !== 'fia3-faulty') return figures
  return delivered(figures.fund, LAST_NAV_DATE, SAMPLE_FAULTS)
}

/** All files of public/samples: always and everywhere the same bytes. */
export async function makeSamples(): Promise<SampleFile[]> {
  const sets = (Object.keys(SAMPLE_NAVS) as SampleSet[]).flatMap((set) =>
    controlFiles(sampleFigures(set), STORED).map(({ fileName, bytes }) => ({
      path: `${set}/${fileName}`,
      bytes,
    })),
  )
  const errors = Object.entries<Slip>(SAMPLE_ERRORS).flatMap(([set, slip]) =>
    controlFiles(simulateSlip(demoFund('ARV03'), LAST_NAV_DATE, slip), STORED).map(({ fileName, bytes }) => ({
      path: `${set}/${fileName}`,
      bytes,
    })),
  )
  const positions = matchingFile(differingPositions(sampleFigures('fia3-good')), STORED)
  return [
    ...sets,
    ...errors,
    ...formatSamples(STORED),
    { path: 'matching.xlsx', bytes: positions.bytes },
    { path: 'reference.xlsx', bytes: writeXlsx(referenceSheets(), STORED) },
    ...(await sampleInvoices()),
    { path: 'README.txt', bytes: new TextEncoder().encode(readme()) },
  ]
}
