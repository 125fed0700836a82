import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { DueIn } from '~/platform/page/lateness'
import { PackLink } from '~/platform/page/pack-link'
import { useFileThen } from '~/platform/page/past-link'
import { ProgressSteps } from '~/platform/page/progress-steps'
import { type Day, dueIn, type LocalTime, type TimeOfDay } from '~/platform/values/day'
import {
  counted,
  showAmount,
  showDeadline,
  showExact,
  showFixed,
  showNavDate,
  showNavValue,
} from '~/platform/values/show'
import type { WorkflowProgress } from '~/platform/workflow/workflow-progress'
import { Headline } from '~/ui/decision/headline'
import { Fold } from '~/ui/fold/fold'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Note } from '~/ui/message/message'
import { Link, type Opened, OpenLink } from '~/ui/open-close/close-link'
import {
  type ControlSet,
  type NavFacts,
  ONLY_NOT_OK,
  openControlId,
  type ResultCounts,
  SET_IN_PATH,
  summaryOf,
} from './nav'
import type { CaseOfNav, NavError, OtherNav } from './nav-errors.server'
import type { NavHeadline as Figures } from './nav-headline.server'
import type { NavView } from './nav-view.server'
import { useNavBase } from './use-nav-base'

function NavLinks({ navs }: { navs: OtherNav[] }) {
  const { path } = useNavBase()
  return navs.map(({ id, navDate }, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <OpenLink to={`${path}/${id}`} state={null}>
        NAV of {showNavDate(navDate)}
      </OpenLink>
    </span>
  ))
}

interface NavNotesProps {
  /** The round that a reopened NAV waits in for its first control; null for any other NAV. */
  reopened: { round: number; isOwn: boolean } | null
  error: NavError | null
  restsOn: OtherNav[]
  /** The cases of wrong NAVs that it is in; none for users without that page. */
  cases: CaseOfNav[]
  /** Where a case is opened from it; null where this user may not, or it was never sent. */
  openError: string | null
}

const toOpenError = (cases: readonly CaseOfNav[], openError: string | null) =>
  openError !== null && cases.length === 0 ? (
    <p className="screen-only">
      <Link to={openError}>Open NAV error</Link>
    </p>
  ) : null

/** Shown first to everyone who opens a NAV: whose turn it is after Reopen, and errors in figures that were sent. */
export function NavNotes({ reopened, error, restsOn, cases, openError }: NavNotesProps) {
  return (
    <>
      {reopened && (
        <Note kind="warning">
          <p>
            {reopened.isOwn
              ? `This NAV was reopened, and it is your turn: run a new control with the corrected files. The results of round ${reopened.round - 1} were sent and are read-only.`
              : `This NAV was reopened and waits for the accountant, who runs a new control with the corrected files. The results of round ${reopened.round - 1} were sent and are read-only.`}
          </p>
          {error === null && toOpenError(cases, openError)}
        </Note>
      )}
      {cases.length > 0 && (
        <Note>
          {cases.map(({ id, kind, firstDate, lastDate, status, queue }) => (
            <p key={id}>
              <Link to={`/nav-errors/${id}`}>NAV error {id}</Link>: {kind} from {showNavDate(firstDate)}
              {lastDate === null ? ', still open' : ` to ${showNavDate(lastDate)}`}, {status} ({queue}).
            </p>
          ))}
        </Note>
      )}
      {error && (
        <Note kind="failed">
          <p>
            <strong>NAV error.</strong> The NAV that was sent first is wrong by more than the threshold of{' '}
            {showExact(error.threshold)} % ({error.level}), in percent of the right NAV per share:
          </p>
          <ul>
            {error.classes.map(({ code, sentFirst, right, percent, isBreach }) => (
              <li key={code}>
                {code}: {showExact(percent)} % ({showNavValue(sentFirst)} sent first, {showNavValue(right)}{' '}
                right)
                {isBreach ? '' : ', within the threshold'}
              </li>
            ))}
          </ul>
          <p>
            {error.resting.length === 0 ? (
              'No later NAV rests on it.'
            ) : (
              <>
                Later NAVs that rest on it: <NavLinks navs={error.resting} />.
              </>
            )}
          </p>
          {toOpenError(cases, openError)}
        </Note>
      )}
      {restsOn.length > 0 && (
        <Note kind="warning">
          This NAV was controlled against figures with a NAV error: <NavLinks navs={restsOn} />. Check whether
          it must be corrected too.
        </Note>
      )}
    </>
  )
}

/** The link to a new control with the files that a NAV usually has. */
export const newControlLink = (base: string, set: ControlSet) => ({
  href: `${base}/new/${SET_IN_PATH[set]}`,
  label: set === 'MFFA' ? 'New MFFA' : 'New FIA',
})

interface NavPanelActionsProps {
  nav: NavFacts
  /** The next step moves the NAV forward: it is the primary button, not a new control. */
  hasStep: boolean
  /** Of the NAV, under way or the last one. */
  round: number
  readOnly: string | null
  matching: NavView['matching']
  /** The files that a new control usually has. */
  usualSet: ControlSet
  /** Where a case of wrong NAVs is opened from it; null where this user may not, or it was never sent. */
  openError: string | null
}

/** New FIA or New MFFA (of the fund's provider, when not read-only), New matching, Download matching, NAV report, Evidence pack, Print, Open NAV error. */
export function NavPanelActions({
  nav,
  hasStep,
  round,
  readOnly,
  matching,
  usualSet,
  openError,
}: NavPanelActionsProps) {
  const base = `${useNavBase().path}/${nav.id}`
  const newControl = newControlLink(base, usualSet)
  const fileThen = useFileThen()
  const whole = new URLSearchParams(useLocation().search)
  whole.delete(ONLY_NOT_OK.name)
  return (
    <div className="toolbar screen-only">
      {readOnly === null && (
        <OpenLink className={hasStep ? 'button' : 'button button--primary'} to={newControl.href}>
          {newControl.label}
        </OpenLink>
      )}
      {readOnly === null && openControlId(nav, { round }) !== null && (
        <OpenLink className="button" to={`${base}/new-matching`}>
          New matching
        </OpenLink>
      )}
      {matching && (
        <a className="button" href={fileThen(`${base}/matching.xlsx`)} download>
          Download matching
        </a>
      )}
      <a className="button" href={fileThen(`${base}/report.pdf`)} download>
        NAV report
      </a>
      <PackLink kind="nav" id={nav.id} />
      <PrintLink to={`${base}?${whole}`} />
      {openError !== null && (
        <Link className="button" to={openError}>
          Open NAV error
        </Link>
      )}
      {readOnly !== null && <p className="muted">{readOnly}</p>}
    </div>
  )
}

/**
 * A link to a page that is printed as soon as it has loaded; without scripts it opens that page. From there the way
 * back leads to the page with the link.
 */
function PrintLink({ to }: { to: string }) {
  const { key, state } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: pressed again it prints again
  useEffect(() => {
    if (!(state as Opened | null)?.prints) return
    // A page that is loaded again is not printed again.
    window.history.replaceState({ ...window.history.state, usr: { ...state, prints: false } }, '')
    window.print()
  }, [key])
  return (
    <Link to={to} className="button" state={{ ...state, prints: true }} replace preventScrollReset>
      Print
    </Link>
  )
}

type ClassRow = Figures['classes'][number]

interface NavHeadlineProps {
  nav: NavFacts
  /** Null before a control has run. */
  figures: Figures | null
  /** The current control. */
  control: (ResultCounts & { definition: string; round: number }) | null
  progress: WorkflowProgress
  now: LocalTime
  /** Of its fund's calendar, by whose business days it is late. */
  holidays: readonly Day[]
  /** It was submitted: its prebalance date is met or past. */
  isPrepared: boolean
  isClosed: boolean
}

interface Deadline {
  day: Day | null
  time: TimeOfDay | null
  /** Null where it no longer matters. */
  now: LocalTime | null
  holidays: readonly Day[]
}

/** A date and how far it is. */
function dueFact(term: string, { day, time, now, holidays }: Deadline) {
  const due = now && dueIn(day, time, now, holidays)
  return { term, value: showDeadline(day, time) || '–', note: due && <DueIn due={due} /> }
}

const percent = (value: string | null) => (value === null ? '–' : `${showFixed(value, 4)} %`)

const signed = (value: string | null) => (value === null || value.startsWith('-') ? '' : '+') + percent(value)

/** A NAV's headline: its net assets, its rules, its dates, and how far it has come. */
export function NavHeadline({ nav, figures, control, progress, ...props }: NavHeadlineProps) {
  const { now, holidays, isPrepared, isClosed } = props
  return (
    <Headline
      facts={[
        ...(figures?.tna
          ? [
              {
                term: 'Total net assets',
                value: `${showAmount(figures.tna)} ${nav.fundCurrency}`,
                note:
                  figures.tnaMovement === null
                    ? 'No previous NAV'
                    : `${signed(figures.tnaMovement)} since ${showNavDate(figures.previousDate)}`,
              },
            ]
          : []),
        {
          term: 'Rules',
          value: control ? summaryOf(control) : 'No control yet',
          note: control && `${control.definition}, round ${control.round}`,
        },
        dueFact('Prebalance by', {
          day: nav.maxPrebalanceDate,
          time: nav.maxPrebalanceTime,
          now: isPrepared ? null : now,
          holidays,
        }),
        dueFact('Sending by', {
          day: nav.maxSendingDate,
          time: nav.maxSendingTime,
          now: isClosed ? null : now,
          holidays,
        }),
      ]}
    >
      <ProgressSteps progress={progress} />
    </Headline>
  )
}

/** "NAV per share" of each class, now and before. */
export function NavClasses({ classes }: { classes: Figures['classes'] }) {
  return (
    <Fold title="NAV per share" id="nav-per-share" result={<ClassesInShort classes={classes} />}>
      <Grid
        title="NAV per share"
        panel
        columns={CLASSES}
        rows={classes}
        total={classes.length}
        rowKey={({ code }) => code}
      />
    </Fold>
  )
}

/** "3 classes, +0.0314 % to +0.0443 %" */
function ClassesInShort({ classes }: { classes: Figures['classes'] }) {
  const moves = classes.flatMap(({ movement }) => movement ?? []).sort((a, b) => Number(a) - Number(b))
  const [least, most] = [signed(moves[0] ?? null), signed(moves.at(-1) ?? null)]
  return (
    <>
      {counted(classes.length, 'class', 'classes')}
      {moves.length > 0 && (
        <>
          , <b>{least}</b>
        </>
      )}
      {most !== least && (
        <>
          {' '}
          to <b>{most}</b>
        </>
      )}
    </>
  )
}

const number = (
  id: string,
  header: string,
  size: number,
  cell: (row: ClassRow) => ReturnType<GridColumn<ClassRow>['cell']>,
  title?: string,
): GridColumn<ClassRow> => ({
  id,
  header,
  size,
  meta: { kind: 'number', title },
  cell: ({ row }) => cell(row.original),
})

const CLASSES: GridColumn<ClassRow>[] = [
  {
    id: 'class',
    header: 'Class',
    meta: { kind: 'text', cellTitle: ({ name }) => name },
    cell: ({ row: { original } }) =>
      original.name === original.code ? original.code : `${original.code} ${original.name}`,
  },
  {
    id: 'currency',
    header: 'Ccy',
    size: 56,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.currency,
  },
  number('perShare', 'NAV per share', 130, ({ perShare }) => showNavValue(perShare)),
  number('before', 'Previous NAV', 120, ({ before }) => (before === null ? '–' : showNavValue(before))),
  number(
    'movement',
    'Movement',
    105,
    ({ movement }) => percent(movement),
    'Of the NAV per share, with what was distributed',
  ),
  number('subscribed', 'Subscribed', 110, ({ subscribed }) => showExact(subscribed), 'In shares'),
  number('redeemed', 'Redeemed', 110, ({ redeemed }) => showExact(redeemed), 'In shares'),
]
