import { Fragment } from 'react'
import { DocumentsPanel, type PanelOfDocuments } from '~/areas/documents/documents-panel'
import { summaryOf } from '~/areas/navs/nav'
import { EventSection } from '~/platform/page/event-grid'
import { useFileThen } from '~/platform/page/past-link'
import { ProgressSteps } from '~/platform/page/progress-steps'
import { useTimeZone } from '~/platform/page/use-site'
import type { Decimal } from '~/platform/values/decimal'
import {
  capitalised,
  counted,
  showAmount,
  showDay,
  showExact,
  showFixed,
  showMoney,
} from '~/platform/values/show'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { StepForm } from '~/platform/workflow/step-form'
import { Badge } from '~/ui/badge/badge'
import { BeforeStep, Headline, NextStep } from '~/ui/decision/headline'
import { Description } from '~/ui/description/description'
import { DateInput } from '~/ui/enhanced/controls'
import type { Refused } from '~/ui/form/error-summary'
import { SelectInput, TextInput } from '~/ui/form/inputs'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { Note } from '~/ui/message/message'
import { Link, OpenLink } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import type { CaseResult, ShownFigure, ShownHolder } from './case-figures.server'
import { decimalsOfClasses, perShare } from './case-numbers'
import type { CaseView } from './case-view.server'
import type { ClassCompensation } from './compensation'
import { FigureChart } from './figure-chart'
import type { KindDeal } from './kind-deals.server'
import type { JudgedLine } from './lines'
import { isSecondDue, OPENED } from './nav-error'
import { type CasePayment, isOpenFlow, type PaidFlow } from './payments'
import { PolicySection } from './policy-section'

const text = <Row,>(
  id: string,
  header: string,
  value: (row: Row) => string,
  size?: number,
): GridColumn<Row> => ({
  id,
  header,
  size,
  meta: { kind: 'text' },
  cell: ({ row }) => value(row.original),
})

const number = <Row,>(
  id: string,
  header: string,
  value: (row: Row) => string,
  size = 110,
): GridColumn<Row> => ({
  id,
  header,
  size,
  meta: { kind: 'number' },
  cell: ({ row }) => value(row.original),
})

const isZero = (amount: Decimal) => Number(amount) === 0
const orNone = (amount: Decimal) => (isZero(amount) ? '–' : showAmount(amount))

function judgement({ material, decided, counts }: ShownFigure): string {
  if (material === null) return counts ? 'counts' : 'to decide'
  const words = material ? 'material' : counts ? 'counts' : 'not material'
  return decided ? `${words}, decided` : words
}

/** The columns of the figures; what no figure has is left out. */
function figureColumns({
  result: { figures },
  classDecimals,
}: Pick<CaseView, 'result' | 'classDecimals'>): GridColumn<ShownFigure>[] {
  const decimalsOf = decimalsOfClasses(figures, classDecimals)
  const aShare = (of: 'debts' | 'claims') => (figure: ShownFigure) =>
    isZero(figure[of]) ? '–' : (perShare(figure[of], figure.shares, decimalsOf(figure.classCode)) ?? '–')
  const isOwed = figures.some(({ debts, claims }) => !isZero(debts) || !isZero(claims))
  const isExplained = figures.some(({ unexplained }) => unexplained !== null)
  return [
    ...mainColumns(decimalsOf),
    number('debts', 'Debts', ({ debts }) => orNone(debts), 100),
    ...(isOwed ? [number('debtsAShare', 'a share', aShare('debts'), 85)] : []),
    number('claims', 'Claims', ({ claims }) => orNone(claims), 100),
    ...(isOwed ? [number('claimsAShare', 'a share', aShare('claims'), 85)] : []),
    ...(isExplained
      ? [
          number<ShownFigure>('unexplained', 'Unexplained', ({ classCode, unexplained }) =>
            unexplained === null ? '–' : showFixed(unexplained, decimalsOf(classCode)),
          ),
        ]
      : []),
  ]
}

/** @param decimalsIn decimals of a class's NAV per share */
const mainColumns = (decimalsIn: (classCode: string) => number): GridColumn<ShownFigure>[] => [
  text('date', 'NAV date', ({ date }) => showDay(date), 100),
  text('class', 'Class', ({ classCode }) => classCode, 100),
  number('published', 'Published', ({ classCode, published }) => showFixed(published, decimalsIn(classCode))),
  number(
    'corrected',
    'Corrected',
    ({ classCode, corrected, byHand }) =>
      `${showFixed(corrected, decimalsIn(classCode))}${byHand ? ' ✎' : ''}`,
  ),
  number('difference', 'Difference', ({ classCode, difference }) =>
    showFixed(difference, decimalsIn(classCode)),
  ),
  number('percent', 'Error', ({ percent }) => (percent === null ? '–' : `${percent} %`), 95),
  text('material', 'Judgement', judgement, 130),
]

type Effect = CaseResult['effect'][number]

const EFFECT_COLUMNS: GridColumn<Effect>[] = [
  text('date', 'NAV date', ({ date }) => showDay(date), 100),
  number('amount', 'Effect on the NAV', ({ amount }) => showAmount(amount), 150),
  number('bp', 'Basis points', ({ bp }) => (bp === null ? '–' : showFixed(bp, 2))),
]

const OUTCOMES = {
  PAID: 'paid by the fund',
  LEFT: 'left in the fund',
  'TO FUND': 'paid to the fund',
  NOTHING: 'nothing',
} as const

/** "TA-17", or "QUE03, the fund Querétaro" */
const holderLabel = ({ holder, fundName }: Pick<ShownHolder, 'holder' | 'fundName'>) =>
  [holder ?? 'without a reference', ...(fundName === null ? [] : [`the fund ${fundName}`])].join(', ')

const HOLDER_COLUMNS: GridColumn<ShownHolder>[] = [
  text('class', 'Class', ({ classCode }) => classCode, 100),
  text('holder', 'Holder', holderLabel, 170),
  number('amount', 'Owed', ({ amount }) => showAmount(amount), 130),
  text('outcome', 'Outcome', ({ outcome }) => OUTCOMES[outcome], 150),
  text(
    'shares',
    'In shares',
    ({ inShares, sameInShares, sharesTooMuch }) =>
      inShares
        ? `${showExact(inShares.shares)} and ${showAmount(inShares.rest)} in money`
        : sharesTooMuch !== null
          ? `${showExact(sharesTooMuch)} too much`
          : sameInShares === null
            ? ''
            : `as ${showExact(sameInShares)}`,
    190,
  ),
]

const CLASS_COLUMNS: GridColumn<ClassCompensation>[] = [
  text('class', 'Class', ({ classCode, currency }) => `${classCode}, ${currency}`, 120),
  number('sum', 'Sum of deals', ({ sum }) => showAmount(sum), 120),
  number('moved', 'Switches', ({ moved }) => orNone(moved), 100),
  number('toHolders', 'To holders', ({ toHolders }) => showAmount(toHolders), 120),
  number('left', 'Left by de minimis', ({ left }) => orNone(left), 130),
  number('toFund', 'To the fund', ({ toFund }) => showAmount(toFund), 120),
  number('net', 'Below the threshold', ({ net }) => orNone(net), 130),
  number('identity', 'Identity', ({ identity }) => showAmount(identity), 90),
]

const LINE_OUTCOMES = {
  PAID: 'paid',
  'TO FUND': 'paid to the fund',
  HOLDERS: 'in the sum of its holder',
  NOTHING: 'nothing',
} as const

const LINE_COLUMNS: GridColumn<JudgedLine>[] = [
  text('kind', 'Kind', ({ kind }) => kind, 120),
  text('class', 'Class', ({ classCode }) => classCode ?? 'fund', 100),
  text('owedTo', 'Owed to', ({ beneficiary, name }) => name || beneficiary, 130),
  number('amount', 'Amount', ({ amount, currency }) => showMoney(amount, currency), 140),
  text('outcome', 'Outcome', ({ outcome }) => LINE_OUTCOMES[outcome], 150),
  text('payer', 'Payer', ({ payer }) => payer ?? '', 130),
  text('rule', 'Rule', ({ rule }) => rule, 220),
]

const FLOW_COLUMNS: GridColumn<PaidFlow>[] = [
  text('from', 'From', ({ from }) => from, 180),
  text('to', 'To', ({ to }) => to, 180),
  number('amount', 'Amount', ({ amount, currency }) => showMoney(amount, currency), 140),
  number('paid', 'Paid', ({ paid }) => orNone(paid), 110),
  number('open', 'Open', (flow) => (isOpenFlow(flow) ? showAmount(flow.open) : '–'), 110),
]

const KIND_COLUMNS: GridColumn<KindDeal>[] = [
  text('date', 'NAV date', ({ date }) => showDay(date), 100),
  text('class', 'Class', ({ classCode }) => classCode, 100),
  text('holder', 'Holder', ({ holder }) => holder, 170),
  text('side', 'In kind', ({ side }) => (side === 'S' ? 'issued' : 'redeemed'), 100),
  number('shares', 'Shares', ({ shares }) => showExact(shares)),
  text('counted', 'Counts', ({ counted: counts }) => (counts ? 'yes' : 'no'), 90),
]

/** "TA-1: one with TA-2; a nominee: ask for its breakdown." */
function notedOf({ holder, sameAs, isNominee, pays, documentId }: CaseView['holders'][number]): string {
  const notes = [
    sameAs !== null && `one with ${sameAs}`,
    isNominee && 'a nominee: ask for its breakdown',
    pays && 'pays back itself',
    documentId !== null && `document ${documentId}`,
  ].filter((each) => each !== false)
  return `${holder}: ${notes.join('; ') || 'as any other'}.`
}

/** "A of 02/11/2026: the deals redeem 400 shares, the register 450, the files of the next NAV 500." */
function differenceInWords({
  date,
  classCode,
  side,
  deals,
  register,
  files,
}: CaseResult['differences'][number]): string {
  const others = [
    register !== null && `the register ${showExact(register)}`,
    files !== null && `the files of the next NAV ${showExact(files)}`,
  ].filter((each) => each !== false)
  return `${classCode} of ${showDay(date)}: the deals ${side === 'S' ? 'issue' : 'redeem'} ${showExact(deals)} shares, ${others.join(', ')}.`
}

/** What shows a payment: "by payment 12 of a run". */
function shownBy({ paymentId, bankEntryId, comment }: CasePayment): string {
  const by =
    paymentId !== null
      ? `payment ${paymentId} of a run`
      : bankEntryId !== null
        ? `bank entry ${bankEntryId}`
        : ''
  return [by, comment]
    .filter((each) => each !== '')
    .map((each) => `, ${each}`)
    .join('')
}

interface CaseSectionsProps {
  view: Omit<CaseView, 'history'>
  events: Listed<HistoryEvent>
  documents: PanelOfDocuments
  /** May this person enter figures, and is the case open? */
  mayChange: boolean
  /** May this person open NAV controls? */
  mayOpenNavs: boolean
  idempotencyKey: string
  refused?: Refused
}

const FEW = 5

/** The page stays quick beside thousands of holders. */
const SHOWN_HOLDERS = 200

/** The sections of a case, in their order. */
export function CaseSections({
  view,
  events,
  documents,
  mayChange,
  mayOpenNavs,
  ...form
}: CaseSectionsProps) {
  const { found, instance, result, missing } = view
  const fileThen = useFileThen()
  const base = `/nav-errors/${found.id}`
  return (
    <>
      <BeforeStep>
        <Headline
          name={`${found.fundName}: ${found.kind === 'NAV' ? 'wrong NAVs' : found.kind.toLowerCase()} from ${showDay(found.firstDate)}`}
          facts={factsOf(view)}
        >
          <ProgressSteps progress={view.progress} />
        </Headline>
        {isSecondDue(found, instance) && (
          <Note kind="warning">
            Figures changed after the notification of {showDay(found.notifiedOn)}: a second one is due.
          </Note>
        )}
        {missing.length > 0 && !view.isEnded && (
          <PageSection title="To resolve">
            <Note kind="warning">
              {missing.slice(0, 10).map(({ what, date, classCode, act }) => (
                <p key={`${what} ${date} ${classCode}`}>
                  {capitalised([what, classCode, date && showDay(date)].filter(Boolean).join(', '))}: {act}
                </p>
              ))}
              {missing.length > 10 && <p>And {missing.length - 10} more.</p>}
            </Note>
          </PageSection>
        )}
        <PageSection title="Figures">
          {mayChange && (
            <p className="form__actions screen-only">
              <OpenLink className="button" to={`${base}/corrections/new`}>
                Upload corrected files
              </OpenLink>{' '}
              <OpenLink className="button" to={`${base}/figures`}>
                Enter corrected NAVs
              </OpenLink>{' '}
              {found.lastDate === null && (
                <OpenLink className="button" to={`${base}/last-date`}>
                  Enter the last wrong date
                </OpenLink>
              )}{' '}
              <MoreEntries view={view} />
            </p>
          )}
          <FigureChart figures={result.figures} threshold={found.policy.threshold} />
          <Grid
            title={`Figures of NAV error ${found.id}`}
            columns={figureColumns(view)}
            rows={result.figures}
            total={result.figures.length}
            rowKey={({ date, classCode }) => `${date} ${classCode}`}
            empty="No corrected NAV per share is entered yet."
          />
          <p className="muted">✎ marks figures entered by hand.</p>
          {mayOpenNavs && <NavLinks view={view} />}
          {view.corrections.map((each) => (
            <p key={each.controlId} className="muted">
              <OpenLink to={`${base}/corrections/${each.controlId}`}>
                Corrected files of {showDay(each.date)}
              </OpenLink>
              : {summaryOf(each)}
              {each.withdrawnAt !== null && `, withdrawn: ${each.withdrawnWhy}`}
              {mayChange && each.withdrawnAt === null && (
                <>
                  {' · '}
                  <OpenLink
                    to={`${base}/corrections/${each.controlId}/withdraw`}
                    aria-label={`Withdraw the corrected files of ${showDay(each.date)}`}
                  >
                    Withdraw…
                  </OpenLink>
                </>
              )}
            </p>
          ))}
          {result.effect.length > 0 && (
            <Grid
              title={`Effect of NAV error ${found.id}`}
              columns={EFFECT_COLUMNS}
              rows={result.effect}
              total={result.effect.length}
              rowKey={({ date }) => date}
            />
          )}
          {result.leftOut.length > 0 && (
            <p className="muted">
              Left out, as not sent before the day of discovery:{' '}
              {result.leftOut.map(({ date }) => showDay(date)).join(', ')}.
            </p>
          )}
          {result.chosenRounds.map(({ date, round }) => (
            <p key={date} className="muted">
              Published on {showDay(date)}: round {round}, chosen in place of the one sent last.
            </p>
          ))}
        </PageSection>
        <PageSection title="Who is owed what">
          {mayChange && (
            <p className="form__actions screen-only">
              <OpenLink className="button" to={`${base}/deals`}>
                Upload deals
              </OpenLink>{' '}
              <OpenLink className="button" to={`${base}/holders`}>
                Note a holder
              </OpenLink>
              {view.kindDeals.length > 0 && (
                <>
                  {' '}
                  <OpenLink className="button" to={`${base}/kind-deals`}>
                    Deals in kind
                  </OpenLink>
                </>
              )}
            </p>
          )}
          {result.differences.length > 0 && (
            <Note kind="warning">
              {result.differences.slice(0, 10).map((each) => (
                <p key={`${each.date} ${each.classCode} ${each.side}`}>{differenceInWords(each)}</p>
              ))}
              {result.differences.length > 10 && <p>And {result.differences.length - 10} more.</p>}
            </Note>
          )}
          <Grid
            title={`Holders of NAV error ${found.id}`}
            columns={HOLDER_COLUMNS}
            rows={result.holders.slice(0, SHOWN_HOLDERS)}
            total={Math.min(result.holders.length, SHOWN_HOLDERS)}
            rowKey={({ classCode, holder, amount }) => `${classCode} ${holder ?? ''} ${amount}`}
            empty="No deals on a date that counts."
          />
          {result.holders.length > SHOWN_HOLDERS && (
            <p className="muted">
              And {counted(result.holders.length - SHOWN_HOLDERS, 'other')}: the compensation list has all.
            </p>
          )}
          {view.holders.map((note) => (
            <p key={note.holder} className="muted">
              {notedOf(note)}
            </p>
          ))}
          {view.kindDeals.length > 0 && (
            <Grid
              title={`Deals in kind of NAV error ${found.id}`}
              columns={KIND_COLUMNS}
              rows={view.kindDeals}
              total={view.kindDeals.length}
              rowKey={({ fileId, position }) => `${fileId} ${position}`}
            />
          )}
          {view.files.map((file) => (
            <p key={file.id} className="muted">
              {file.name}, uploaded by {file.uploadedBy}
              {file.formatCode !== null && `, read by ${file.formatCode}, version ${file.formatVersion}`}
              {file.withdrawnAt !== null && `, withdrawn: ${file.withdrawnWhy}`}
              {mayChange && file.withdrawnAt === null && (
                <>
                  {' · '}
                  <OpenLink to={`${base}/deals/${file.id}`} aria-label={`Withdraw ${file.name}`}>
                    Withdraw…
                  </OpenLink>
                </>
              )}
            </p>
          ))}
        </PageSection>
        <PageSection title="Compensation">
          {mayChange && (
            <p className="form__actions screen-only">
              <OpenLink className="button" to={`${base}/payers`}>
                Enter the payers
              </OpenLink>{' '}
              <OpenLink className="button" to={`${base}/lines/new`}>
                Add line
              </OpenLink>
              {view.paidFlows.some(isOpenFlow) && (
                <>
                  {' '}
                  <OpenLink className="button" to={`${base}/payments/new`}>
                    Record payment
                  </OpenLink>
                </>
              )}
            </p>
          )}
          {result.lines.length > 0 && (
            <Grid
              title={`Lines of NAV error ${found.id}`}
              columns={LINE_COLUMNS}
              rows={result.lines}
              total={result.lines.length}
              rowKey={({ id }) => String(id)}
              actions={
                mayChange
                  ? {
                      label: 'Withdraw',
                      render: ({ id, kind, rule }) => (
                        <OpenLink
                          to={`${base}/lines/${id}/withdraw`}
                          aria-label={`Withdraw ${kind}: ${rule}`}
                        >
                          Withdraw…
                        </OpenLink>
                      ),
                    }
                  : undefined
              }
            />
          )}
          <Grid
            title={`Compensation of NAV error ${found.id}`}
            columns={CLASS_COLUMNS}
            rows={result.classes}
            total={result.classes.length}
            rowKey={({ classCode }) => classCode}
            empty="Nothing is paid."
          />
          {view.paidFlows.length > 0 && (
            <Grid
              title={`Flows of NAV error ${found.id}`}
              columns={FLOW_COLUMNS}
              rows={view.paidFlows}
              total={view.paidFlows.length}
              rowKey={({ from, to, currency }) => `${from} ${to} ${currency}`}
            />
          )}
          {result.paidAt && (
            <p className="muted">
              Shares too much are paid by the NAV per share of {showDay(result.paidAt.date)}:{' '}
              {Object.entries(result.paidAt.navs)
                .map(([classCode, navPerShare]) => `${classCode} ${showExact(navPerShare)}`)
                .join(', ')}
              .
            </p>
          )}
          {view.payments.map((payment) => (
            <p key={payment.id} className="muted">
              Paid on {showDay(payment.paidOn)}: {payment.from} to {payment.to},{' '}
              {showMoney(payment.amount, payment.currency)}
              {shownBy(payment)}
              {mayChange && (
                <>
                  {' · '}
                  <OpenLink
                    to={`${base}/payments/${payment.id}/withdraw`}
                    aria-label={`Withdraw the payment of ${showMoney(payment.amount, payment.currency)}`}
                  >
                    Withdraw…
                  </OpenLink>
                </>
              )}
            </p>
          ))}
          {instance.status !== OPENED.status && (
            <p className="screen-only">
              <a href={fileThen(`${base}/notification.pdf`)}>Notification</a> ·{' '}
              <a href={fileThen(`${base}/report.pdf`)}>Report</a> ·{' '}
              <a href={fileThen(`${base}/compensation.xlsx`)}>Compensation list</a> ·{' '}
              <a href={fileThen(`${base}/auditor.zip`)}>Auditor’s file</a>
            </p>
          )}
          {result.auditor.needed && (
            <Note>
              The auditor’s report is needed: {showMoney(result.auditor.total, found.fundCurrency)} in all, up
              to {showAmount(result.auditor.highest)} for one holder. Check with your regulator.
            </Note>
          )}
        </PageSection>
        <MeasuresSection found={found} mayChange={mayChange} />
        <Deadlines view={view} />
        <PolicySection found={found} />
        <PageSection title="Documents">
          <DocumentsPanel panel={documents} />
        </PageSection>
        <EventSection
          events={events}
          round={instance.round}
          path={base}
          exportTo={`${base}/export/error_workflow`}
          filtered={events.total > FEW}
        />
      </BeforeStep>
      <CaseActions view={view} {...form} />
    </>
  )
}

/** What was done so that the error does not happen again, and what will be. */
function MeasuresSection({ found, mayChange }: { found: CaseView['found']; mayChange: boolean }) {
  const { measuresTaken, measuresPlanned } = found
  return (
    <PageSection title="Measures">
      {mayChange && (
        <p className="form__actions screen-only">
          <OpenLink className="button" to={`/nav-errors/${found.id}/measures`}>
            State the measures
          </OpenLink>
        </p>
      )}
      <Description
        stacked
        items={[
          { term: 'Taken', value: measuresTaken || 'Not stated yet.' },
          { term: 'Planned', value: measuresPlanned || 'Not stated yet.' },
        ]}
      />
    </PageSection>
  )
}

/** The tasks of the processes that were made with the case. */
function Deadlines({ view: { tasks, mayOpenTasks } }: Pick<CaseSectionsProps, 'view'>) {
  if (tasks.length === 0) return null
  return (
    <PageSection title="Deadlines">
      <Description
        items={tasks.map(({ taskId, entityProcessDateId, name, due, ...state }) => ({
          term: name,
          value: (
            <>
              {mayOpenTasks ? (
                <Link to={`/processes/${entityProcessDateId}/tasks/${taskId}`}>{showDay(due)}</Link>
              ) : (
                showDay(due)
              )}{' '}
              <Badge kind={state.class} status={state.status} queue={state.queue} />
            </>
          ),
        }))}
      />
    </PageSection>
  )
}

/** The NAVs of a case, sent or not, each with its own page. */
function NavLinks({ view: { result, navs } }: Pick<CaseSectionsProps, 'view'>) {
  const dates = [...result.effect, ...result.leftOut].map(({ date }) => date).sort()
  const linked = dates.flatMap((date) => {
    const id = navs[date]
    return id === undefined ? [] : [{ date, id }]
  })
  if (linked.length === 0) return null
  return (
    <p className="muted">
      NAVs:{' '}
      {linked.map(({ date, id }, at) => (
        <Fragment key={date}>
          {at > 0 && ' · '}
          <Link to={`/nav-controls/${id}`}>{showDay(date)}</Link>
        </Fragment>
      ))}
    </p>
  )
}

/** Entries that only some cases need. */
function MoreEntries({ view: { found, result, missing, hasRounds } }: Pick<CaseSectionsProps, 'view'>) {
  const base = `/nav-errors/${found.id}`
  const isUndecided = missing.some(({ what }) => what === 'decision')
  const needsAnalysis = missing.some(({ what }) => what === 'analysis of the threshold')
  const entries = [
    (isUndecided || result.figures.some(({ decided }) => decided)) && {
      to: 'decisions',
      label: 'Decide errors',
    },
    hasRounds && { to: 'rounds', label: 'Choose a round' },
    { to: 'causes', label: 'Add cause' },
    found.causes.length > 1 && { to: 'parts', label: 'Parts of the causes' },
    (needsAnalysis || found.analysisDocumentId !== null) && { to: 'analysis', label: 'Name the analysis' },
    found.kind === 'FEES' && { to: 'fees', label: 'Fees booked afterwards' },
  ].filter((each) => each !== false)
  return entries.map(({ to, label }) => (
    <Fragment key={to}>
      <OpenLink className="button" to={`${base}/${to}`}>
        {label}
      </OpenLink>{' '}
    </Fragment>
  ))
}

function factsOf({ found, result }: Omit<CaseView, 'history'>) {
  const material = result.figures.filter((figure) => figure.material).length
  return [
    {
      term: 'Wrong NAVs',
      value: `${showDay(found.firstDate)} to ${found.lastDate === null ? 'open' : showDay(found.lastDate)}`,
      note: `${counted(material, 'figure')} material`,
    },
    {
      term: 'To holders',
      value: showMoney(result.totals.toHolders, found.fundCurrency),
      note: isZero(result.totals.left) ? undefined : `${showAmount(result.totals.left)} left in the fund`,
    },
    { term: 'To the fund', value: showMoney(result.totals.toFund, found.fundCurrency) },
    {
      term: found.notifiedOn === null ? 'Notify by' : 'Report by',
      value: showDay(found.notifiedOn === null ? found.notifyBy : found.reportBy),
      note: found.causes.map(({ cause, causedBy }) => `${cause}, ${causedBy}`).join('; '),
    },
  ]
}

type CaseActionsProps = Pick<CaseSectionsProps, 'view' | 'idempotencyKey' | 'refused'>

const DATED = ['notify', 'compensate']

/** The next steps of a case; an ended one has none. */
function CaseActions({ view, idempotencyKey, refused }: CaseActionsProps) {
  const { instance, steps, isEnded } = view
  const timeZone = useTimeZone()
  if (isEnded) return null
  const dated = steps.routing.find(({ name }) => DATED.includes(name))
  return (
    <NextStep title="Actions">
      <StepForm
        key={instance.lastEventId}
        {...steps}
        timeZone={timeZone}
        seenEventId={instance.lastEventId}
        idempotencyKey={idempotencyKey}
        queue={instance.queue}
        refused={refused}
      >
        {dated && <DateInput name="date" label={dated.name === 'notify' ? 'Notified on' : 'Paid on'} />}
        {dated?.name === 'notify' && (
          <>
            <TextInput name="reference" label="Reference" maxLength={200} />
            <SelectInput name="documentId" label="Document" blank="None" options={view.documents} />
          </>
        )}
      </StepForm>
    </NextStep>
  )
}
