import type { Read, Transaction } from 'db/database'
import { navBridge, navBridgeContributor, navBridgeDriver, ruleResult } from 'db/schema/navs'
import { and, asc, eq } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import type { Bridge, BridgeDriver } from '../rules/contract'
import { controlById } from './controls-of.server'

/** Stores the NAV bridge that was computed with a control. */
export async function storeBridge(
  tx: Transaction,
  controlId: number,
  previousControlId: number,
  { drivers, contributors, leftOut, ...sums }: Bridge,
): Promise<void> {
  await tx.insert(navBridge).values({ controlId, previousControlId, leftOut, ...sums })
  await tx
    .insert(navBridgeDriver)
    .values(drivers.map((each, at) => ({ controlId, position: at + 1, ...each })))
  if (contributors.length > 0)
    await tx
      .insert(navBridgeContributor)
      .values(contributors.map((each, at) => ({ controlId, position: at + 1, ...each })))
}

/** A stored bridge with the lines of each driver. */
export interface StoredBridge extends Bridge {
  controlId: number
  previousControlId: number
}

/** The NAV bridge of a control; null where it was not applicable, and for controls before there were bridges. */
export async function bridgeOfControl(read: Read, controlId: number): Promise<StoredBridge | null> {
  const [[sums], drivers, contributors] = await Promise.all([
    read.select().from(navBridge).where(eq(navBridge.controlId, controlId)),
    read
      .select()
      .from(navBridgeDriver)
      .where(eq(navBridgeDriver.controlId, controlId))
      .orderBy(asc(navBridgeDriver.position)),
    read
      .select()
      .from(navBridgeContributor)
      .where(eq(navBridgeContributor.controlId, controlId))
      .orderBy(asc(navBridgeContributor.position)),
  ])
  if (!sums) return null
  return {
    ...sums,
    leftOut: sums.leftOut as string[],
    drivers: drivers.map(({ driver, type, amount, bp, parts, partCount }) => ({
      driver: driver as BridgeDriver['driver'],
      type: type as BridgeDriver['type'],
      amount,
      bp,
      parts: parts as BridgeDriver['parts'],
      partCount,
    })),
    contributors: contributors.map(({ code, name, price, fx, bp }) => ({ code, name, price, fx, bp })),
  }
}

/** The bridge as the call tells it. @throws DomainError not-found, with what is missing, where there is none */
export async function bridgeShape(read: Read, controlId: number) {
  await controlById(read, controlId)
  const bridge = await bridgeOfControl(read, controlId)
  if (!bridge)
    throw new DomainError(
      'not-found',
      `Control ${controlId} has no NAV bridge. ${await whyNot(read, controlId)}`,
    )
  const { previousControlId, previousTna, tna, drivers, contributors, residual, residualBp } = bridge
  return {
    ...{ controlId, previousControlId, previousTna, tna },
    drivers: drivers.map(({ driver, type, amount, bp }) => ({ driver, type, amount, bp })),
    contributors,
    residual,
    residualBp,
  }
}

async function whyNot(read: Read, controlId: number): Promise<string> {
  const [rule] = await read
    .select({ result: ruleResult.result, comment: ruleResult.comment })
    .from(ruleResult)
    .where(and(eq(ruleResult.controlId, controlId), eq(ruleResult.ruleId, 'N15')))
  if (!rule) return 'It ran before there were bridges: run a new control of its NAV.'
  return rule.result === 'OK - not applicable' ? rule.comment : 'It cannot be computed.'
}
