import type { Read, Transaction } from 'db/database'
import { shareClass } from 'db/schema/lookups'
import { navLine } from 'db/schema/nav-figures'
import { navBridge, navBridgeContributor, navBridgeDriver, ruleResult } from 'db/schema/navs'
import { and, asc, desc, eq } from 'drizzle-orm'
import { Big, type Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { basisPoints, driverLabel, perShareOf } from '../rules/bridge'
import type { Bridge, BridgeContributor, BridgeDriver, BridgeLine } from '../rules/contract'
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

/** The bridge of a control that should have one. @throws DomainError not-found, with what is missing */
export async function foundBridge(read: Read, controlId: number): Promise<StoredBridge> {
  const bridge = await bridgeOfControl(read, controlId)
  if (bridge) return bridge
  const why = await whyNot(read, controlId)
  throw new DomainError('not-found', `Control ${controlId} has no NAV bridge. ${why}`)
}

/** The bridge as the call returns it. @throws DomainError not-found */
export async function bridgeShape(read: Read, controlId: number) {
  await controlById(read, controlId)
  const bridge = await foundBridge(read, controlId)
  const { previousControlId, previousTna, tna, drivers, contributors, residual, residualBp } = bridge
  return {
    controlId,
    previousControlId,
    previousTna,
    tna,
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

/** A row of the bridge as it is drawn. */
export interface BridgeRow {
  /** Of the driver, from 1; null for totals and the residual. */
  position: number | null
  label: string
  total: boolean
  amount: Decimal
  bp: Decimal | null
  /** Per share of each class, in its currency. */
  perShare: (Decimal | null)[]
}

export interface DrawnBridge {
  controlId: number
  rows: BridgeRow[]
  /** Codes of the classes that had a NAV per share before, the reference class first. */
  classes: string[]
  leftOut: string[]
}

export type ShownBridge = { missing: string } | DrawnBridge

/** The bridge as the panel draws it, or what it lacks; the lines of its drivers are not read. */
export async function bridgeRows(read: Read, controlId: number): Promise<ShownBridge> {
  const { driver, type, amount, bp, position } = navBridgeDriver
  const [[sums], drivers] = await Promise.all([
    read.select().from(navBridge).where(eq(navBridge.controlId, controlId)),
    read
      .select({ driver, type, amount, bp })
      .from(navBridgeDriver)
      .where(eq(navBridgeDriver.controlId, controlId))
      .orderBy(asc(position)),
  ])
  if (!sums) return { missing: await whyNot(read, controlId) }
  const leftOut = sums.leftOut as string[]
  return drawnBridge(read, { ...sums, leftOut, drivers: drivers as Sums['drivers'] })
}

type Sums = Omit<StoredBridge, 'drivers' | 'contributors'> & {
  drivers: readonly Pick<BridgeDriver, 'driver' | 'type' | 'amount' | 'bp'>[]
}

/** The rows of a bridge, with its amounts per share. */
export async function drawnBridge(read: Read, bridge: Sums): Promise<DrawnBridge> {
  const shares = await read
    .select({ code: navLine.code, value: navLine.value })
    .from(navLine)
    .innerJoin(shareClass, eq(shareClass.code, navLine.code))
    .where(and(eq(navLine.controlId, bridge.previousControlId), eq(navLine.type, 'NAV PER SHARE')))
    .orderBy(desc(shareClass.reference), asc(shareClass.code))
  const row = (label: string, amount: Decimal, bp: Decimal | null, position: number | null = null) => ({
    position,
    label,
    amount,
    bp,
    total: false,
    perShare: shares.map(({ value }) => perShareOf(amount, bridge.previousTna, value)),
  })
  return {
    controlId: bridge.controlId,
    classes: shares.map(({ code }) => code),
    leftOut: bridge.leftOut,
    rows: [
      { ...row('Previous FUND TNA', bridge.previousTna, null), total: true },
      ...bridge.drivers.map((each, at) => row(driverLabel(each), each.amount, each.bp, at + 1)),
      row('Residual', bridge.residual, bridge.residualBp),
      { ...row('FUND TNA', bridge.tna, null), total: true },
    ],
  }
}

export interface ShownDriver {
  label: string
  driver: Omit<BridgeDriver, 'parts'> & { parts: (BridgeLine & { bp: Decimal | null })[] }
  contributors: BridgeContributor[]
}

/** One driver with its lines. @throws DomainError not-found */
export async function driverLines(read: Read, controlId: number, position: number): Promise<ShownDriver> {
  const bridge = await bridgeOfControl(read, controlId)
  const driver = bridge?.drivers[position - 1]
  if (!bridge || !driver)
    throw new DomainError('not-found', 'The NAV bridge of this control has no such bar.')
  const tna = new Big(bridge.previousTna)
  const parts = driver.parts.map((part) => ({ ...part, bp: basisPoints(new Big(part.amount), tna) }))
  return { label: driverLabel(driver), driver: { ...driver, parts }, contributors: bridge.contributors }
}
