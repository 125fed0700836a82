import type { Read } from 'db/database'
import { fund, shareClass } from 'db/schema/lookups'
import { navLine } from 'db/schema/nav-figures'
import { fundNav, navControl } from 'db/schema/navs'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { groupedBy } from '~/platform/values/grouped'
import { showAmount, showFixed, showNavValue } from '~/platform/values/show'
import { type ClassFigures, classFigures, type FigureLine, movement } from './class-figures'
import type { NavFacts } from './nav'

/** The figures that a NAV is judged by: those of its current control, next to those it was compared with. */
export interface NavHeadline {
  tna: Decimal | null
  /** NAV date of the control that it was compared with; null without one. */
  previousDate: Day | null
  /** In percent. */
  tnaMovement: Decimal | null
  classes: (ClassFigures & { name: string })[]
}

const SHOWN = [
  'FUND TNA',
  'NAV PER SHARE',
  'DISTRIBUTION PER SHARE',
  'SUBSCRIPTIONS',
  'REDEMPTIONS',
  'SHARES',
  'CLASS TNA',
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
  const [lines, names, [previous]] = await Promise.all([
    read
      .select({ controlId, type, code, currency, value })
      .from(navLine)
      .where(and(inArray(controlId, both), inArray(type, SHOWN)))
      .orderBy(asc(row)),
    read
      .select({ code: shareClass.code, name: shareClass.name })
      .from(shareClass)
      .where(eq(shareClass.fundId, fundId)),
    control.previousControlId === null
      ? []
      : read
          .select({ navDate: fundNav.navDate })
          .from(navControl)
          .innerJoin(fundNav, eq(fundNav.id, navControl.fundNavId))
          .where(eq(navControl.id, control.previousControlId)),
  ])
  const now = lines.filter((line) => line.controlId === control.id)
  const before = lines.filter((line) => line.controlId !== control.id)
  const tnaOf = (all: typeof lines) =>
    all.find((line) => line.type === 'FUND TNA' && line.code === fundCode)?.value ?? null
  const [tna, tnaBefore] = [tnaOf(now), tnaOf(before)]
  const nameOf = new Map(names.map((each) => [each.code, each.name]))
  return {
    tna,
    previousDate: previous?.navDate ?? null,
    tnaMovement: tna === null ? null : movement(tna, tnaBefore, null),
    classes: classFigures(now, before).map((figures) => ({
      ...figures,
      name: nameOf.get(figures.code) ?? figures.code,
    })),
  }
}

/**
 * The figures of the current controls of NAVs in a line each: "TNA 12,345,678.90 EUR (+0.42 %), NAV per share
 * +0.40 % to +0.43 %".
 */
export async function navFiguresOf(read: Read, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const found: unknown = await read.execute(sql`
    select nav.id, line.control_id = nav.current_control_id as is_now, nav_fund.code as fund, line.type, line.code,
      line.currency, line.value::text as value
    from ${fundNav} nav
      join ${fund} nav_fund on nav_fund.id = nav.fund_id
      join ${navControl} control on control.id = nav.current_control_id
      join ${navLine} line on line.control_id in (control.id, control.previous_control_id)
    where ${inArray(sql`nav.id`, [...ids])}
      and line.type in ('FUND TNA', 'NAV PER SHARE', 'DISTRIBUTION PER SHARE')
    order by nav.id, line.row`)
  const lines = groupedBy(found as StoredFigure[], ({ id }) => Number(id))
  return new Map([...lines].map(([id, own]) => [id, figuresInWords(own)]))
}

type StoredFigure = FigureLine & { id: string | number; is_now: boolean; fund: string }

function figuresInWords(lines: readonly StoredFigure[]): string {
  const [now, before] = [lines.filter((line) => line.is_now), lines.filter((line) => !line.is_now)]
  const tnaOf = (all: readonly StoredFigure[]) =>
    all.find(({ type, code, fund }) => type === 'FUND TNA' && code === fund)
  const tna = tnaOf(now)
  const classes = classFigures(now, before)
  const [first] = classes
  const moves = classes
    .flatMap((each) => each.movement ?? [])
    .sort((a, b) => Number(a) - Number(b))
    .map(signed)
  const range = [...new Set([moves[0], moves.at(-1)])].filter(Boolean).join(' to ')
  const value = classes.length === 1 && first ? ` ${showNavValue(first.perShare)} ${first.currency}` : ''
  return [
    tna &&
      `TNA ${showAmount(tna.value)} ${tna.currency}${inBrackets(movement(tna.value, tnaOf(before)?.value ?? null, null))}`,
    classes.length > 0 && `NAV per share${value}${value && range ? ` (${range})` : range && ` ${range}`}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const signed = (percent: Decimal) => `${Number(percent) > 0 ? '+' : ''}${showFixed(percent, 2)} %`
const inBrackets = (percent: Decimal | null) => (percent === null ? '' : ` (${signed(percent)})`)
