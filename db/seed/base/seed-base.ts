import { appUser, authorisation, uxFunction } from 'db/schema/access'
import { accountPrefix, isaeCheck, kpiComment, kpiMethod, mapping, reason } from 'db/schema/lookups'
import { ruleTolerance } from 'db/schema/navs'
import { workflowDefinition, workflowStep } from 'db/schema/workflow'
import { and, eq, sql } from 'drizzle-orm'
import type { FunctionId } from '~/areas/access/actor'
import { defaultToleranceRows } from '~/areas/navs/rules/tolerances'
import type { Transaction } from '../../database'
import { seedErrorDeadlines } from './error-deadlines'
import {
  BANK_ENTRY_STEPS,
  BUDGET_STEPS,
  DRAFT_STEPS,
  DRAFT_STEPS_WITH_BUDGETS,
  INVOICE_STEPS,
  INVOICE_STEPS_WITH_HOLDS,
  INVOICE_STEPS_WITH_RETURNS,
  PAYMENT_RUN_STEPS,
  type StepSeed,
  stepRows,
} from './expense-workflows'
import { ACCOUNT_PLAN, ISAE_CHECKS, KPI_COMMENTS, KPI_METHODS, MAPPINGS, REASONS } from './lookups'
import {
  DEADLINE_STEPS,
  NAV_ERROR_STEPS,
  NAV_STEPS,
  OVERSIGHT_STEPS,
  REVIEWED_TASK_STEPS,
  TASK_STEPS,
} from './workflows'

/** The pages of the product (uxFunction). A page that does not exist yet has no routing, so it is in no menu. */
export const FUNCTIONS = [
  {
    id: 'draftsdashboard',
    name: 'Drafted Expenses',
    domain: 'Drafted Expenses',
    domainType: 'Expenses',
    routing: '/drafts',
    uxSortOrder: 10,
    isDomain: true,
  },
  {
    id: 'transactiondashboard',
    name: 'Invoice Log',
    domain: 'Invoice Log',
    domainType: 'Expenses',
    routing: '/invoices',
    uxSortOrder: 20,
    isDomain: true,
  },
  {
    id: 'budgets',
    name: 'Budgets',
    domain: 'Budgets',
    domainType: 'Expenses',
    routing: '/budgets',
    uxSortOrder: 30,
    isDomain: true,
  },
  {
    id: 'bankaccounts',
    name: 'Bank Accounts',
    domain: 'Bank Accounts',
    domainType: 'Expenses',
    routing: '/bank-accounts',
    uxSortOrder: 40,
    isDomain: true,
  },
  {
    id: 'payments',
    name: 'Payment runs',
    domain: 'Payment runs',
    domainType: 'Expenses',
    routing: '/payments',
    uxSortOrder: 45,
    isDomain: true,
  },
  {
    id: 'bankinbox',
    name: 'Bank inbox',
    domain: 'Bank inbox',
    domainType: 'Expenses',
    routing: '/bank-inbox',
    uxSortOrder: 47,
    isDomain: true,
  },
  {
    id: 'navctrl',
    name: 'NAV Controls',
    domain: 'NAV Controls',
    domainType: 'Fund Accounting',
    routing: '/nav-controls',
    uxSortOrder: 50,
    isDomain: true,
  },
  {
    id: 'production',
    name: 'NAV Production',
    domain: 'NAV Production',
    domainType: 'Fund Accounting',
    routing: '/production',
    uxSortOrder: 60,
    isDomain: true,
  },
  {
    id: 'prices',
    name: 'Prices and rates',
    domain: 'Prices and rates',
    domainType: 'Fund Accounting',
    routing: '/prices',
    uxSortOrder: 65,
    isDomain: true,
  },
  {
    id: 'replay',
    name: 'Replay',
    domain: 'Replay',
    domainType: 'Fund Accounting',
    routing: '/replay',
    uxSortOrder: 67,
    isDomain: true,
  },
  {
    id: 'errors',
    name: 'NAV errors',
    domain: 'NAV errors',
    domainType: 'Fund Accounting',
    routing: '/nav-errors',
    uxSortOrder: 68,
    isDomain: true,
  },
  {
    id: 'oversight',
    name: 'Oversight',
    domain: 'Oversight',
    domainType: 'Fund Accounting',
    routing: '/oversight',
    uxSortOrder: 69,
    isDomain: true,
  },
  {
    id: 'processdashboard',
    name: 'Processes',
    domain: 'Processes',
    domainType: 'Operations',
    routing: '/processes',
    uxSortOrder: 70,
    isDomain: true,
  },
  {
    id: 'evidence',
    name: 'Evidence',
    domain: 'Evidence',
    domainType: 'Operations',
    routing: '/evidence',
    uxSortOrder: 75,
    isDomain: true,
  },
  {
    id: 'administration',
    name: 'Administration',
    domain: 'Administration',
    domainType: 'Settings',
    routing: '/admin',
    uxSortOrder: 80,
    isDomain: true,
  },
]

/**
 * The data that every site needs before any user logs in: pages, workflow, rule tolerances, lookups, the process of NAV
 * errors, and the first administrator, who has no password until one is set. Existing data is not changed.
 */
export async function seedBase(tx: Transaction, now: Date): Promise<void> {
  for (const row of FUNCTIONS)
    await tx.insert(uxFunction).values(row).onConflictDoUpdate({ target: uxFunction.id, set: row })
  await tx.insert(reason).values(REASONS).onConflictDoNothing()
  await tx.insert(kpiMethod).values(KPI_METHODS).onConflictDoNothing()
  await tx.insert(kpiComment).values(KPI_COMMENTS).onConflictDoNothing()
  if ((await tx.$count(mapping)) === 0) await tx.insert(mapping).values(MAPPINGS)
  await tx.insert(isaeCheck).values(ISAE_CHECKS).onConflictDoNothing()
  if ((await tx.$count(accountPrefix)) === 0) await tx.insert(accountPrefix).values(ACCOUNT_PLAN)
  if ((await tx.$count(ruleTolerance)) === 0)
    await tx.insert(ruleTolerance).values(
      defaultToleranceRows().map(({ subject, from, to, ...row }) => ({
        ...row,
        levelValue: subject ?? '',
        validFrom: from,
        validTo: to,
      })),
    )
  await seedWorkflow(tx, 'nav', 'navctrl', [NAV_STEPS])
  await seedWorkflow(tx, 'draft', 'draftsdashboard', [DRAFT_STEPS, DRAFT_STEPS_WITH_BUDGETS])
  await seedWorkflow(tx, 'invoice', 'transactiondashboard', [
    INVOICE_STEPS,
    INVOICE_STEPS_WITH_HOLDS,
    INVOICE_STEPS_WITH_RETURNS,
  ])
  await seedWorkflow(tx, 'budget', 'budgets', [BUDGET_STEPS])
  await seedWorkflow(tx, 'payment run', 'payments', [PAYMENT_RUN_STEPS])
  await seedWorkflow(tx, 'bank entry', 'bankinbox', [BANK_ENTRY_STEPS])
  await seedWorkflow(tx, 'NAV error', 'errors', [NAV_ERROR_STEPS])
  await seedWorkflow(tx, 'oversight report', 'oversight', [OVERSIGHT_STEPS])
  await seedWorkflow(tx, 'task', 'processdashboard', [TASK_STEPS])
  await seedWorkflow(tx, 'reviewed task', 'processdashboard', [REVIEWED_TASK_STEPS])
  await seedWorkflow(tx, 'deadline', 'errors', [DEADLINE_STEPS])
  await seedErrorDeadlines(tx)
  if ((await tx.$count(appUser)) === 0) await seedFirstAdministrator(tx, now)
}

/** The versions of a kind's workflow that are not stored yet; new objects use the last one. */
async function seedWorkflow(
  tx: Transaction,
  kind: string,
  functionId: FunctionId,
  versions: readonly (readonly StepSeed[])[],
): Promise<void> {
  for (const [index, steps] of versions.entries()) {
    const shippedVersion = index + 1
    const ofKind = eq(workflowDefinition.kind, kind)
    const stored = and(ofKind, eq(workflowDefinition.shippedVersion, shippedVersion))
    if ((await tx.$count(workflowDefinition, stored)) > 0) continue
    const [{ newest } = { newest: 0 }] = await tx
      .select({ newest: sql<number>`coalesce(max(${workflowDefinition.version}), 0)` })
      .from(workflowDefinition)
      .where(ofKind)
    const version = newest + 1
    const [definition] = await tx
      .insert(workflowDefinition)
      .values({ kind, version, shippedVersion, validFrom: '2000-01-01' })
      .returning({ id: workflowDefinition.id })
    if (!definition) throw new Error(`Version ${shippedVersion} of the workflow of ${kind} was not stored`)
    await tx.insert(workflowStep).values(stepRows(steps, definition.id, functionId))
  }
}

async function seedFirstAdministrator(tx: Transaction, now: Date): Promise<void> {
  const [admin] = await tx
    .insert(appUser)
    .values({
      userName: 'admin',
      firstName: 'First',
      lastName: 'Administrator',
      role: 'ADMIN',
      createdAt: now,
    })
    .returning({ id: appUser.id })
  if (!admin) throw new Error('The first administrator was not stored')
  await tx.insert(authorisation).values(
    FUNCTIONS.map(({ id }) => {
      const may = id === 'administration'
      // A replay changes nothing: administrators may start them, like team leaders and managers.
      return { userId: admin.id, functionId: id, add: may || id === 'replay', update: may, delete: may }
    }),
  )
}
