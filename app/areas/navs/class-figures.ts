import { Big, type Decimal, plain } from '~/platform/values/decimal'

/** A line of the NAV file. */
export interface FigureLine {
  type: string
  code: string
  currency: string
  value: Decimal
}

/** The figures of one share class in a NAV, as delivered; null where the file has none. */
export interface ClassFigures {
  code: string
  currency: string
  perShare: Decimal
  /** NAV per share of the previous NAV. */
  before: Decimal | null
  /** Of the NAV per share, with what was distributed, in percent (nav controls, section 2). */
  movement: Decimal | null
  /** In shares. */
  subscribed: Decimal
  redeemed: Decimal
  shares: Decimal | null
  tna: Decimal | null
}

/** The figures of each share class that has a NAV per share, in the order of the file. */
export function classFigures(
  lines: readonly FigureLine[],
  previousLines: readonly FigureLine[],
): ClassFigures[] {
  const valueIn = (all: readonly FigureLine[], type: string, code: string) =>
    all.find((line) => line.type === type && line.code === code)?.value ?? null
  const shown = new Map(lines.filter(({ type }) => type === 'NAV PER SHARE').map((line) => [line.code, line]))
  return [...shown.values()].map(({ code, currency, value: perShare }) => {
    const value = (type: string) => valueIn(lines, type, code)
    const before = valueIn(previousLines, 'NAV PER SHARE', code)
    return {
      code,
      currency,
      perShare,
      before,
      movement: movement(perShare, before, value('DISTRIBUTION PER SHARE')),
      subscribed: value('SUBSCRIPTIONS') ?? '0',
      redeemed: value('REDEMPTIONS') ?? '0',
      shares: value('SHARES'),
      tna: value('CLASS TNA'),
    }
  })
}

/** From one figure to another, in percent; null without a figure to compare with. */
export function movement(now: Decimal, before: Decimal | null, distributed: Decimal | null): Decimal | null {
  if (before === null || new Big(before).eq(0)) return null
  return plain(
    new Big(now)
      .plus(distributed ?? '0')
      .div(before)
      .minus(1)
      .times(100),
  )
}
