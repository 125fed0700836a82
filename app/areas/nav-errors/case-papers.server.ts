import ExcelJS from 'exceljs'
import type { UserContext } from '~/areas/access/user-context'
import { addSheet, numberCell, type SheetColumn, workbookBytes } from '~/platform/exports/excel/sheet'
import { Paper, type PaperColumn, REPORT_STYLE } from '~/platform/exports/pdf/paper'
import { openPdf, wholePdf } from '~/platform/exports/pdf/sheets'
import type { Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { groupedBy } from '~/platform/values/grouped'
import { showAmount, showDay, showExact, showFixed, showInstant, showMoney } from '~/platform/values/show'
import { decimalsIn, decimalsOfClasses, perShare } from './case-numbers'
import { type CaseView, caseView } from './case-view.server'
import { netOf } from './compensation'
import { OPENED } from './nav-error'
import { thresholdText } from './threshold-text'

/** The papers of a case: for the regulator, for the board, and the list of who is paid. */

export type Paperwork = 'notification' | 'report' | 'compensation'

export interface CasePaper {
  bytes: Uint8Array
  fileName: string
  mediaType: string
  /** The newest event of the case: the same state gives the same bytes. */
  createdAt: Date
}

const NONE = '–'

/**
 * A paper of a case with its quantified figures; the same state gives the same bytes.
 * @throws DomainError not-found; refused before the case is quantified
 */
export async function casePaper(context: UserContext, id: number, paper: Paperwork): Promise<CasePaper> {
  const view = await caseView(context, id)
  if (view.instance.status === OPENED.status)
    throw new DomainError(
      'refused',
      'The figures of this case are not quantified yet. Quantify it first: the paper states what was approved.',
      { title: 'No paper yet' },
    )
  const name = `${paper}_${view.found.fundCode}_${id}`
  const createdAt = view.history[0]?.at ?? view.instance.lastEventAt
  if (paper === 'compensation')
    return {
      bytes: await compensationWorkbook(view, createdAt),
      fileName: `${name}.xlsx`,
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      createdAt,
    }
  return {
    bytes: await casePdf(view, paper, { createdAt, timeZone: context.timeZone }),
    fileName: `${name}.pdf`,
    mediaType: 'application/pdf',
    createdAt,
  }
}

const TITLES = {
  notification: 'Notification of a NAV error',
  report: 'Report on the correction of a NAV error',
} as const

const FIGURES: PaperColumn[] = [
  { label: 'NAV date', part: 13 },
  { label: 'Class', part: 16 },
  { label: 'Published', part: 15, align: 'right' },
  { label: 'Corrected', part: 15, align: 'right' },
  { label: 'Difference', part: 14, align: 'right' },
  { label: 'Error', part: 13, align: 'right' },
  { label: 'Material', part: 10 },
  { label: 'Source', part: 11 },
]

const EFFECT: PaperColumn[] = [
  { label: 'NAV date', part: 20 },
  { label: 'Effect on the NAV', part: 30, align: 'right' },
  { label: 'Basis points', part: 20, align: 'right' },
]

const DEBTS: PaperColumn[] = [
  { label: 'NAV date', part: 14 },
  { label: 'Class', part: 18 },
  { label: 'Debts', part: 18, align: 'right' },
  { label: 'a share', part: 14, align: 'right' },
  { label: 'Claims', part: 18, align: 'right' },
  { label: 'a share', part: 14, align: 'right' },
]

const CAUSE_PARTS: PaperColumn[] = [
  { label: 'NAV date', part: 20 },
  { label: 'Class', part: 24 },
  { label: 'Cause', part: 30 },
  { label: 'Part of the difference', part: 26, align: 'right' },
]

const NETS: PaperColumn[] = [
  { label: 'Party', part: 60 },
  { label: 'Receives; below zero: pays', part: 28, align: 'right' },
  { label: 'Ccy', part: 12 },
]

const CLASSES: PaperColumn[] = [
  { label: 'Class', part: 16 },
  { label: 'Ccy', part: 7 },
  { label: 'Sum of deals', part: 15, align: 'right' },
  { label: 'Switches', part: 14, align: 'right' },
  { label: 'To holders', part: 15, align: 'right' },
  { label: 'Left in the fund', part: 14, align: 'right' },
  { label: 'To the fund', part: 15, align: 'right' },
  { label: 'Identity', part: 10, align: 'right' },
]

const FLOWS: PaperColumn[] = [
  { label: 'From', part: 36 },
  { label: 'To', part: 36 },
  { label: 'Amount', part: 20, align: 'right' },
  { label: 'Ccy', part: 8 },
]

const PAYERS: PaperColumn[] = [
  { label: 'Payer', part: 26 },
  { label: 'Role', part: 20 },
  { label: 'Part', part: 12, align: 'right' },
  { label: 'Reason', part: 42 },
]

const LINES: PaperColumn[] = [
  { label: 'Kind', part: 16 },
  { label: 'Class', part: 14 },
  { label: 'Owed to', part: 20 },
  { label: 'Amount', part: 18, align: 'right' },
  { label: 'Ccy', part: 8 },
  { label: 'Rule', part: 24 },
]

async function casePdf(
  view: CaseView,
  paper: keyof typeof TITLES,
  { createdAt, timeZone }: { createdAt: Date; timeZone: string },
): Promise<Uint8Array> {
  const { found, result, instance, classDecimals } = view
  const title = TITLES[paper]
  const doc = openPdf({ title: `${title} ${found.id}`, createdAt })
  const pages = new Paper(doc, `${title} ${found.id}, ${found.fundName}`, REPORT_STYLE)
  pages.title(title, [found.fundName, `Case ${found.id}, ${instance.status.toLowerCase()}`])
  addIdentification(pages, view)
  pages.heading('The error')
  pages.text(found.description)
  pages.table(
    [
      { label: 'Cause', part: 40 },
      { label: 'Caused by', part: 40 },
    ],
    found.causes.map(({ cause, causedBy }) => ({ cells: [cause, causedBy] })),
  )
  addMeasures(pages, view)
  const decimalsOf = decimalsOfClasses(result.figures, classDecimals)
  pages.heading('Published against corrected, by class and NAV date')
  pages.table(
    FIGURES,
    result.figures.map((figure) => ({
      cells: [
        showDay(figure.date),
        figure.classCode,
        showFixed(figure.published, decimalsOf(figure.classCode)),
        showFixed(figure.corrected, decimalsOf(figure.classCode)),
        showFixed(figure.difference, decimalsOf(figure.classCode)),
        figure.percent === null ? NONE : `${figure.percent} %`,
        figure.material === null ? NONE : figure.material ? 'yes' : 'no',
        figure.byHand ? 'by hand' : 'by files',
      ],
    })),
  )
  pages.heading('Method, and effect on the NAV')
  pages.sentence(methodOf(view))
  pages.table(
    EFFECT,
    result.effect.map(({ date, amount, bp }) => ({
      cells: [showDay(date), showMoney(amount, found.fundCurrency), bp ?? NONE],
    })),
  )
  addDebts(pages, view)
  addCauseParts(pages, view)
  addCompensation(pages, view)
  if (paper === 'report') addSteps(pages, view, timeZone)
  pages.end()
  return wholePdf(doc)
}

function addIdentification(pages: Paper, { found, result }: CaseView): void {
  const material = result.figures.filter((figure) => figure.material)
  pages.heading('Identification')
  pages.facts([
    ['Fund', `${found.fundCode} ${found.fundName}`],
    ['Kind', found.kind],
    ['First wrong NAV date', showDay(found.firstDate)],
    ['Last wrong NAV date', showDay(found.lastDate) || NONE],
    ['Discovered on', showDay(found.discoveredOn)],
    ['Discovered by', found.discoveredBy],
    ['Material figures', `${material.length} of ${result.figures.length}`],
    ['Threshold', thresholdText(found)],
    ['Notification due', showDay(found.notifyBy)],
    [
      'Notified',
      notificationWords(found.notifiedOn, found.notificationReference, found.notificationDocumentId),
    ],
    ...(found.notifiedAgainOn === null
      ? []
      : [
          [
            'Notified again',
            notificationWords(found.notifiedAgainOn, found.secondReference, found.secondDocumentId),
          ] as const,
        ]),
    ['Report due', showDay(found.reportBy)],
    ['All paid on', showDay(found.compensatedOn) || NONE],
  ])
}

/** "10/11/2026, CSSF 1, document 12" */
function notificationWords(on: string | null, reference: string, documentId: number | null): string {
  if (on === null) return NONE
  const parts = [showDay(on), reference, documentId === null ? '' : `document ${documentId}`]
  return parts.filter((each) => each !== '').join(', ')
}

function addMeasures(pages: Paper, { found: { measuresTaken, measuresPlanned } }: CaseView): void {
  pages.heading('Measures taken')
  pages.text(measuresTaken || 'None are stated.')
  pages.heading('Measures planned')
  pages.text(measuresPlanned || 'None are stated.')
}

/** What the case owes and is owed before a date: it is in the corrected NAV of that date. */
function addDebts(pages: Paper, { found, result, classDecimals }: CaseView): void {
  const owing = result.figures.filter(({ debts, claims }) => Number(debts) !== 0 || Number(claims) !== 0)
  if (owing.length === 0) return
  const decimalsOf = decimalsOfClasses(result.figures, classDecimals)
  const currencies = new Map(result.classes.map(({ classCode, currency }) => [classCode, currency]))
  pages.heading('Debts and claims of the case, in class currency')
  pages.sentence(
    'What earlier dates owe to holders is a debt of the class, and what payers owe to it is a claim. The corrected NAV per share has both.',
  )
  pages.table(
    DEBTS,
    owing.map(({ date, classCode, debts, claims, shares }) => {
      const aShare = (amount: string) => perShare(amount, shares, decimalsOf(classCode)) ?? NONE
      const cells = [debts, claims].flatMap((amount) => [
        showAmount(amount, currencies.get(classCode) ?? found.fundCurrency),
        aShare(amount),
      ])
      return { cells: [showDay(date), classCode, ...cells] }
    }),
  )
}

/** What each cause alone did to a NAV per share, and what they leave. */
function addCauseParts(pages: Paper, { result, classDecimals }: CaseView): void {
  if (result.causeParts.length === 0) return
  const decimalsOf = decimalsOfClasses(result.figures, classDecimals)
  const shown = (classCode: string, amount: Decimal) =>
    showFixed(amount, Math.max(decimalsOf(classCode), decimalsIn(amount)))
  pages.heading('What each cause did to the NAV per share')
  pages.table(
    CAUSE_PARTS,
    result.figures.flatMap(({ date, classCode, unexplained }) =>
      unexplained === null
        ? []
        : [
            ...result.causeParts
              .filter((part) => part.date === date && part.classCode === classCode)
              .map(({ cause, amount }) => ({
                cells: [showDay(date), classCode, cause, shown(classCode, amount)],
              })),
            { cells: [showDay(date), classCode, 'Unexplained', shown(classCode, unexplained)], strong: true },
          ],
    ),
  )
}

/** How the figures came about, in a sentence that a clerk follows without the product. */
function methodOf({ found: { policy, feesBookedLater }, result: { chosenRounds } }: CaseView): string {
  const base = policy.base === 'corrected' ? 'corrected' : 'published'
  const material =
    policy.threshold === null
      ? 'the fund has no threshold, and people decided which are material'
      : policy.comparator === '>='
        ? 'material from the threshold on'
        : 'material above the threshold'
  return [
    `The difference is the published less the corrected NAV per share; the error is its size in percent of the ${base} one, ${material}.`,
    'The effect on the NAV is the sum over classes of difference x shares x exchange rate, each class rounded.',
    feesBookedLater ? 'The fees are booked afterwards: the deals of every date count.' : '',
    ...chosenRounds.map(
      ({ date, round }) =>
        `Published on ${showDay(date)} is round ${round}, which was chosen in place of the one sent last before the day of discovery.`,
    ),
  ]
    .filter((each) => each !== '')
    .join(' ')
}

function addCompensation(pages: Paper, { found, result, payers }: CaseView): void {
  pages.heading('Compensation')
  if (result.classes.length === 0 && result.lines.length === 0) {
    pages.sentence('No deals on a date that counts: nothing is paid.')
    return
  }
  pages.table(
    CLASSES,
    result.classes.map(({ classCode, currency, sum, moved, toHolders, left, toFund, identity }) => ({
      cells: [
        classCode,
        currency,
        ...[sum, moved, toHolders, left, toFund, identity].map((amount) => showAmount(amount, currency)),
      ],
    })),
  )
  pages.sentence(
    `In all ${showMoney(result.totals.toHolders, found.fundCurrency)} to holders and ${showMoney(result.totals.toFund, found.fundCurrency)} to the fund. ` +
      'Of each class, the sum of the deals and what switches moved to or from other classes equals what holders are paid and what is left in the fund, less what the fund is paid: the identity is zero.',
  )
  if (payers.length > 0) {
    pages.heading('Who pays what was too much')
    pages.table(
      PAYERS,
      payers.map(({ name, role, percent, reason }) => ({
        cells: [name, role, `${showExact(percent)} %`, reason],
      })),
    )
  }
  pages.heading('Payments, by class')
  const flows = [...result.classes, ...result.lines].flatMap(flowRows)
  if (flows.length === 0) pages.sentence('Nothing is paid.')
  else {
    pages.sentence('A class stands for the money of the fund that is booked in it.')
    pages.table(FLOWS, flows)
    if (result.paidAt)
      pages.sentence(
        `Shares that holders had too much are paid by the NAV per share of ${showDay(result.paidAt.date)}.`,
      )
    // What a holder gets net is in the table above; the list of compensation has all parties.
    const nets = netsOf(result).filter(({ name }) => !name.startsWith('holder'))
    const isClass = ({ name }: { name: string }) => name.startsWith('class ')
    const others = [...nets.filter((each) => !isClass(each)), ...nets.filter(isClass)]
    pages.heading('Net of payers and classes')
    pages.table(
      NETS,
      others.map(({ name, amount, currency }) => ({ cells: [name, showAmount(amount, currency), currency] })),
    )
  }
  if (result.lines.length > 0) {
    pages.heading('Lines by hand')
    pages.table(
      LINES,
      result.lines.map(({ kind, classCode, name, beneficiary, amount, currency, rule }) => ({
        cells: [kind, classCode ?? 'fund', name || beneficiary, showAmount(amount, currency), currency, rule],
      })),
    )
  }
  if (result.auditor.needed)
    pages.sentence(
      `A report of the auditor is needed: ${showMoney(result.auditor.total, found.fundCurrency)} in all, at most ${showAmount(result.auditor.highest)} for one holder.`,
    )
}

const flowRows = ({ currency, flows }: Pick<CaseView['result']['classes'][number], 'currency' | 'flows'>) =>
  flows.map(({ from, to, amount }) => ({ cells: [from, to, showAmount(amount, currency), currency] }))

/**
 * The net amount of each party in each currency; negative for one that pays. It does not depend on who pays the holders
 * first.
 */
function netsOf({ classes, lines }: Pick<CaseView['result'], 'classes' | 'lines'>) {
  const byCurrency = groupedBy([...classes, ...lines], ({ currency }) => currency)
  return [...byCurrency].flatMap(([currency, owing]) =>
    [...netOf(owing.flatMap(({ flows }) => flows))]
      .filter(([, amount]) => Number(amount) !== 0)
      .map(([name, amount]) => ({ name, amount, currency })),
  )
}

function addSteps(pages: Paper, { history }: CaseView, timeZone: string): void {
  pages.heading('What was done, and by whom')
  pages.table(
    [
      { label: 'When', part: 16 },
      { label: 'Status', part: 24 },
      { label: 'By', part: 18 },
      { label: 'Message', part: 42 },
    ],
    [...history].reverse().map(({ at, status, queue, whoName, log }) => ({
      cells: [showInstant(at, timeZone), `${status} (${queue})`, whoName, log],
    })),
  )
}

const PLAIN = { width: 22 }
const MONEY: Omit<SheetColumn, 'header'> = { width: 18, format: '#,##0.00########' }

/** compensation.xlsx: sheets Holders, Flows, Net, Identity and Totals. */
async function compensationWorkbook({ found, result }: CaseView, createdAt: Date): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook()
  addSheet(
    workbook,
    'Holders',
    [
      { header: 'Class', ...PLAIN },
      { header: 'Holder', ...PLAIN },
      { header: 'Amount', ...MONEY },
      { header: 'Currency', width: 10 },
      { header: 'Outcome', ...PLAIN },
      { header: 'Shares given', ...MONEY },
      { header: 'Rest in money', ...MONEY },
      { header: 'As many shares', ...MONEY },
      { header: 'Shares too much', ...MONEY },
      { header: 'Fund of this site', width: 36 },
    ],
    result.holders.map(({ classCode, holder, amount, outcome, inShares, ...of }) => [
      classCode,
      holder ?? 'without a reference',
      numberCell(amount),
      result.classes.find((each) => each.classCode === classCode)?.currency ?? '',
      outcome,
      inShares && numberCell(inShares.shares),
      inShares && numberCell(inShares.rest),
      of.sameInShares && numberCell(of.sameInShares),
      of.sharesTooMuch && numberCell(of.sharesTooMuch),
      of.fundName ?? '',
    ]),
  )
  addSheet(
    workbook,
    'Flows',
    [
      { header: 'Class', ...PLAIN },
      { header: 'From', width: 36 },
      { header: 'To', width: 36 },
      { header: 'Amount', ...MONEY },
      { header: 'Currency', width: 10 },
    ],
    [...result.classes, ...result.lines].flatMap(({ classCode, currency, flows }) =>
      flows.map(({ from, to, amount }) => [classCode ?? 'fund', from, to, numberCell(amount), currency]),
    ),
  )
  addSheet(
    workbook,
    'Net',
    [
      { header: 'Party', width: 36 },
      { header: 'Net', ...MONEY },
      { header: 'Currency', width: 10 },
    ],
    netsOf(result).map(({ name, amount, currency }) => [name, numberCell(amount), currency]),
  )
  addSheet(
    workbook,
    'Identity',
    [
      { header: 'Class', ...PLAIN },
      { header: 'Currency', width: 10 },
      { header: 'Sum of deals', ...MONEY },
      { header: 'Moved by switches', ...MONEY },
      { header: 'To holders', ...MONEY },
      { header: 'Left by de minimis', ...MONEY },
      { header: 'To the fund', ...MONEY },
      { header: 'Identity', ...MONEY },
      { header: 'Below the threshold', ...MONEY },
    ],
    result.classes.map(({ classCode, currency, ...sums }) => [
      classCode,
      currency,
      numberCell(sums.sum),
      numberCell(sums.moved),
      numberCell(sums.toHolders),
      numberCell(sums.left),
      numberCell(sums.toFund),
      numberCell(sums.identity),
      numberCell(sums.net),
    ]),
  )
  addSheet(
    workbook,
    'Totals',
    [
      { header: 'Total', ...PLAIN },
      { header: 'Amount', ...MONEY },
      { header: 'Currency', width: 10 },
    ],
    [
      ['To holders', numberCell(result.totals.toHolders), found.fundCurrency],
      ['To the fund', numberCell(result.totals.toFund), found.fundCurrency],
      ['Left in the fund', numberCell(result.totals.left), found.fundCurrency],
    ],
  )
  return workbookBytes(workbook, createdAt)
}
