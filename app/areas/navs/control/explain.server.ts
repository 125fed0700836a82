import type { Read } from 'db/database'
import { fundNav, navControl, ruleResult } from 'db/schema/navs'
import { and, desc, eq, inArray, ne, or } from 'drizzle-orm'
import type { UserContext, UserWriteContext } from '~/areas/access/user-context'
import { DomainError } from '~/platform/values/domain-error'
import { showResult } from '../nav-labels'
import { controlById } from './controls-of.server'
import { lockForResults, overrideRule, resultsReadOnly } from './override-rule.server'
import { type RuleResultRow, ruleResultsOf } from './rule-results.server'

/** The most earlier comments to offer, and how far back they are looked for. */
const [OFFERED, LOOKED_AT] = [3, 400]

/** A warning that is not OK, with the comments on the same rule in earlier controls of the fund, newest first. */
export interface ToExplain extends RuleResultRow {
  saidBefore: string[]
}

/** The warnings of a control that are not OK, explained or not; and why the actor may not explain them, or null. */
export async function rulesToExplain(context: UserContext, controlId: number) {
  const { read } = context
  const control = await controlById(read, controlId)
  const warnings = (await ruleResultsOf(read, controlId)).filter(isWarning)
  const [before, readOnly] = await Promise.all([
    commentsBefore(read, control, warnings),
    resultsReadOnly(context, control),
  ])
  const rules: ToExplain[] = warnings.map((rule) => ({ ...rule, saidBefore: before.get(rule.ruleId) ?? [] }))
  return { fundNavId: control.fundNavId, rules, readOnly }
}

const isWarning = ({ result, severity }: RuleResultRow) => result === 'NOK' && severity === 'W'

/** Rule → the last comments that people gave for it in other controls of the fund. */
async function commentsBefore(
  read: Read,
  { id, fundNavId }: { id: number; fundNavId: number },
  warnings: readonly RuleResultRow[],
): Promise<ReadonlyMap<string, string[]>> {
  if (warnings.length === 0) return new Map()
  const fund = read.select({ id: fundNav.fundId }).from(fundNav).where(eq(fundNav.id, fundNavId))
  const rows = await read
    .select({ ruleId: ruleResult.ruleId, comment: ruleResult.comment })
    .from(ruleResult)
    .innerJoin(navControl, eq(navControl.id, ruleResult.controlId))
    .innerJoin(fundNav, eq(fundNav.id, navControl.fundNavId))
    .where(
      and(
        inArray(fundNav.fundId, fund),
        inArray(
          ruleResult.ruleId,
          warnings.map(({ ruleId }) => ruleId),
        ),
        ne(ruleResult.controlId, id),
        or(eq(ruleResult.explained, true), eq(ruleResult.result, 'OK - justified')),
      ),
    )
    .orderBy(desc(ruleResult.when))
    .limit(LOOKED_AT)
  const comments = new Map<string, string[]>()
  for (const { ruleId, comment } of rows) {
    const of = comments.get(ruleId) ?? []
    if (of.length < OFFERED && !of.includes(comment)) comments.set(ruleId, [...of, comment])
  }
  return comments
}

/** What a form sends of one rule: the comment that it showed, and the one that it holds now. */
export interface Explanation {
  seen: string
  text: string
}

/** Forms send a line break as two characters. */
const plain = (text: string) => text.replace(/\r\n?/g, '\n').trim()

const explanationOf = (rule: RuleResultRow) => (rule.explained ? plain(rule.comment) : '')

/**
 * Explains warnings of a control, each with its own event; they stay not OK. What a form did not change stays as it is
 * now, even if another user changed it.
 * @param comments by the id of the rule result
 * @returns how many have changed
 * @throws DomainError invalid when none of them has a comment; conflict when one was changed after it was shown; and as
 * for a single result
 */
export async function explainRules(
  context: UserWriteContext,
  { controlId, comments }: { controlId: number; comments: ReadonlyMap<number, Explanation> },
): Promise<number> {
  const { tx } = context
  await lockForResults(context, await controlById(tx, controlId))
  const rules = new Map((await ruleResultsOf(tx, controlId)).map((rule) => [rule.id, rule]))
  const changed = [...comments].flatMap(([id, { seen, text }]) => {
    const comment = plain(text)
    const rule = rules.get(id)
    if (comment === plain(seen) || (rule && isWarning(rule) && comment === explanationOf(rule))) return []
    return [{ id, rule, comment, seen: plain(seen) }]
  })
  if (changed.length === 0) {
    const [first] = comments.keys()
    throw new DomainError('invalid', 'Enter why at least one of the rules stays not OK.', {
      title: NOTHING,
      fields: first === undefined ? {} : { [`comment-${first}`]: 'Enter why the rule stays not OK' },
    })
  }
  const clashes = changed.flatMap(({ rule, seen }) =>
    rule && explanationOf(rule) === seen && isWarning(rule) ? [] : clash(rule),
  )
  if (clashes.length > 0) throw new DomainError('conflict', clashes.join(' '), { title: NOTHING })
  for (const { id, comment } of changed)
    await overrideRule(context, { ruleResultId: id, result: 'NOK', comment })
  return changed.length
}

const NOTHING = 'Nothing explained'

/** Why a comment on a rule cannot be stored: the result that it is about has changed. */
function clash(rule: RuleResultRow | undefined): string {
  if (!rule) return 'One of the rules is not of this control. Reload the page and try again.'
  if (!isWarning(rule)) return `${rule.name} is ${showResult(rule.result)} by now, and needs no explanation.`
  if (!rule.explained)
    return `The explanation of ${rule.name} was taken back meanwhile. Save again to give yours.`
  return `${rule.name} was explained meanwhile by ${rule.whoName ?? rule.who}: “${rule.comment}” Save again to replace that.`
}
