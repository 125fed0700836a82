import { type FormEvent, Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import type { BudgetCheck } from '~/areas/budgets/budget'
import { capitalised, showAmount, showExact, showMoney } from '~/platform/values/show'
import { Note } from '~/ui/message/message'
import type { RankedNote } from '~/ui/message/note-list'
import { Link } from '~/ui/open-close/close-link'
import { siteFetch } from '~/ui/session/site-fetch'
import type { Duplicate } from './draft'

export interface Checks {
  duplicates: Duplicate[]
  missing: { field: string; label: string }[]
  /** The results of the draft against the budgets in force that count it. */
  budgets: BudgetCheck[]
  /** Budgets that differ from the draft only in routine or expense type, where no budget counts it: sentences. */
  passed: string[]
  /** Unusual values that may be intended: sentences. */
  notices: string[]
}

/** Possible duplicates, the budgets that count it, and unusual values. Repeated on the server with every step. */
export function DraftChecks({ checks }: { checks: Checks }) {
  return (
    <div role="status" className="draft-checks">
      {checkNotes(checks).map(({ key, note }) => (
        <Fragment key={key}>{note}</Fragment>
      ))}
    </div>
  )
}

/** The same, each to be ranked among the other notes of the draft. */
export function checkNotes({ duplicates, budgets, passed, notices }: Checks): RankedNote[] {
  const noted = (key: string, kind: RankedNote['kind'], said: ReactNode): RankedNote => ({
    key,
    kind,
    note: <Note kind={kind}>{said}</Note>,
  })
  const similar = (
    <>
      <strong>This may be a duplicate.</strong>
      <ul>
        {duplicates.map(({ kind, id, why, text }) => (
          <li key={`${kind} ${id} ${why}`}>
            {capitalised(why)}: <Link to={`/${kind}s/${id}`}>{text}</Link>
          </li>
        ))}
      </ul>
    </>
  )
  const limits = (
    <>
      <ul>
        {budgets.flatMap((check) =>
          check.state === 'below' ? [] : <li key={check.budgetId}>{checkText(check)}</li>,
        )}
      </ul>
      <a href={`#${BUDGETS_ID}`}>See the figures</a>
    </>
  )
  const unmatched = (
    <>
      A budget exists but does not match. <a href={`#${BUDGETS_ID}`}>See why</a>
    </>
  )
  return [
    ...(duplicates.length > 0 ? [noted('similar', 'warning', similar)] : []),
    ...(budgets.some(({ state }) => state !== 'below') ? [noted('budgets', kindOf(budgets), limits)] : []),
    ...(passed.length > 0 ? [noted('passed', 'warning', unmatched)] : []),
    ...notices.map((notice) => noted(notice, 'warning', notice)),
  ]
}

/** Id of the section that shows them one by one. */
export const BUDGETS_ID = 'draft-budgets'

const isSettled = ({ state, override }: BudgetCheck) =>
  state === 'below' || (state === 'exceeded' && override?.covers === true)

function kindOf(budgets: BudgetCheck[]): 'info' | 'warning' | 'failed' {
  if (budgets.every(isSettled)) return 'info'
  return budgets.some((check) => check.state === 'exceeded' && !isSettled(check)) ? 'failed' : 'warning'
}

/** A summary: the section that it links to has the details. */
function checkText(check: BudgetCheck): string {
  const { budgetId, state, percent, excess, currency, override, treshold } = check
  const name = `Budget ${budgetId}`
  if (state === 'no rate') return `${name}: an exchange rate is missing, so it cannot be approved.`
  if (state === 'warning')
    return `${name}: ${showAmount(percent)} % used with this draft (warning at ${showExact(treshold)} %).`
  const exceeded = `${name} is exceeded by ${showMoney(excess, currency)} with this draft`
  return override?.covers ? `${exceeded}, which ${override.by} allowed.` : `${exceeded}.`
}

const WAIT_MS = 500

/**
 * The checks shown: those of the stored values, of the typed ones, or, while a typed field cannot be read, the earlier
 * ones.
 */
export type ChecksOf = 'stored' | 'typed' | 'before'

/** The server's findings in the fields as they are typed; until then its findings in the stored ones. */
export function useLiveChecks(draftId: number, stored: Checks) {
  const [live, setLive] = useState<{ of: Checks; checks: Checks; unread: boolean } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const request = useRef<AbortController>()
  const stop = () => {
    clearTimeout(timer.current)
    request.current?.abort()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the form goes
  useEffect(() => stop, [])

  async function runChecks(form: HTMLFormElement) {
    const controller = new AbortController()
    request.current = controller
    const typed = new URLSearchParams()
    for (const [name, value] of new FormData(form))
      if (typeof value === 'string' && value !== '' && !NOT_FIELDS.includes(name)) typed.set(name, value)
    const answer = await siteFetch(`/drafts/${draftId}/checks?${typed}`, {
      signal: controller.signal,
      headers: { Accept: 'application/json' },
    })
    if (!answer?.ok) return
    const checks: Checks | null = await answer.json()
    setLive((before) => {
      const last = before?.of === stored ? before.checks : stored
      return { of: stored, checks: checks ?? last, unread: checks === null }
    })
  }

  function onInput(event: FormEvent<HTMLElement>) {
    const { target } = event
    const form = 'form' in target && target.form instanceof HTMLFormElement ? target.form : null
    if (!form) return
    stop()
    // A missing check does no harm: the server checks again when the form is sent.
    timer.current = setTimeout(() => void runChecks(form).catch(() => undefined), WAIT_MS)
  }
  if (live?.of !== stored) return { checks: stored, shown: 'stored' as ChecksOf, onInput }
  return { checks: live.checks, shown: (live.unread ? 'before' : 'typed') as ChecksOf, onInput }
}

const NOT_FIELDS = ['intent', 'next', 'revision', 'idempotencyKey', 'transactionComment']
