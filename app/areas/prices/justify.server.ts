import { sql } from 'drizzle-orm'
import { type Actor, isAllowed, stepTaker } from '~/areas/access/actor'
import type { UserContext, UserWork, UserWriteContext } from '~/areas/access/user-context'
import { workOnPart } from '~/areas/access/user-work.server'
import { overrideRule } from '~/areas/navs/control/override-rule.server'
import { closedControlReason, readOnlyReason } from '~/areas/navs/nav'
import { DomainError } from '~/platform/values/domain-error'
import { showNavDate } from '~/platform/values/show'
import { storedAnswer, withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { lockInstance } from '~/platform/workflow/instance.server'
import type { JustifiableResult, Subject } from './prices'

interface StoredResult {
  rule_result_id: string
  control_id: string
  nav_id: string
  fund_code: string
  result: string
  comment: string
  breach_count: string
  /** JSON. */
  subjects: string
  codes: string
  control_round: string
  round: string
  queue: string
  status: string
}

/**
 * The results of the rule on the current controls of the NAV date that name the subject, by fund, and why those that a
 * justification cannot change stay as they are.
 * @param only one result, to look at it again
 */
export async function resultsOf(
  { read, actor }: UserContext,
  { rule, navDate, code }: Subject,
  only?: number,
): Promise<JustifiableResult[]> {
  const codes =
    rule === 'N13'
      ? sql`array[${code}::text]`
      : sql`array(select distinct line.instrument_code from inventory_line line
          where line.control_id = control.id and line.isin = ${code})`
  const rows: unknown = await read.execute(sql`
    select result.id as rule_result_id, control.id as control_id, nav.id as nav_id, fund.code as fund_code,
      result.result, result.comment, result.breach_count, control.round as control_round, at.round, at.queue, at.status,
      to_json(array(select distinct breach ->> 'subject'
        from jsonb_array_elements(result.evidence -> 'breaches') breach))::text as subjects,
      to_json(${codes})::text as codes
    from fund_nav nav
      join fund on fund.id = nav.fund_id
      join workflow_instance at on at.object_id = nav.id
      join nav_control control on control.id = nav.current_control_id
      join rule_result result on result.control_id = control.id and result.rule_id = ${rule}
    where nav.nav_date = ${navDate} and result.breach_count > 0
      ${only === undefined ? sql`` : sql`and result.id = ${only}`}
    order by fund.code`)
  return (rows as StoredResult[]).flatMap((row) => {
    const [subjects, codes] = [row.subjects, row.codes].map((json) => JSON.parse(json) as string[])
    if (!subjects?.some((each) => codes?.includes(each))) return []
    return {
      rule_result_id: Number(row.rule_result_id),
      nav_id: Number(row.nav_id),
      control_id: Number(row.control_id),
      fund_code: row.fund_code,
      result: row.result,
      comment: row.comment,
      why_not: whyNot(
        row,
        subjects.filter((each) => !codes?.includes(each)),
        actor,
      ),
    }
  })
}

/** The most breaches that a result keeps by name. */
const MAX_NAMED = 50

function whyNot(row: StoredResult, others: readonly string[], actor: Actor): string | null {
  if (row.result === 'OK - justified') return 'It is justified already.'
  if (row.result !== 'NOK') return 'It is OK already.'
  if (others.length > 0 || Number(row.breach_count) > MAX_NAMED) return otherBreaches(others)
  const { status, queue } = row
  const control = { id: Number(row.control_id), round: Number(row.control_round) }
  return (
    readOnlyReason({ status, queue }, stepTaker(actor), isAllowed(actor, 'navctrl', 'update')) ??
    closedControlReason(control, { currentControlId: control.id }, { round: Number(row.round) })
  )
}

function otherBreaches(others: readonly string[]): string {
  const named = others.slice(0, 3).join(', ')
  const more = others.length > 3 ? ` and ${others.length - 3} more` : ''
  return others.length === 0
    ? 'It has other breaches. Open the result and justify all of them together.'
    : `It has other breaches too: ${named}${more}. Open the result and justify all of them together.`
}

/** What happened to one result. */
export interface Justified extends JustifiableResult {
  justified: boolean
}

export interface Justification extends Subject {
  comment: string
  /** The results that were shown and chosen; null for all that name the subject. */
  only: readonly number[] | null
}

export const TITLE = 'Prices and rates'

/**
 * Turns every result whose only breaches are the subject into "OK - justified", each once, in its own transaction with
 * its own event; for the others it returns the reason why they stay.
 * @throws DomainError invalid without a comment, not-found when no result names the subject
 */
export async function justify(
  user: UserWork,
  { comment, only, ...subject }: Justification,
): Promise<Justified[]> {
  if (comment.trim() === '')
    throw new DomainError('invalid', 'Enter why this is OK: the comment is mandatory.', {
      title: TITLE,
      fields: { comment: 'The comment is mandatory when not OK becomes OK.' },
    })
  const found = await resultsOf(user, subject)
  const selected = found.filter((each) => only === null || only.includes(each.rule_result_id))
  if (selected.length === 0) throw nothingToJustify(subject)
  const answers: Justified[] = []
  for (const each of selected) {
    const action = `justify ${each.rule_result_id}`
    const one = workOnPart(user, each.rule_result_id)
    const done = await storedAnswer<Justified>(one, action)
    if (done) answers.push(done)
    else if (each.why_not !== null) answers.push({ ...each, justified: false })
    else
      answers.push(
        await one
          .transaction((context) =>
            withIdempotencyKey(context, action, () => justifyOne(context, { subject, each, comment })),
          )
          .catch((error: unknown) => {
            if (!(error instanceof DomainError)) throw error
            return { ...each, why_not: error.message, justified: false }
          }),
      )
  }
  return answers
}

/** The result as it is once its NAV is locked: it may have changed since the list was read. */
async function justifyOne(
  context: UserWriteContext,
  { subject, each, comment }: { subject: Subject; each: JustifiableResult; comment: string },
): Promise<Justified> {
  const { tx } = context
  await lockInstance(tx, each.nav_id)
  const [current] = await resultsOf(context, subject, each.rule_result_id)
  if (!current)
    throw new DomainError('conflict', 'A newer control has run: its results count. This one is read-only.')
  if (current.why_not !== null) throw new DomainError('refused', current.why_not)
  const change = { ruleResultId: each.rule_result_id, result: 'OK' as const, comment }
  const { result } = await overrideRule(context, change)
  return { ...current, result, comment: comment.trim(), justified: true }
}

function nothingToJustify({ rule, navDate, code }: Subject): DomainError {
  return new DomainError(
    'not-found',
    `No current control of ${showNavDate(navDate)} has a breach of ${rule} for ${code}. Reload the page.`,
    { title: TITLE },
  )
}
