import type { Read, Transaction } from 'db/database'
import { fund } from 'db/schema/lookups'
import { fundNav, navControl } from 'db/schema/navs'
import { detectionFloor } from 'db/schema/replay'
import { asc, eq, sql } from 'drizzle-orm'
import { ENGINE_VERSION, type RuleId } from '~/areas/navs/rules/catalogue'
import type { OnProgress } from '~/platform/jobs/jobs.server'
import type { Day } from '~/platform/values/day'
import { type ReplaySite, type RunOutcome, withRetry } from '../runs.server'
import { lastControls, ofLastControls } from '../stored-controls.server'
import { type DetectedFund, type FirstBreach, isBlindCell, type WithSources } from './detection'
import type { ErrorId } from './errors'
import type { Floor } from './floor'

/** What a run of detection stores: the floors of each fund, or nothing where its figures are not stored. */
export interface DetectionResult {
  funds: { fund: string; controlId: number; floors?: Floor[]; threshold?: string }[]
}

/** Computes the floors of each fund's last control and stores them in place of the older ones. */
export async function detectionWork(
  site: ReplaySite,
  { funds }: { funds: string[] },
  onProgress: OnProgress,
): Promise<RunOutcome> {
  const last = await lastControls(site.database.read, funds)
  let done = 0
  await onProgress(0, last.length)
  const answers = await ofLastControls(site.database.read, last, async ({ control, texts }) => {
    const answer =
      texts && (await withRetry(() => site.replays.run('floors', [texts], `Fund ${control.fund}`)))
    if (answer) {
      const { floors, threshold } = answer.found
      await site.database.transaction((tx) => storeFloors(tx, control, floors, threshold, site.clock()))
    }
    done += 1
    await onProgress(done, last.length)
    return { hash: answer?.hash ?? '', fund: control.fund, controlId: control.id, ...answer?.found }
  })
  const result: DetectionResult = { funds: answers.map(({ hash: _, ...found }) => found) }
  return { result, read: answers.map(({ hash }) => hash) }
}

async function storeFloors(
  tx: Transaction,
  { id: controlId, fundId }: { id: number; fundId: number },
  floors: readonly Floor[],
  threshold: string,
  computedAt: Date,
): Promise<void> {
  await tx.delete(detectionFloor).where(eq(detectionFloor.fundId, fundId))
  await tx.insert(detectionFloor).values(
    floors.map((each) => ({
      ...each,
      fundId,
      controlId,
      engineVersion: ENGINE_VERSION,
      threshold,
      computedAt,
    })),
  )
}

/** The stored floors by fund, of all or of one: those with most blind spots first. */
export async function detectedFunds(read: Read, fundCode?: string): Promise<DetectedFund[]> {
  const rows = await read
    .select({
      fund: fund.code,
      name: fund.name,
      navDate: fundNav.navDate,
      navId: fundNav.id,
      currentControlId: fundNav.currentControlId,
      controlId: detectionFloor.controlId,
      threshold: detectionFloor.threshold,
      computedAt: detectionFloor.computedAt,
      error: detectionFloor.error,
      bp: detectionFloor.bp,
      most: detectionFloor.most,
      rules: detectionFloor.rules,
      closes: detectionFloor.closes,
      seen: detectionFloor.seen,
      sources: detectionFloor.sources,
      currency: fund.currency,
      tna: sql<string>`coalesce((select trim_scale(value)::text from nav_line
        where control_id = ${detectionFloor.controlId} and type = 'FUND TNA' and code = ${fund.code} order by row limit 1), '0')`,
    })
    .from(detectionFloor)
    .innerJoin(fund, eq(fund.id, detectionFloor.fundId))
    .innerJoin(navControl, eq(navControl.id, detectionFloor.controlId))
    .innerJoin(fundNav, eq(fundNav.id, navControl.fundNavId))
    .where(fundCode === undefined ? undefined : eq(fund.code, fundCode))
    .orderBy(asc(fund.code))
  const funds = new Map<string, DetectedFund>()
  for (const { error, bp, most, rules, closes, seen, sources, currentControlId, ...about } of rows) {
    const of = funds.get(about.fund) ?? {
      ...about,
      navDate: about.navDate as Day,
      isCurrent: currentControlId === about.controlId,
      blind: 0,
      cells: [],
    }
    funds.set(about.fund, of)
    const cell = {
      error: error as ErrorId,
      bp,
      most,
      rules: rules as RuleId[],
      closes: closes as string[],
      seen: seen as FirstBreach | null,
      sources: sources as WithSources | null,
    }
    of.cells.push(cell)
    if (isBlindCell(cell, about.threshold)) of.blind += 1
  }
  return [...funds.values()].sort((a, b) => b.blind - a.blind || (a.fund < b.fund ? -1 : 1))
}
