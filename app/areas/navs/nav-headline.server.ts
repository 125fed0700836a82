import type { Read } from 'db/database'
import { shareClass } from 'db/schema/lookups'
import { navLine } from 'db/schema/nav-figures'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Decimal } from '~/platform/values/decimal'
import { type ClassFigures, classFigures, movement } from './class-figures'
import type { NavFacts } from './nav'

/** What a NAV is decided by: the figures of its current control, beside those that it was compared with. */
export interface NavHeadline {
  tna: Decimal | null
  tnaBefore: Decimal | null
  /** In percent. */
  tnaMovement: Decimal | null
  classes: (ClassFigures & { name: string })[]
}

const SHOWN = [
  ...['FUND TNA', 'NAV PER SHARE', 'DISTRIBUTION PER SHARE'],
  ...['SUBSCRIPTIONS', 'REDEMPTIONS', 'SHARES', 'CLASS TNA'],
]

/** @param control the current one; null before there is any */
export async function navHeadline(
  read: Read,
  { fundId, fundCode }: Pick<NavFacts, 'fundId' | 'fundCode'>,
  control: { id: number; previousControlId: number | null } | null,
): Promise<NavHeadline | null> {
  if (control === null) return null
  const { controlId, type, code, currency, value, row } = navLine
  const both = [control.id, ...(control.previousControlId === null ? [] : [control.previousControlId])]
  const [lines, names] = await Promise.all([
    read
      .select({ controlId, type, code, currency, value })
      .from(navLine)
      .where(and(inArray(controlId, both), inArray(type, SHOWN)))
      .orderBy(asc(row)),
    read
      .select({ code: shareClass.code, name: shareClass.name })
      .from(shareClass)
      .where(eq(shareClass.fundId, fundId)),
  ])
  const now = lines.filter((line) => line.controlId === control.id)
  const before = lines.filter((line) => line.controlId !== control.id)
  const tnaOf = (all: typeof lines) =>
    all.find((line) => line.type === 'FUND TNA' && line.code === fundCode)?.value ?? null
  const [tna, tnaBefore] = [tnaOf(now), tnaOf(before)]
  const nameOf = new Map(names.map((each) => [each.code, each.name]))
  return {
    ...{ tna, tnaBefore },
    tnaMovement: tna === null ? null : movement(tna, tnaBefore, null),
    classes: classFigures(now, before).map((figures) => ({
      ...figures,
      name: nameOf.get(figures.code) ?? figures.code,
    })),
  }
}
