import { Paper, type PaperColumn, type PaperRow, REPORT_STYLE } from '~/platform/exports/pdf/paper'
import { addDocuments } from '~/platform/exports/pdf/paper-documents'
import { openPdf, wholePdf } from '~/platform/exports/pdf/sheets'
import { showAmount, showDay, showExact, showFixed, showInstant, showNavValue } from '~/platform/values/show'
import { classFigures } from '../class-figures'
import { formatOfControl } from '../nav'
import { addBridge, addResults } from './control-part'
import type { ReportControl, ReportFacts, Times } from './report-facts'

const none = '–'

/**
 * The report of a NAV as a PDF: its headline, the NAV bridge, every rule result with what was computed and compared,
 * overrides and explanations, checks, breaks of the matching, signatures, and its files with their SHA-256.
 */
export async function navReportPdf(facts: ReportFacts, timeZone: string): Promise<Uint8Array> {
  const { nav, instance, control } = facts
  const times: Times = (at) => (at === null ? '' : showInstant(at, timeZone))
  const last = facts.events.at(-1)?.at ?? new Date(0)
  const asOf = `as of ${times(last)} (${timeZone})`
  const name = `${nav.fundCode}, NAV of ${showDay(nav.navDate)}`
  const doc = openPdf({ title: `NAV report ${name}`, createdAt: last })
  const pages = new Paper(doc, `NAV report ${name}, ${nav.fundName}, ${asOf}`, REPORT_STYLE)
  pages.title(`NAV report ${name}`, [
    nav.fundName,
    `${instance.status} (${instance.queue}), round ${instance.round}, ${asOf}`,
    control === null ? 'No control has run yet.' : `Rules: ${control.summary}`,
  ])
  addHeadline(pages, facts, times)
  if (control) {
    addBridge(pages, control, facts)
    addResults(pages, control, times)
  }
  addChecks(pages, facts, times)
  addMatching(pages, facts, times)
  addSignatures(pages, facts, times)
  addFiles(pages, facts, times)
  pages.end()
  return wholePdf(doc)
}

function addHeadline(pages: Paper, { nav, control, classes }: ReportFacts, times: Times): void {
  const of = (lines: ReportControl['lines'], type: string, code: string) =>
    lines.find((line) => line.type === type && line.code === code)?.value
  const amount = (value: string | undefined) =>
    value === undefined ? none : `${showAmount(value)} ${nav.fundCurrency}`
  pages.heading('Headline')
  const now = (type: string) => of(control?.lines ?? [], type, nav.fundCode)
  const before = of(control?.previousLines ?? [], 'FUND TNA', nav.fundCode)
  pages.facts([
    ['Fund', `${nav.fundCode} ${nav.fundName}`],
    ['NAV date', showDay(nav.navDate)],
    ['Previous NAV', showDay(control?.previousDate) || none],
    ['Provider', nav.provider],
    ['Total net assets', amount(now('FUND TNA'))],
    ['Before', amount(before)],
    ['Total assets', amount(now('TOTAL ASSETS'))],
    ['Total liabilities', amount(now('TOTAL LIABILITIES'))],
    ['Documents received', showDay(nav.documentReceptionDate) || none],
    ['Client validation', showDay(nav.clientValidationDate) || none],
    ...(control
      ? ([
          ['Control', `${control.definition}, ${control.reasonDisplay}`],
          ['Run by', `${control.fullName ?? control.userName}, ${times(control.submissionDate)}`],
          ['Comment', control.submissionComment],
          ['Round of the control', String(control.round)],
        ] as const)
      : []),
  ])
  if (!control) return
  pages.table(
    CLASSES,
    classFigures(control.lines, control.previousLines).map((figures) => ({
      cells: [
        figures.code,
        figures.currency,
        figures.before === null ? none : showNavValue(figures.before),
        showNavValue(figures.perShare),
        figures.movement === null ? none : `${showFixed(figures.movement, 4)} %`,
        showExact(figures.subscribed),
        showExact(figures.redeemed),
        showExact(figures.shares),
        showAmount(figures.tna),
      ],
      below: classes.find(({ code }) => code === figures.code)?.name,
    })),
  )
}

const CLASSES: PaperColumn[] = [
  { label: 'Class', part: 16 },
  { label: 'Ccy', part: 7 },
  { label: 'NAV per share before', part: 17, align: 'right' },
  { label: 'NAV per share', part: 15, align: 'right' },
  { label: 'Movement', part: 13, align: 'right' },
  { label: 'Subscribed', part: 13, align: 'right' },
  { label: 'Redeemed', part: 13, align: 'right' },
  { label: 'Shares', part: 15, align: 'right' },
  { label: 'Class TNA', part: 18, align: 'right' },
]

function addChecks(pages: Paper, { checks, instance }: ReportFacts, times: Times): void {
  pages.heading(`NAV checks of round ${instance.round}`)
  pages.table(
    [
      { label: 'Check', part: 42 },
      { label: 'Role', part: 16 },
      { label: 'Status', part: 10 },
      { label: 'By', part: 20 },
      { label: 'Date', part: 20 },
      { label: 'Comment', part: 36 },
    ],
    checks.map((each) => ({
      cells: [
        `${each.isae_rank} ${each.isae_checkname}`,
        each.queue,
        each.status,
        each.full_name ?? '',
        times(each.event_date),
        each.event_log,
      ],
    })),
  )
}

function addMatching(pages: Paper, { matching, breaks }: ReportFacts, times: Times): void {
  pages.heading('Matching with the management company')
  if (!matching) {
    pages.sentence('No matching was uploaded.')
    return
  }
  const counts = Object.entries(matching.counts).filter(([, count]) => count > 0)
  const summary = counts.map(([outcome, count]) => `${count} ${outcome}`).join(', ')
  const format = formatOfControl(matching)
  const readBy = format === null ? '' : `, read by ${format}`
  pages.sentence(`${summary}; by ${matching.who}, ${times(matching.at)}${readBy}.`)
  if (breaks.length === 0) return
  pages.table(
    [
      { label: 'Break', part: 24 },
      { label: 'Instrument', part: 28 },
      { label: 'Value difference', part: 18, align: 'right' },
      { label: 'Days', part: 8, align: 'right' },
      { label: 'Owner', part: 18 },
      { label: 'State', part: 14 },
      { label: 'Comment', part: 34 },
    ],
    breaks.map((each) => ({
      cells: [
        each.kind,
        `${each.instrumentName} (${each.isin ?? each.instrumentCode})`,
        showAmount(each.valueDifference),
        String(each.age),
        each.ownerName ?? each.owner ?? '',
        each.state,
        each.comment,
      ],
    })),
  )
}

/** The steps with who took them, then all acts that did not move the NAV. */
function addSignatures(pages: Paper, { events }: ReportFacts, times: Times): void {
  const row = ({ at, round, whoName, log }: ReportFacts['events'][number], cells: string[]): PaperRow => ({
    cells: [times(at), String(round), ...cells, whoName, log],
  })
  const common: PaperColumn[] = [
    { label: 'Date', part: 20 },
    { label: 'Round', part: 8 },
  ]
  const ends: PaperColumn[] = [
    { label: 'By', part: 20 },
    { label: 'Comment', part: 38 },
  ]
  const steps = events.filter(({ act }) => act === null)
  pages.heading('Signatures')
  pages.table(
    [...common, { label: 'Queue', part: 18 }, { label: 'To', part: 32 }, ...ends],
    steps.map((each) => row(each, [each.fromQueue ?? '', `${each.status} (${each.queue})`])),
  )
  const acts = events.filter(({ act }) => act !== null)
  if (acts.length === 0) return
  pages.heading('What people changed, ticked and uploaded')
  pages.table(
    [...common, { label: 'What', part: 32 }, ...ends],
    acts.map((each) => row(each, [each.act ?? ''])),
  )
}

function addFiles(pages: Paper, { documents }: ReportFacts, times: Times): void {
  pages.heading('Files')
  if (documents.length === 0) {
    pages.sentence('None.')
    return
  }
  addDocuments(pages, documents, times)
}
