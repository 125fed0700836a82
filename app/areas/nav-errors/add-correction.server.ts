import { navErrorControl } from 'db/schema/nav-errors'
import { eq } from 'drizzle-orm'
import type { UserWork, UserWriteContext } from '~/areas/access/user-context'
import type { ControlUpload } from '~/areas/navs/control/control-upload'
import { type ControlWithResults, controlWithResults } from '~/areas/navs/control/rule-results.server'
import type { ControlSite } from '~/areas/navs/control/run-control.server'
import { correctionSet, readCorrection, runCorrection } from '~/areas/navs/control/run-correction.server'
import { uploadDigest } from '~/areas/navs/control/upload-digest'
import { summaryOf } from '~/areas/navs/nav'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { changeCase } from './change-case.server'
import type { CaseFigures } from './figures'
import { judgeCase } from './judge-case.server'
import type { NavErrorCase } from './nav-error'
import { publishedDates } from './published.server'
import { caseById } from './read-case.server'
import { withdrawRow } from './withdraw-row.server'

const TITLE = 'The corrected files were not added'

export interface CorrectionUpload extends Pick<ControlUpload, 'files' | 'format'> {
  books: 'real' | 'case'
  comment: string
}

/**
 * Controls corrected files of a NAV of the case, beside the round that was sent, which stays as it is.
 * @throws DomainError invalid, with all faults of the files; nothing is stored then
 */
export async function addCorrection(
  work: UserWork,
  site: ControlSite,
  id: number,
  { files, format, books, comment }: CorrectionUpload,
): Promise<ControlWithResults> {
  const found = await caseById(work.read, id)
  const upload = { set: correctionSet(found, files.length), files, format, comment, fundNavId: null }
  const read = await readCorrection(work, site, upload)
  const round = await sentRound(work, found, read.nav)
  // With the money that really came, what deals at the NAV before are owed is in the books.
  const figures = books === 'real' ? (await judgeCase(work, found)).figures : null
  const store = await runCorrection(work, site, {
    upload,
    files: read,
    navErrorId: id,
    round,
    paidByError: figures && (({ navDate }) => paidByError(figures, navDate)),
  })
  const action = `correction of NAV error ${id} ${uploadDigest(files, books, ...(format ? [format] : []))}`
  const done = await work.transaction((context) =>
    withIdempotencyKey(context, action, async () => {
      let stored: ControlWithResults | undefined
      await changeCase(context, id, comment, async () => {
        stored = await store(context)
        const { control } = stored
        await context.tx
          .insert(navErrorControl)
          .values({ controlId: control.id, navErrorId: id, date: read.nav.navDate, books })
        return {
          name: 'control corrected files',
          log: `Corrected files of ${showDay(read.nav.navDate)}, control ${control.id}: ${summaryOf(control)}`,
          data: { controlId: control.id, books },
        }
      })
      return { controlId: stored?.control.id ?? 0 }
    }),
  )
  return controlWithResults(work.read, done.controlId)
}

/** The round of a NAV that was sent wrong. @throws DomainError invalid for a NAV that the case has not */
async function sentRound(
  work: UserWork,
  found: NavErrorCase,
  nav: { fundCode: string; fundId: number; navDate: Day },
): Promise<number> {
  if (nav.fundId !== found.fundId)
    throw new DomainError(
      'invalid',
      `These files are of ${nav.fundCode}, not of ${found.fundCode}. Choose the corrected files of ${found.fundCode}.`,
      { title: TITLE },
    )
  const date = (await publishedDates(work, found)).find((each) => each.date === nav.navDate)
  if (date?.round == null)
    throw new DomainError(
      'invalid',
      `The NAV of ${showDay(nav.navDate)} was not sent between the first and the last wrong NAV date. Choose files of another date, or correct the dates of the case.`,
      { title: TITLE },
    )
  return date.round
}

/** What the deals of a date that are compensated brought in too much, in fund currency: it is in the books since. */
function paidByError({ figures, deals }: CaseFigures, date: Day): Decimal {
  const rates = new Map(
    figures.filter((each) => each.date === date).map(({ classCode, fxRate }) => [classCode, fxRate]),
  )
  return deals
    .filter(({ deal, counts }) => counts && deal.date === date)
    .reduce(
      (sum, { deal, amount }) => sum.plus(new Big(amount).times(rates.get(deal.classCode) ?? 1)),
      new Big(0),
    )
    .toFixed()
}

/** Takes corrected files out of a case; they stay stored. @throws DomainError not-found */
export function withdrawCorrection(
  context: UserWriteContext,
  id: number,
  { controlId, comment }: { controlId: number; comment: string },
): Promise<void> {
  const withdraw = () =>
    changeCase(context, id, comment, async () => {
      const { date } = await withdrawRow(context, id, {
        table: navErrorControl,
        row: eq(navErrorControl.controlId, controlId),
        comment,
        title: 'The corrected files were not withdrawn',
        missing: 'There are no such files in this case. Reload the page.',
      })
      return {
        name: 'withdraw corrected files',
        log: `Corrected files of ${showDay(date)} withdrawn: control ${controlId}`,
        data: { controlId },
      }
    })
  return withIdempotencyKey(context, `withdraw correction ${controlId} of NAV error ${id}`, withdraw)
}
