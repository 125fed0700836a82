import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { navErrorDealFile, navErrorDirectPayer, navErrorHolder } from 'db/schema/nav-errors'
import { asc, eq } from 'drizzle-orm'
import { stepTaker } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { fullName } from '~/areas/access/users.server'
import { nextStepsOf } from '~/platform/objects/take-step.server'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { workflowProgress } from '~/platform/workflow/workflow-progress'
import { type CaseResult, figuresOfCase } from './case-figures.server'
import { paymentsOf } from './case-payments.server'
import { correctionRows } from './corrected-navs.server'
import { kindDealsOf } from './kind-deals.server'
import { ENDED, OPENED } from './nav-error'
import { paidFlows } from './payments'
import { caseById } from './read-case.server'
import { navErrorWorkflow } from './workflow.server'

/** A case as its page and its call show it. @throws DomainError not-found */
export async function caseView(context: UserContext, id: number) {
  const { read, actor } = context
  const found = await caseById(read, id)
  const instance = await instanceById(read, id)
  const [figures, history, steps, marks, files, holders, direct, corrections, payments, kindDeals] =
    await Promise.all([
      figuresOfCase(context, found, instance.status === OPENED.status),
      historyOf(read, id),
      stepsOfInstance(read, instance),
      navErrorWorkflow.marks(context, instance),
      dealFilesOf(read, id),
      read.select().from(navErrorHolder).where(eq(navErrorHolder.navErrorId, id)),
      read.select().from(navErrorDirectPayer).where(eq(navErrorDirectPayer.navErrorId, id)),
      correctionRows(read, id),
      paymentsOf(read, id),
      kindDealsOf(read, id),
    ])
  return {
    found,
    instance,
    ...figures,
    isEnded: ENDED.includes(instance.status),
    files,
    holders,
    direct,
    corrections,
    payments,
    kindDeals,
    paidFlows: paidFlows(flowsOfResult(figures.result), payments),
    history,
    steps: nextStepsOf(steps, stepTaker(actor), instance, marks),
    progress: workflowProgress(instance, steps, history),
  }
}

/** Every flow of a case: of its classes, and of its lines by hand. */
const flowsOfResult = ({ classes, lines }: CaseResult) =>
  [...classes, ...lines].flatMap(({ flows, currency }) => flows.map((flow) => ({ ...flow, currency })))

async function dealFilesOf(read: Read, navErrorId: number) {
  const { id, name, leftOut, uploadedAt, withdrawnAt, withdrawnWhy } = navErrorDealFile
  return read
    .select({ id, name, leftOut, uploadedAt, withdrawnAt, withdrawnWhy, uploadedBy: fullName })
    .from(navErrorDealFile)
    .innerJoin(appUser, eq(appUser.id, navErrorDealFile.uploadedBy))
    .where(eq(navErrorDealFile.navErrorId, navErrorId))
    .orderBy(asc(id))
}

export type CaseView = Awaited<ReturnType<typeof caseView>>
