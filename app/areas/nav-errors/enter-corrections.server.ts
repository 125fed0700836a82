import { upsert } from 'db/bulk'
import { navErrorCorrection } from 'db/schema/nav-errors'
import { eq } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { Context } from '~/platform/values/context.server'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { requireComment } from '~/platform/values/require-comment'
import { showDay } from '~/platform/values/show'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { changeCase } from './change-case.server'
import { correctedNavs } from './corrected-navs.server'
import type { NavErrorCase } from './nav-error'
import { publishedDates, type SentClass } from './published.server'

/** A class at a date as it was sent, with what is entered for it already. */
export interface FigureToEnter {
  date: Day
  sent: SentClass
  entered: { navPerShare: Decimal; shares: Decimal | null; fxRate: Decimal | null } | null
}

/** The classes and dates of a case for which a corrected NAV may be entered. */
export async function figuresToEnter(
  context: Pick<Context, 'read' | 'timeZone' | 'today'>,
  found: NavErrorCase,
): Promise<FigureToEnter[]> {
  const [dates, stored, corrected] = await Promise.all([
    publishedDates(context, found),
    context.read.select().from(navErrorCorrection).where(eq(navErrorCorrection.navErrorId, found.id)),
    correctedNavs(context.read, found.id),
  ])
  const files = new Map(corrected.map((each) => [each.date, each.classes]))
  return dates.flatMap(({ date, classes }) =>
    classes
      .filter(({ classCode }) => !files.get(date)?.has(classCode))
      .map((sent) => ({
        date,
        sent,
        entered: stored.find((each) => each.date === date && each.classCode === sent.classCode) ?? null,
      })),
  )
}

/** The corrected NAV per share of a class at a date, entered where no corrected files exist. */
interface EnteredFigure {
  date: Day
  classCode: string
  navPerShare: Decimal
  /** Null: as sent. */
  shares: Decimal | null
  fxRate: Decimal | null
}

export interface EnteredCorrections {
  figures: readonly EnteredFigure[]
  books: 'real' | 'case'
  /** Where the figures come from. */
  comment: string
}

const TITLE = 'The corrected figures were not stored'

/**
 * Stores corrected NAVs per share that a person entered; earlier ones of the same date and class are replaced.
 * @throws DomainError invalid, with a line for each fault
 */
export function enterCorrections(
  context: UserWriteContext,
  id: number,
  { figures, books, comment }: EnteredCorrections,
): Promise<void> {
  const { tx, actor, now } = context
  const enter = () =>
    changeCase(context, id, comment, async (found) => {
      const why = requireComment(comment, TITLE)
      await refuseOddFigures(context, found, figures)
      await upsert(
        tx,
        navErrorCorrection,
        [navErrorCorrection.navErrorId, navErrorCorrection.date, navErrorCorrection.classCode],
        figures.map((figure) => ({
          ...figure,
          navErrorId: id,
          books,
          comment: why,
          enteredBy: actor.id,
          enteredAt: now,
        })),
      )
      const shown = figures.map(
        ({ date, classCode, navPerShare }) => `${classCode} ${showDay(date)} ${navPerShare}`,
      )
      return {
        name: 'enter corrections',
        log: `Corrected by hand: ${shown.slice(0, 10).join(', ')}${shown.length > 10 ? ', …' : ''}`,
        data: { figures: canonicalJson(figures), books },
      }
    })
  const action = `corrections of NAV error ${id} ${sha256(canonicalJson({ figures, books }))}`
  return withIdempotencyKey(context, action, enter)
}

async function refuseOddFigures(
  context: UserWriteContext,
  found: NavErrorCase,
  figures: readonly EnteredFigure[],
): Promise<void> {
  if (figures.length === 0)
    throw new DomainError('invalid', 'Enter at least one corrected NAV per share.', {
      title: TITLE,
      fields: { figures: 'Enter a figure' },
    })
  const published = new Map(
    (await publishedDates(context, found)).map(({ date, classes }) => [
      date,
      new Map(classes.map((each) => [each.classCode, each])),
    ]),
  )
  const files = new Map((await correctedNavs(context.tx, found.id)).map((each) => [each.date, each.classes]))
  const seen = new Set<string>()
  const faults = figures.flatMap(({ date, classCode, shares, fxRate }) => {
    const name = `${classCode} of ${showDay(date)}`
    const sent = published.get(date)?.get(classCode)
    if (!sent) return [`${name} was not sent between the first and the last wrong NAV date.`]
    if (files.get(date)?.has(classCode))
      return [`${name}: its corrected files count. Withdraw them first, or leave it blank.`]
    const key = JSON.stringify([date, classCode])
    if (seen.has(key)) return [`${name} is given twice.`]
    seen.add(key)
    return [
      ...((shares ?? sent.shares) === null ? [`${name}: its files give no SHARES. Enter them.`] : []),
      ...((fxRate ?? sent.fxRate) === null ? [`${name}: its files give no FX RATE. Enter it.`] : []),
      ...(fxRate !== null && new Big(fxRate).lte(0) ? [`${name}: its FX RATE must be above 0.`] : []),
      ...(shares !== null && new Big(shares).lt(0) ? [`${name}: its SHARES must not be below 0.`] : []),
    ]
  })
  if (faults.length > 0)
    throw new DomainError('invalid', faults.join(' '), { title: TITLE, list: faults.slice(0, 20) })
}
