import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { navError, navErrorDealFile, navErrorDirectPayer, navErrorHolder } from 'db/schema/nav-errors'
import { fundNav } from 'db/schema/navs'
import { and, asc, eq, gte, isNull, lte, or } from 'drizzle-orm'
import { isAllowed, stepTaker } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { fullName } from '~/areas/access/users.server'
import { tasksOfObject } from '~/areas/processes/made-with-objects.server'
import { nextStepsOf } from '~/platform/objects/take-step.server'
import type { Day } from '~/platform/values/day'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { workflowProgress } from '~/platform/workflow/workflow-progress'
import { documentsToChoose } from './case-documents.server'
import { type CaseResult, figuresOfCase } from './case-figures.server'
import { paymentsOf } from './case-payments.server'
import { correctionRows } from './corrected-navs.server'
import { kindDealsOf } from './kind-deals.server'
import { ENDED, type NavErrorCase, OPENED } from './nav-error'
import { paidFlows } from './payments'
import { classesOfFund } from './published.server'
import { caseById } from './read-case.server'
import { navErrorWorkflow } from './workflow.server'

/** A case as its page and its call show it. @throws DomainError not-found */
export async function caseView(context: UserContext, id: number) {
  const { read, actor } = context
  const found = await caseById(read, id)
  const instance = await instanceById(read, id)
  const [figures, history, steps, marks, files, holders, direct, corrections, payments, kindDeals, more] =
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
      Promise.all([
        documentsToChoose(read, id),
        navsOf(read, found),
        tasksOfObject(read, id),
        classesOfFund(read, found.fundId),
      ]),
    ])
  const [documents, navs, tasks, classes] = more
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
    documents,
    navs,
    tasks,
    /** Of the NAV per share of each class. */
    classDecimals: Object.fromEntries(classes.map(({ code, decimals }) => [code, decimals])),
    mayOpenTasks: isAllowed(actor, 'processdashboard'),
    paidFlows: paidFlows(flowsOfResult(figures.result), payments),
    history,
    steps: nextStepsOf(steps, stepTaker(actor), instance, marks),
    progress: workflowProgress(instance, steps, history),
  }
}

/** Every flow of a case: of its classes, and of its lines by hand. */
const flowsOfResult = ({ classes, lines }: CaseResult) =>
  [...classes, ...lines].flatMap(({ flows, currency }) => flows.map((flow) => ({ ...flow, currency })))

/** The NAVs of a case by date, as its page links to them. */
async function navsOf(read: Read, { id }: Pick<NavErrorCase, 'id'>): Promise<Record<Day, number>> {
  const rows = await read
    .select({ date: fundNav.navDate, id: fundNav.id })
    .from(fundNav)
    .innerJoin(navError, eq(navError.fundId, fundNav.fundId))
    .where(
      and(
        eq(navError.id, id),
        gte(fundNav.navDate, navError.firstDate),
        or(isNull(navError.lastDate), lte(fundNav.navDate, navError.lastDate)),
      ),
    )
  return Object.fromEntries(rows.map((row) => [row.date, row.id]))
}

async function dealFilesOf(read: Read, navErrorId: number) {
  const { id, name, leftOut, formatCode, formatVersion, uploadedAt, withdrawnAt, withdrawnWhy } =
    navErrorDealFile
  const format = { formatCode, formatVersion }
  return read
    .select({ id, name, leftOut, ...format, uploadedAt, withdrawnAt, withdrawnWhy, uploadedBy: fullName })
    .from(navErrorDealFile)
    .innerJoin(appUser, eq(appUser.id, navErrorDealFile.uploadedBy))
    .where(eq(navErrorDealFile.navErrorId, navErrorId))
    .orderBy(asc(id))
}

export type CaseView = Awaited<ReturnType<typeof caseView>>
