import { Paper, type PaperChart, type PaperColumn, REPORT_STYLE } from '~/platform/exports/pdf/paper'
import { openPdf, wholePdf } from '~/platform/exports/pdf/sheets'
import { showAmount, showDay, showExact, showInstant } from '~/platform/values/show'
import { CHAPTERS, type Chapter, DEFINITIONS, type FigureDefinition, type FigureKey } from './definitions'
import { periodLabel, shortPeriod } from './period'
import {
  allFigures,
  type Figure,
  findingsOf,
  lateLabel,
  NO_FIGURE,
  type OversightReport,
  type ScopeFigures,
  scopeLabel,
  shownFigure,
} from './report'
import type { Signature } from './signatures'

/** A report as its paper states it. */
interface Printed {
  id: number
  report: OversightReport
  digest: string
  madeBy: string
  madeAt: Date
}

/** "oversight_2026-10_all_1012.pdf" */
export function reportFileName({ id, report }: Pick<Printed, 'id' | 'report'>): string {
  const { from, to, provider, fund } = report
  const of = (fund ?? provider ?? 'all').replace(/[^\w.-]/g, '_')
  return `oversight_${from}${from === to ? '' : `_${to}`}_${of}_${id}.pdf`
}

/** How many signatures freeze a report. */
const SIGNATURES = 2

/**
 * An oversight report as a PDF: a summary of one page, then each chapter by administrator and fund, then the
 * definitions. The same report with the same signatures gives the same bytes.
 */
export async function reportPdf(
  { id, report, digest, madeBy, madeAt }: Printed,
  signatures: readonly Signature[],
): Promise<Uint8Array> {
  const isFrozen = signatures.length >= SIGNATURES
  const title = `Oversight report, ${periodLabel(report)}`
  const createdAt = new Date(signatures.at(-1)?.at ?? madeAt)
  const times = (at: Date | string) => showInstant(at, report.timeZone)
  const doc = openPdf({ title, createdAt })
  const footer = `${title}, ${scopeLabel(report)}${isFrozen ? '' : ', draft: not signed by two people'}`
  const pages = new Paper(doc, footer, REPORT_STYLE)
  pages.title(title, [
    scopeLabel(report),
    `Report ${id}, computed ${times(madeAt)} (${report.timeZone}) by ${madeBy}`,
  ])
  addSummary(pages, report)
  pages.heading('Signatures')
  pages.facts([
    ['Signed', signature(signatures[0], times)],
    ['Countersigned', signature(signatures[1], times)],
  ])
  pages.sentence(`SHA-256 of the figures: ${digest}`)
  pages.page()
  for (const chapter of CHAPTERS) addChapter(pages, report, chapter)
  addChanges(pages, report, times)
  addProof(pages, report, times)
  pages.heading('Definitions')
  pages.table(
    [
      { label: 'Figure', part: 30 },
      { label: 'Definition', part: 70 },
    ],
    DEFINITIONS.map(({ label, definition }) => ({ cells: [label, definition] })),
  )
  pages.end()
  return wholePdf(doc)
}

const signature = (given: Signature | undefined, times: (at: string) => string) =>
  given ? `${given.name}, ${times(given.at)}` : NO_FIGURE

function addSummary(pages: Paper, report: OversightReport): void {
  const figures = allFigures(report)
  if (!figures) return
  pages.heading('What to know')
  for (const sentence of findingsOf(report)) pages.sentence(`· ${sentence}`)
  pages.heading('Figures of the period, and of the three before it')
  pages.table(
    periodColumns(report),
    DEFINITIONS.filter(({ isHeadline }) => isHeadline).map((each) => figureRow(each, figures[each.key])),
  )
  pages.heading('Over time')
  pages.charts(CHARTED.map((key) => chartOf(report, figures, key)))
}

/** Shown as charts on the page of summary. */
const CHARTED: readonly FigureKey[] = ['timeliness', 'accuracy', 'exceptions', 'breaksOver60']

function periodColumns({ periods }: OversightReport): PaperColumn[] {
  return [
    { label: 'Figure', part: 34 },
    ...periods.map((period): PaperColumn => ({ label: shortPeriod(period), part: 16, align: 'right' })),
  ]
}

const figureRow = ({ label, unit }: FigureDefinition, { value, before }: Figure) => ({
  cells: [label, ...[value, ...before].map((each) => shownFigure(each, unit))],
})

/** A figure over the four periods, the oldest first. */
function chartOf({ periods }: OversightReport, figures: ScopeFigures['figures'], key: FigureKey): PaperChart {
  const { label, unit } = DEFINITIONS.find((each) => each.key === key) ?? { label: key, unit: 'count' }
  const { value, before } = figures[key]
  const bars = [value, ...before].map((each, at) => ({
    label: periods[at] ? shortPeriod(periods[at]).replace('–', '– ') : '',
    value: each === null ? null : Number(each),
    shown: shownFigure(each, unit),
  }))
  return { title: label, bars: bars.reverse() }
}

function addChapter(pages: Paper, report: OversightReport, chapter: Chapter): void {
  const figures = allFigures(report)
  if (!figures) return
  const own = DEFINITIONS.filter((each) => each.chapter === chapter)
  pages.heading(chapter)
  pages.table(
    periodColumns(report),
    own.map((each) => figureRow(each, figures[each.key])),
  )
  const scopes = report.scopes.filter(({ kind }) => kind !== 'all')
  const isComputed = scopes.some(({ figures: of }) => own.some(({ key }) => of[key].value !== null))
  if (scopes.length > 0 && !isComputed) pages.sentence('No administrator or fund has a figure in the period.')
  else if (scopes.length > 0) {
    pages.space()
    pages.table(
      [
        { label: 'Administrator, fund', part: 22 },
        ...own.map(({ short }): PaperColumn => ({ label: short, part: 78 / own.length, align: 'right' })),
      ],
      scopes.map(({ kind, code, figures: of }) => ({
        cells: [code, ...own.map(({ key, unit }) => shownFigure(of[key].value, unit))],
        strong: kind === 'administrator',
      })),
    )
  }
  DETAILS[chapter]?.(pages, report)
}

/** The lists behind the figures of a chapter. */
const DETAILS: Partial<Record<Chapter, (pages: Paper, report: OversightReport) => void>> = {
  Timeliness(pages, { late }) {
    if (late.length === 0) return
    pages.heading('Late NAVs')
    pages.table(
      [
        { label: 'Fund', part: 12 },
        { label: 'NAV date', part: 14 },
        { label: 'Sending', part: 34 },
        { label: 'Cause', part: 40 },
      ],
      late.map((nav) => ({
        cells: [
          nav.fund,
          showDay(nav.date),
          lateLabel(nav),
          [nav.cause ?? 'no cause stated', nav.said].filter(Boolean).join('. '),
        ],
      })),
    )
  },
  Exceptions(pages, { rules, people }) {
    if (rules.length > 0) {
      pages.heading('Exceptions by rule')
      pages.table(
        [
          { label: 'Rule', part: 44 },
          { label: 'Severity', part: 12 },
          { label: 'Exceptions', part: 11, align: 'right' },
          { label: 'Overridden', part: 11, align: 'right' },
          { label: 'Justified', part: 11, align: 'right' },
          { label: 'Explained', part: 11, align: 'right' },
        ],
        rules.map((line) => ({
          cells: [
            `${line.rule} ${line.title}`,
            line.severity === 'B' ? 'blocking' : 'warning',
            ...[line.found, line.overridden, line.justified, line.explained].map(String),
          ],
        })),
      )
    }
    if (people.length === 0) return
    pages.heading('By person')
    pages.table(
      [
        { label: 'Person', part: 56 },
        { label: 'Overridden', part: 14, align: 'right' },
        { label: 'Justified', part: 14, align: 'right' },
        { label: 'Explained', part: 14, align: 'right' },
      ],
      people.map((line) => ({
        cells: [line.name, ...[line.overridden, line.justified, line.explained].map(String)],
      })),
    )
  },
  Breaks(pages, { breaks, otherBreaks }) {
    if (breaks.length === 0) return
    pages.heading('Open breaks, the oldest first')
    pages.table(
      [
        { label: 'Fund', part: 11 },
        { label: 'Instrument', part: 33 },
        { label: 'Break', part: 24 },
        { label: 'Since', part: 12 },
        { label: 'Days', part: 7, align: 'right' },
        { label: 'bp', part: 9, align: 'right' },
        { label: 'Owner', part: 18 },
      ],
      breaks.map((line) => ({
        cells: [
          line.fund,
          line.instrument,
          line.kind,
          showDay(line.firstSeen),
          String(line.days),
          line.basisPoints === null ? NO_FIGURE : showExact(line.basisPoints),
          line.owner ?? NO_FIGURE,
        ],
      })),
    )
    if (otherBreaks > 0) pages.sentence(`And ${otherBreaks} more.`)
  },
  Detection(pages, { floors }) {
    if (floors.length === 0) return
    pages.heading('Floor of each fund against its threshold')
    pages.table(
      [
        { label: 'Fund', part: 11 },
        { label: 'Threshold, bp', part: 13, align: 'right' },
        { label: 'Largest floor, bp', part: 16, align: 'right' },
        { label: 'Blind', part: 8, align: 'right' },
        { label: 'Before', part: 9, align: 'right' },
        { label: 'Blind spots', part: 43 },
      ],
      floors.map((line) => ({
        cells: [
          line.fund,
          showExact(line.threshold),
          line.highest === null ? NO_FIGURE : String(line.highest),
          String(line.blind.length),
          line.blindBefore === null ? NO_FIGURE : String(line.blindBefore),
          line.blind.join(', '),
        ],
      })),
    )
  },
  Errors(pages, { cases }) {
    if (cases.length === 0) return
    pages.heading('Cases')
    pages.table(
      [
        { label: 'Case', part: 40 },
        { label: 'Fund', part: 46 },
        { label: 'Error', part: 60, align: 'right' },
        { label: 'Discovered', part: 64 },
        { label: 'Notified', part: 64 },
        { label: 'To holders', part: 74, align: 'right' },
        { label: 'To the fund', part: 74, align: 'right' },
        { label: 'Status', part: 78 },
      ],
      cases.map((line) => ({
        cells: [
          String(line.id),
          line.fund,
          shownFigure(line.magnitude, 'signed %'),
          showDay(line.discoveredOn),
          line.notifiedOn === null ? `due ${showDay(line.notifyBy)}` : showDay(line.notifiedOn),
          line.toHolders === null ? NO_FIGURE : `${showAmount(line.toHolders)} ${line.currency}`,
          line.toFund === null ? NO_FIGURE : `${showAmount(line.toFund)} ${line.currency}`,
          line.status,
        ],
        below: `Caused by ${line.causes}`,
      })),
    )
  },
}

function addChanges(pages: Paper, { changes }: OversightReport, times: (at: string) => string): void {
  pages.heading('Changes of tolerances, formats, rules and workflows')
  if (changes.length === 0) {
    pages.sentence('None in the period.')
    return
  }
  pages.table(
    [
      { label: 'At', part: 16 },
      { label: 'What', part: 40 },
      { label: 'Requested by', part: 16 },
      { label: 'Approved by', part: 16 },
      { label: 'Reason', part: 28 },
    ],
    changes.map(({ at, what, requestedBy, approvedBy, comment }) => ({
      cells: [times(at), what, requestedBy, approvedBy, comment],
    })),
  )
}

function addProof(pages: Paper, { proof }: OversightReport, times: (at: string) => string): void {
  const { first, last, verification } = proof
  const head = (given: typeof first) =>
    given === null ? 'no checkpoint until then' : `${given.checkpoint}, ${times(given.at)}`
  pages.heading('Proof')
  pages.facts([
    ['Before the first day', head(first)],
    ['End of the last day', head(last)],
    ['Hash', first?.hash ?? NO_FIGURE],
    ['Hash', last?.hash ?? NO_FIGURE],
    [
      'Verification',
      verification === null
        ? 'not yet'
        : `${times(verification.at)}, ${verification.isIntact ? 'intact' : 'not intact'}`,
    ],
    [
      'Findings',
      verification === null || verification.findings.length === 0
        ? 'none'
        : verification.findings.slice(0, 5).join('; '),
    ],
  ])
}
