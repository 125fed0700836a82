import { z } from 'zod'
import { sameSearch } from '~/http/address'
import { formNumber } from '~/http/form'
import type { Guarded, RouteArgs } from '~/http/guard'
import { formsAnswer, type PageForms, pageForm, redirectWithStatus } from '~/http/page-answer'
import {
  approvePendingChange,
  refusePendingChange,
  withdrawPendingChange,
} from '../pending-change-decide.server'

/** A page that lists changes that wait, at this path. */
export interface DecisionPage {
  guarded: Guarded
  args: RouteArgs
  path: string
}

const Change = z.object({ id: formNumber() })

const approve = pageForm({
  fields: Change,
  async answer(page: DecisionPage, { id }) {
    const { actor, transaction, services } = page.guarded
    const [now, { timeZone }] = [services.clock(), services.settings]
    const what = await transaction((tx) => approvePendingChange(tx, id, actor, now, timeZone))
    return backToList(page, `Approved: ${what}`)
  },
})

const WHY = 'Enter a reason: it is shown to the person who requested the change.'

const refuse = pageForm({
  fields: Change.extend({
    comment: z.string(WHY).trim().min(1, WHY).max(1000, 'Shorten the reason to 1000 characters.'),
  }),
  async answer(page: DecisionPage, { id, comment }) {
    const { actor, transaction, services } = page.guarded
    const what = await transaction((tx) => refusePendingChange(tx, id, actor, services.clock(), comment))
    return backToList(page, `Refused: ${what}`)
  },
})

const withdraw = pageForm({
  fields: Change,
  async answer(page: DecisionPage, { id }) {
    const { actor, transaction, services } = page.guarded
    const what = await transaction((tx) => withdrawPendingChange(tx, id, actor, services.clock()))
    return backToList(page, `Withdrawn: ${what}`)
  },
})

const backToList = ({ guarded, args, path }: DecisionPage, done: string) =>
  redirectWithStatus(guarded, `${path}${sameSearch(args.request)}`, done)

/** The decisions on a change that waits, for a page that may have other forms beside them. */
export const DECISION_FORMS: PageForms<DecisionPage> = { approve, refuse, withdraw }

/** Approves, refuses or withdraws the change that was posted, and goes back to the list at this path. */
export function decideChange(guarded: Guarded, args: RouteArgs, path: string) {
  return formsAnswer(args, DECISION_FORMS, { guarded, args, path })
}
