import { navControl, ruleResult } from 'db/schema/navs'
import { asc, eq } from 'drizzle-orm'
import { everything } from 'tests/support/areas/replay/replayed'
import { demoSite } from 'tests/support/demo/demo-site'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { openThreads } from 'tests/support/threads'
import { expect, inject, test } from 'vitest'
import type { RuleOutcome } from '~/areas/navs/rules/contract'
import { evaluateRules } from '~/areas/navs/rules/evaluate'
import { ruleReferenceOfJson } from '~/areas/navs/rules/stored-input'
import { controlDataOf } from '~/areas/navs/workbooks/lines-by-column'
import type { ReplayResult } from '~/areas/replay/replay'
import { ALL_RULES } from '~/areas/replay/replay-control'
import { replayWork } from '~/areas/replay/run-replay.server'
import { controlsToReplay, readControls } from '~/areas/replay/stored-controls.server'

const threads = openThreads()

const database = await opened(testDatabase({ server: await demoSite(inject('postgres')) }))

test('a replay with unchanged tolerances reproduces every stored result of the demo', {
  timeout: 600_000,
}, async () => {
  const site = { database, replays: threads.replays, clock: () => new Date('2026-11-27T08:00:00Z') }
  const { result, read } = await replayWork(site, everything, async () => {})
  const { controls, leftOut, flips, rules, byRule, byFund } = result as ReplayResult
  const [stored] = await database.ownerSql`
    select count(*)::int as controls,
      (select count(*)::int from rule_result where coalesce(evidence ->> 'computedResult', result) = 'NOK') as alerts
    from nav_control`
  expect({ controls, leftOut, flips }).toEqual({ controls: stored?.controls, leftOut: [], flips: [] })
  expect([rules.length, read.length]).toEqual([50, stored?.controls])
  for (const counts of [byRule, byFund]) {
    for (const { before, after } of counts) expect(after).toBe(before)
    expect(counts.reduce((sum, { before }) => sum + before, 0)).toBe(stored?.alerts)
  }
})

test('every result is the same in every figure and word', { timeout: 600_000 }, async () => {
  const { read } = database
  const controls = await controlsToReplay(read, everything)
  let seen = 0
  for await (const chunk of readControls(read, controls, ALL_RULES)) {
    seen += chunk.length
    for (const { control, texts } of chunk) {
      if (!texts) throw new Error(`control ${control.id} has no figures`)
      expect(texts.kept).toBe(true)
      const outcomes = evaluateRules({
        ...ruleReferenceOfJson(texts.reference),
        data: controlDataOf(texts.figures),
        previous: texts.previous && controlDataOf(texts.previous.figures),
      })
      const rows = await read
        .select({ result: ruleResult, controlId: navControl.id })
        .from(ruleResult)
        .innerJoin(navControl, eq(navControl.id, ruleResult.controlId))
        .where(eq(ruleResult.controlId, control.id))
        .orderBy(asc(ruleResult.sortingOrder))
      expect(outcomes.map(shown), `control ${control.id}`).toEqual(
        rows.map(({ result }) => storedShape(result)),
      )
    }
  }
  expect(seen).toBe(controls.length)
})

/** The stored part of an outcome, in its stored form. */
function shown({
  id,
  sortingOrder,
  name,
  severity,
  result,
  impact,
  comment,
  breachCount,
  ...evidence
}: RuleOutcome) {
  return JSON.parse(
    JSON.stringify({
      id,
      sortingOrder,
      name,
      severity,
      breachCount,
      evidence,
      impact: impact === null ? null : Number(impact),
      result,
      comment,
    }),
  )
}

function storedShape(row: typeof ruleResult.$inferSelect) {
  const { computedResult, computedComment, ...evidence } = row.evidence as Record<string, unknown>
  const { ruleId: id, sortingOrder, name, severity, breachCount, impact } = row
  return {
    id,
    sortingOrder,
    name,
    severity,
    breachCount,
    evidence,
    impact: impact === null ? null : Number(impact),
    result: computedResult,
    comment: computedComment,
  }
}
