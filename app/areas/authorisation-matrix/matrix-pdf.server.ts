import type { Read } from 'db/database'
import { Paper, type PaperColumn, type PaperRow, type PaperStyle } from '~/platform/exports/pdf/paper'
import { openPdf, wholePdf } from '~/platform/exports/pdf/sheets'
import { type Day, isDay } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { showAmount, showDay } from '~/platform/values/show'
import { type BandRule, type Rule, SIGNATORY_CLASSES } from './matrix'
import { type MatrixInForce, matrixInForce } from './matrix.server'

/** A matrix has few entries: large letters, and a line for each row. */
const MATRIX_STYLE: PaperStyle = {
  margin: 56,
  foot: 24,
  small: 8.5,
  numbersBelow: 14,
  size: 10,
  line: 15,
  baseline: 13,
  padding: 5,
  cellLines: 1,
  title: { size: 17, height: 22, lines: 3, under: 18, after: 8 },
  heading: { size: 12.5, height: 22, above: 18, stay: 82 },
  labels: { height: 19, baseline: 13 },
}

/**
 * The authorisation matrix of a legal entity that is in force on a day, as a PDF: its rules by currency and band, its
 * signatories by class. The same matrix always gives the same bytes.
 * @throws DomainError not-found, or invalid for text that is not a day
 */
export async function authorisationMatrixPdf(
  read: Read,
  legalEntityId: number,
  day: Day,
): Promise<Uint8Array> {
  if (!isDay(day))
    throw new DomainError('invalid', 'Give the day as yyyy-MM-dd, such as 2026-10-30.', {
      fields: { date: 'Give the day as yyyy-MM-dd.' },
    })
  return writeMatrix(await matrixInForce(read, legalEntityId, day))
}

/** The file name of the PDF: "authorisation_matrix_7_2026-10-30.pdf". */
export function matrixFileName(legalEntityId: number, day: Day): string {
  return `authorisation_matrix_${legalEntityId}_${day}.pdf`
}

function writeMatrix(matrix: MatrixInForce): Promise<Uint8Array> {
  const { legalEntity, day, rules, signatories } = matrix
  const createdAt = new Date(`${day}T00:00:00Z`)
  const doc = openPdf({ title: `Authorisation matrix of ${legalEntity}, ${showDay(day)}`, createdAt })
  const footer = `${legalEntity} – authorisation matrix valid on ${showDay(day)}`
  const pages = new Paper(doc, footer, MATRIX_STYLE)
  pages.title(legalEntity, [`Valid on ${showDay(day)}`], 'AUTHORISATION MATRIX')
  if (rules.length === 0) {
    pages.heading('Rules')
    pages.sentence('No rule is valid on this day: no signature is required.')
  }
  for (const currency of new Set(rules.map((rule) => rule.currency))) {
    pages.heading(`Gross amounts in ${currency}`)
    pages.table(RULE_COLUMNS, rules.filter((rule) => rule.currency === currency).map(ruleRow))
  }
  for (const signatoryClass of SIGNATORY_CLASSES) {
    const those = signatories.filter((each) => each.signatoryClass === signatoryClass)
    if (those.length === 0 && rules.length === 0) continue
    pages.heading(`Signatories of class ${signatoryClass}`)
    if (those.length === 0) pages.sentence('None.')
    else
      pages.table(
        PEOPLE_COLUMNS,
        those.map(({ name, validFrom, validTo }) => ({ cells: [name, showDay(validFrom), endOf(validTo)] })),
      )
  }
  if (rules.length > 0) {
    pages.heading('How to read it')
    for (const each of READING) pages.sentence(each)
  }
  pages.end()
  return wholePdf(doc)
}

const VALIDITY: PaperColumn[] = [
  { label: 'Valid from', part: 16 },
  { label: 'Valid to', part: 16 },
]
const RULE_COLUMNS: PaperColumn[] = [
  { label: 'From', part: 22, align: 'right' },
  { label: 'To', part: 22, align: 'right' },
  { label: 'Signatures', part: 34 },
  ...VALIDITY,
]
const PEOPLE_COLUMNS: PaperColumn[] = [{ label: 'Name', part: 78 }, ...VALIDITY]

const WORDS: Readonly<Record<Rule, string>> = {
  A: 'A – one of class A',
  'A+A': 'A+A – two of class A',
  'A+B': 'A+B – one of A, one of B',
}

const READING = [
  'Two signatures must come from two different people. A signatory of class A may sign where class B is required.',
  'Amounts are gross, a band includes both its limits, and credit notes count without their sign. An amount in a currency without rules is converted at the latest exchange rate on or before the day.',
]

function ruleRow({ amountFrom, amountTo, currency, rule, validFrom, validTo }: BandRule): PaperRow {
  const to = amountTo === null ? 'no limit' : showAmount(amountTo, currency)
  return { cells: [showAmount(amountFrom, currency), to, WORDS[rule], showDay(validFrom), endOf(validTo)] }
}

const endOf = (day: Day | null) => (day === null ? 'open' : showDay(day))
