import type { Read, Transaction } from 'db/database'
import { fundNav, navControl, ruleResult } from 'db/schema/navs'
import { and, desc, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { DomainError } from '~/platform/values/domain-error'
import { controlById } from './controls-of.server'
import { overrideRule, resultsReadOnly } from './override-rule.server'
import { type RuleResultRow, ruleResultsOf } from './rule-results.server'

/** Comments that are offered again, and how far back they are looked for. */
const [OFFERED, LOOKED_AT] = [3, 400]

/** A warning that is not OK, with what was said of the same rule in earlier controls of the fund, newest first. */
export interface ToExplain extends RuleResultRow {
  saidBefore: string[]
}

/** The warnings of a control that are not OK, explained or not; and why the actor may not explain them, or null. */
export async function rulesToExplain(read: Read, actor: Actor, controlId: number) {
  const control = await controlById(read, controlId)
  const warnings = (await ruleResultsOf(read, controlId)).filter(isWarning)
  const [before, readOnly] = await Promise.all([
    commentsBefore(read, control, warnings),
    resultsReadOnly(read, actor, control),
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
        isNotNull(ruleResult.who),
        ne(ruleResult.comment, ''),
      ),
    )
    .orderBy(desc(ruleResult.when))
    .limit(LOOKED_AT)
  const said = new Map<string, string[]>()
  for (const { ruleId, comment } of rows) {
    const of = said.get(ruleId) ?? []
    if (of.length < OFFERED && !of.includes(comment)) said.set(ruleId, [...of, comment])
  }
  return said
}

/**
 * Explains warnings of a control, each with an event of its own; they stay not OK.
 * @param comments by the id of the rule result
 * @returns how many have changed
 * @throws DomainError invalid when nothing is said of any of them, and as for a single result
 */
export async function explainRules(
  tx: Transaction,
  actor: Actor,
  { controlId, comments }: { controlId: number; comments: ReadonlyMap<number, string> },
  now: Date,
): Promise<number> {
  const open = (await ruleResultsOf(tx, controlId)).filter(
    (rule) => isWarning(rule) && (comments.get(rule.id) ?? '') !== (rule.explained ? rule.comment : ''),
  )
  if (open.length === 0) {
    const [first] = comments.keys()
    throw new DomainError('invalid', 'Enter why at least one of the rules stays not OK.', {
      title: 'Nothing explained',
      fields: first === undefined ? {} : { [`comment-${first}`]: 'Enter why the rule stays not OK' },
    })
  }
  for (const { id } of open)
    await overrideRule(tx, actor, { ruleResultId: id, result: 'NOK', comment: comments.get(id) ?? '' }, now)
  return open.length
}
