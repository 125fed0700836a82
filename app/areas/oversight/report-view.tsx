import { Instant } from '~/platform/page/instant'
import { ProgressSteps } from '~/platform/page/progress-steps'
import { useTimeZone } from '~/platform/page/use-site'
import { showAmount, showDay, showExact, showFixed, showInstant } from '~/platform/values/show'
import { BarChart } from '~/ui/chart/bar-chart'
import { Sparkline } from '~/ui/chart/sparkline'
import { Headline } from '~/ui/decision/headline'
import { Fold } from '~/ui/fold/fold'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Link } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import { CHAPTERS, type Chapter, DEFINITIONS, type FigureDefinition, type FigureKey } from './definitions'
import { listOf } from './links'
import { periodLabel, shortPeriod } from './period'
import {
  allFigures,
  type CaseLine,
  type ChangeLine,
  type Difference,
  type Figure,
  type FloorLine,
  findingsOf,
  type LateNav,
  lateLabel,
  NO_FIGURE,
  type OversightReport,
  type PersonLine,
  type RuleLine,
  type ScopeFigures,
  scopeLabel,
  shownFigure,
} from './report'
import type { Signature } from './signatures'

type Column<Row> = GridColumn<Row>

const text = <Row,>(id: string, header: string, value: (row: Row) => string, size?: number): Column<Row> => ({
  id,
  header,
  size,
  meta: { kind: 'text', wrap: true },
  cell: ({ row }) => value(row.original),
})

const number = <Row,>(id: string, header: string, value: (row: Row) => string, size = 100): Column<Row> => ({
  id,
  header,
  size,
  meta: { kind: 'number' },
  cell: ({ row }) => value(row.original),
})

interface ReportProps {
  report: OversightReport
  digest: string
  pdfSha256: string | null
  madeBy: string
  madeAt: Date | string
  signatures: readonly Signature[]
  progress: Parameters<typeof ProgressSteps>[0]['progress']
  /** Null where they were not requested. */
  differences: Difference[] | null
}

/** An oversight report: a summary, then each chapter by administrator and fund. */
export function ReportView({ report, ...about }: ReportProps) {
  const figures = allFigures(report)
  if (!figures) return null
  return (
    <>
      <Summary report={report} figures={figures} {...about} />
      {CHAPTERS.map((chapter) => (
        <ChapterFold key={chapter} chapter={chapter} report={report} figures={figures} />
      ))}
      <Fold title="Changes" id="changes" result={`${report.changes.length}`}>
        <Grid
          title="Changes of tolerances, formats, rules and workflows"
          columns={CHANGE_COLUMNS}
          rows={report.changes}
          total={report.changes.length}
          rowKey={({ at, what }) => `${at} ${what}`}
          empty="None in the period."
        />
      </Fold>
      <Fold title="Proof" id="proof" result={proofResult(report)}>
        <ProofOf report={report} />
      </Fold>
    </>
  )
}

/** The order of the figures over time: the oldest period first. */
const CHARTED: readonly FigureKey[] = ['timeliness', 'accuracy', 'exceptions', 'breaksOver60']

function Summary({
  report,
  figures,
  digest,
  pdfSha256,
  madeBy,
  madeAt,
  signatures,
  progress,
  differences,
}: ReportProps & { figures: ScopeFigures['figures'] }) {
  const timeZone = useTimeZone()
  const [first, second] = signatures
  const signed = (given: Signature | undefined) =>
    given ? `${given.name}, ${showInstant(given.at, timeZone)}` : NO_FIGURE
  return (
    <>
      <Headline
        name={`${periodLabel(report)}, ${scopeLabel(report)}`}
        facts={[
          { term: 'Computed', value: <Instant at={madeAt} />, note: madeBy },
          { term: 'Signed', value: signed(first) },
          { term: 'Countersigned', value: signed(second) },
        ]}
      >
        <ProgressSteps progress={progress} />
      </Headline>
      <PageSection title="What to know">
        <ul>
          {findingsOf(report).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </PageSection>
      {differences && <DifferencesOf differences={differences} />}
      <PageSection title="Figures of the period, and of the three before it">
        <FigureGrid
          title="Summary"
          report={report}
          figures={figures}
          definitions={DEFINITIONS.filter(({ isHeadline }) => isHeadline)}
        />
        <div className="charts">
          {CHARTED.map((key) => (
            <FigureChart key={key} of={key} report={report} figures={figures} />
          ))}
        </div>
        <p className="muted">
          SHA-256 of the figures <code className="hash">{digest}</code>
        </p>
        {pdfSha256 !== null && (
          <p className="muted">
            SHA-256 of the kept PDF <code className="hash">{pdfSha256}</code>
          </p>
        )}
      </PageSection>
    </>
  )
}

function DifferencesOf({ differences }: { differences: readonly Difference[] }) {
  return (
    <PageSection title="What is different today">
      <Grid
        title="Figures that are different today"
        columns={DIFFERENCE_COLUMNS}
        rows={[...differences]}
        total={differences.length}
        rowKey={({ scope, label }) => `${scope} ${label}`}
        empty="Nothing: today’s figures are those of the report."
      />
    </PageSection>
  )
}

const DIFFERENCE_COLUMNS: Column<Difference>[] = [
  text('scope', 'Of', ({ scope }) => scope, 200),
  text('label', 'Figure', ({ label }) => label, 260),
  number('kept', 'Report', ({ kept }) => kept, 130),
  number('today', 'Today', ({ today }) => today, 130),
]

interface FigureRow extends Figure {
  definition: FigureDefinition & { key: FigureKey }
}

interface FigureGridProps {
  title: string
  report: OversightReport
  figures: ScopeFigures['figures']
  definitions: readonly (FigureDefinition & { key: FigureKey })[]
}

function FigureGrid({ title, report, figures, definitions }: FigureGridProps) {
  const rows = definitions.map((definition): FigureRow => ({ ...figures[definition.key], definition }))
  const [, ...before] = report.periods
  const columns: Column<FigureRow>[] = [
    {
      id: 'figure',
      header: 'Figure',
      size: 330,
      meta: { kind: 'text', wrap: true },
      cell: ({ row: { original } }) => (
        <>
          <Link to={listOf(original.definition.key, original.definition.chapter, report)}>
            {original.definition.label}
          </Link>
          <br />
          <span className="muted">{original.definition.definition}</span>
        </>
      ),
    },
    {
      id: 'now',
      header: shortPeriod(report),
      size: 130,
      meta: { kind: 'number' },
      cell: ({ row: { original } }) => (
        <>
          <strong>{shownFigure(original.value, original.definition.unit)}</strong>
          {original.whole !== null && (
            <>
              <br />
              <span className="muted">
                {original.part} of {original.whole}
              </span>
            </>
          )}
        </>
      ),
    },
    ...before.map((period, at) =>
      number<FigureRow>(
        `before${at}`,
        shortPeriod(period),
        (row) => shownFigure(row.before[at] ?? null, row.definition.unit),
        110,
      ),
    ),
    {
      id: 'line',
      header: 'Over time',
      size: 120,
      meta: { kind: 'text' },
      cell: ({ row: { original } }) => (
        <Sparkline
          values={[original.value, ...original.before]
            .map((value) => (value === null ? null : Number(value)))
            .reverse()}
          label={`${original.definition.label} over four periods`}
        />
      ),
    },
  ]
  return (
    <Grid
      title={title}
      columns={columns}
      rows={rows}
      total={rows.length}
      rowKey={({ definition }) => definition.key}
    />
  )
}

function FigureChart({
  of: key,
  report,
  figures,
}: Pick<FigureGridProps, 'report' | 'figures'> & { of: FigureKey }) {
  const definition = DEFINITIONS.find((each) => each.key === key)
  if (!definition) return null
  const { value, before } = figures[key]
  const bars = [value, ...before].map((each, at) => {
    const period = report.periods[at]
    const label = period ? shortPeriod(period) : ''
    const shown = shownFigure(each, definition.unit)
    return {
      label,
      description: `${period ? periodLabel(period) : ''}: ${shown}`,
      parts: [{ kind: 'plain' as const, value: Number(each ?? 0) }],
      top: shown,
    }
  })
  return (
    <BarChart
      title={definition.label}
      summary={bars.map(({ description }) => description).join('; ')}
      bars={bars.reverse()}
    />
  )
}

function ChapterFold({
  chapter,
  report,
  figures,
}: {
  chapter: Chapter
  report: OversightReport
  figures: ScopeFigures['figures']
}) {
  const own = DEFINITIONS.filter((each) => each.chapter === chapter)
  const [first] = own
  if (!first) return null
  const scopes = report.scopes.filter(({ kind }) => kind !== 'all')
  return (
    <Fold
      title={chapter}
      id={chapter.toLowerCase().replace(/ /g, '-')}
      result={`${first.label}: ${shownFigure(figures[first.key].value, first.unit)}`}
    >
      <FigureGrid title={chapter} report={report} figures={figures} definitions={own} />
      <Grid
        title={`${chapter} by administrator and fund`}
        columns={[
          text<ScopeFigures>('scope', 'Administrator, fund', ({ code, name }) =>
            code === name ? code : `${code} ${name}`,
          ),
          ...own.map(({ key, short, unit }) =>
            number<ScopeFigures>(key, short, ({ figures: of }) => shownFigure(of[key].value, unit), 125),
          ),
        ]}
        rows={scopes}
        total={scopes.length}
        rowKey={({ kind, code }) => `${kind} ${code}`}
        empty="No fund had a NAV in the period."
      />
      <DetailsOf chapter={chapter} report={report} />
    </Fold>
  )
}

/** The lists behind the figures of a chapter. */
function DetailsOf({ chapter, report }: { chapter: Chapter; report: OversightReport }) {
  const { late, rules, people, breaks, otherBreaks, floors, cases } = report
  switch (chapter) {
    case 'Timeliness':
      return (
        <Grid
          title="Late NAVs"
          columns={LATE_COLUMNS}
          rows={late}
          total={late.length}
          rowKey={({ navId }) => String(navId)}
          rowHref={({ navId }) => `/nav-controls/${navId}`}
          rowLabel={({ fund, date }) => `NAV of ${fund}, ${showDay(date)}`}
          empty="No NAV was late."
        />
      )
    case 'Exceptions':
      return (
        <>
          <Grid
            title="Exceptions by rule"
            columns={RULE_COLUMNS}
            rows={rules}
            total={rules.length}
            rowKey={({ rule, severity }) => `${rule} ${severity}`}
            empty="No rule found anything."
          />
          <Grid
            title="Exceptions by person"
            columns={PERSON_COLUMNS}
            rows={people}
            total={people.length}
            rowKey={({ name }) => name}
            empty="No result was changed or explained."
          />
        </>
      )
    case 'Breaks':
      return (
        <>
          <Grid
            title="Open breaks, the oldest first"
            columns={BREAK_COLUMNS}
            rows={breaks}
            total={breaks.length}
            rowKey={({ navId, instrument, kind }) => `${navId} ${instrument} ${kind}`}
            rowHref={({ navId }) => `/nav-controls/${navId}`}
            rowLabel={({ fund, instrument }) => `${instrument} of ${fund}`}
            empty="No break is open."
          />
          {otherBreaks > 0 && <p className="muted">And {otherBreaks} more.</p>}
        </>
      )
    case 'Detection':
      return (
        <Grid
          title="Floor of each fund against its threshold"
          columns={FLOOR_COLUMNS}
          rows={floors}
          total={floors.length}
          rowKey={({ fund }) => fund}
          rowHref={({ fund }) => `/replay/detection/${fund}`}
          rowLabel={({ fund }) => `Detection floor of ${fund}`}
          empty="No detection floor is computed."
        />
      )
    case 'Errors':
      return (
        <Grid
          title="Cases"
          columns={CASE_COLUMNS}
          rows={cases}
          total={cases.length}
          rowKey={({ id }) => String(id)}
          rowHref={({ id }) => `/nav-errors/${id}`}
          rowLabel={({ id, fund }) => `NAV error ${id} of ${fund}`}
          empty="No case concerns the period."
        />
      )
    default:
      return null
  }
}

const LATE_COLUMNS: Column<LateNav>[] = [
  text('fund', 'Fund', ({ fund }) => fund, 100),
  text('date', 'NAV date', ({ date }) => showDay(date), 110),
  text('sending', 'Sending', lateLabel, 260),
  text('cause', 'Cause', ({ cause, said }) => [cause ?? 'no cause stated', said].filter(Boolean).join('. ')),
]

const severityLabel = (severity: string) => (severity === 'B' ? 'blocking' : 'warning')

const RULE_COLUMNS: Column<RuleLine>[] = [
  text('rule', 'Rule', ({ rule, title }) => `${rule} ${title}`),
  text('severity', 'Severity', ({ severity }) => severityLabel(severity), 110),
  number('found', 'Exceptions', ({ found }) => String(found)),
  number('overridden', 'Overridden', ({ overridden }) => String(overridden)),
  number('justified', 'Justified', ({ justified }) => String(justified)),
  number('explained', 'Explained', ({ explained }) => String(explained)),
]

const PERSON_COLUMNS: Column<PersonLine>[] = [
  text('name', 'Person', ({ name }) => name),
  number('overridden', 'Overridden', ({ overridden }) => String(overridden)),
  number('justified', 'Justified', ({ justified }) => String(justified)),
  number('explained', 'Explained', ({ explained }) => String(explained)),
]

const BREAK_COLUMNS: Column<OversightReport['breaks'][number]>[] = [
  text('fund', 'Fund', ({ fund }) => fund, 90),
  text('instrument', 'Instrument', ({ instrument }) => instrument),
  text('kind', 'Break', ({ kind }) => kind, 220),
  text('since', 'Since', ({ firstSeen }) => showDay(firstSeen), 110),
  number('days', 'Days', ({ days }) => String(days), 70),
  number('bp', 'bp', ({ basisPoints }) => (basisPoints === null ? NO_FIGURE : showFixed(basisPoints, 2)), 90),
  text('owner', 'Owner', ({ owner }) => owner ?? NO_FIGURE, 170),
]

const FLOOR_COLUMNS: Column<FloorLine>[] = [
  text('fund', 'Fund', ({ fund }) => fund, 90),
  number('threshold', 'Threshold, bp', ({ threshold }) => showExact(threshold), 120),
  number(
    'highest',
    'Largest floor, bp',
    ({ highest }) => (highest === null ? NO_FIGURE : String(highest)),
    140,
  ),
  number('blind', 'Blind spots', ({ blind }) => String(blind.length), 100),
  number(
    'before',
    'Before the period',
    ({ blindBefore }) => (blindBefore === null ? NO_FIGURE : String(blindBefore)),
    140,
  ),
  text('names', 'By name', ({ blind }) => blind.join(', ')),
  text('computed', 'Computed', ({ computedOn }) => showDay(computedOn), 110),
]

const CASE_COLUMNS: Column<CaseLine>[] = [
  text('id', 'Case', ({ id }) => String(id), 80),
  text('fund', 'Fund', ({ fund }) => fund, 90),
  text('causes', 'Causes', ({ causes }) => causes),
  number('wrong', 'Wrong NAVs', ({ wrongNavs }) => String(wrongNavs), 110),
  number('error', 'Error', ({ magnitude }) => shownFigure(magnitude, 'signed %'), 110),
  text('discovered', 'Discovered', ({ discoveredOn }) => showDay(discoveredOn), 110),
  text(
    'notified',
    'Notified',
    ({ notifiedOn, notifyBy }) => (notifiedOn === null ? `due ${showDay(notifyBy)}` : showDay(notifiedOn)),
    130,
  ),
  number('holders', 'To holders', ({ toHolders, currency }) => money(toHolders, currency), 150),
  number('fund_amount', 'To the fund', ({ toFund, currency }) => money(toFund, currency), 150),
  text('status', 'Status', ({ status }) => status, 130),
]

const money = (amount: string | null, currency: string) =>
  amount === null ? NO_FIGURE : `${showAmount(amount)} ${currency}`

const CHANGE_COLUMNS: Column<ChangeLine>[] = [
  {
    id: 'at',
    header: 'At',
    size: 145,
    meta: { kind: 'instant' },
    cell: ({ row }) => <Instant at={row.original.at} />,
  },
  text('what', 'What', ({ what }) => what),
  text('requested', 'Requested by', ({ requestedBy }) => requestedBy, 160),
  text('approved', 'Approved by', ({ approvedBy }) => approvedBy, 160),
  text('comment', 'Reason', ({ comment }) => comment),
]

const proofResult = ({ proof: { verification } }: OversightReport) =>
  verification === null ? 'not verified' : verification.isIntact ? 'intact' : 'not intact'

function ProofOf({ report: { proof } }: { report: OversightReport }) {
  const { first, last, verification } = proof
  return (
    <>
      {[['Before the first day', first] as const, ['End of the last day', last] as const].map(
        ([label, head]) => (
          <p key={label}>
            {label}:{' '}
            {head === null ? (
              'no checkpoint until then.'
            ) : (
              <>
                checkpoint {head.checkpoint} of <Instant at={head.at} />,{' '}
                <code className="hash">{head.hash}</code>
              </>
            )}
          </p>
        ),
      )}
      <p>
        {verification === null ? (
          'The history was not verified yet.'
        ) : (
          <>
            The history was verified on <Instant at={verification.at} />:{' '}
            {verification.isIntact ? 'intact' : 'not intact'}.
          </>
        )}{' '}
        <Link to="/evidence">Evidence</Link>
      </p>
      {verification?.findings.map((finding) => (
        <p key={finding}>{finding}</p>
      ))}
    </>
  )
}
