import { idempotencyKey } from 'db/schema/workflow'
import { like } from 'drizzle-orm'
import type { BudgetFields } from '~/areas/budgets/budget'
import { saveBudget } from '~/areas/budgets/save-budget.server'
import { budgetWorkflow } from '~/areas/budgets/workflow.server'
import { takeStep } from '~/platform/objects/take-step.server'
import type { Database, Transaction } from '../../../database'
import { demoContext, playOnce } from '../demo-work'
import { instantOf, stepNamed } from '../expenses/play-expenses'
import {
  AUDITOR,
  type Cast,
  CUSTODIAN,
  castOf,
  DOMICILE,
  INDEX_HOUSE,
  LAWYER,
  MANAGEMENT,
  type Moment,
  NORDLYS,
  PARTNER,
  PRICES,
} from '../expenses/story'
import { SITTING_KEYS } from '../story/sitting'

/** The terms of a budget; with names instead of ids, and missing fields count all. */
interface Terms
  extends Pick<
    BudgetFields,
    'from_date' | 'to_date' | 'currency' | 'amount_type' | 'treshold' | 'budget' | 'client_validation'
  > {
  supplier: string
  settling: string
  routineType: string
  expenseType?: string
}

/** A user's action on a budget. */
type BudgetDeed =
  | { at: Moment; who: string; change: Partial<Terms> }
  | { at: Moment; who: string; step: string; comment?: string }

interface BudgetStory {
  /** Identifies it among the stories, including those of drafts. */
  key: string
  created: { at: Moment; who: string }
  terms: Terms
  deeds: BudgetDeed[]
}

/** Sent by the user who entered it, and approved by a team leader. */
function agreed(sent: Moment, who: string, approved: Moment, by: string): BudgetDeed[] {
  return [
    { at: sent, who, step: 'submit' },
    { at: approved, who: by, step: 'approve' },
  ]
}

const YEAR = { from_date: '2026-01-01', to_date: '2026-12-31' }
const SECOND_HALF = { from_date: '2026-07-01', to_date: '2026-12-31' }
const NO_PROOF = { client_validation: false }
const WITH_PROOF = { client_validation: true }

/** Budgets that drafts are compared with. */
const BUDGETS_IN_FORCE: BudgetStory[] = [
  {
    // Below its threshold: the sample e-invoice takes it above.
    key: 'domiciliation of Quercus',
    created: { at: '2026-07-16T08:00', who: 'finance1' },
    terms: {
      supplier: DOMICILE.name,
      settling: PARTNER.name,
      routineType: 'Quarterly',
      expenseType: 'Domiciliation fee',
      ...YEAR,
      ...NO_PROOF,
      currency: 'EUR',
      amount_type: 'gross',
      treshold: '80',
      budget: '5000.00',
    },
    deeds: agreed('2026-07-16T08:06', 'finance1', '2026-07-17T07:40', 'teamleader1'),
  },
  {
    // Exceeded by the third quarter, with a team leader's permission.
    key: 'depositary of Helvetica Bridge',
    created: { at: '2026-07-16T08:20', who: 'finance1' },
    terms: {
      supplier: CUSTODIAN.name,
      settling: MANAGEMENT.name,
      routineType: 'Quarterly',
      expenseType: 'Depositary fee',
      ...SECOND_HALF,
      ...WITH_PROOF,
      currency: 'EUR',
      amount_type: 'gross',
      treshold: '80',
      budget: '50000.00',
    },
    deeds: agreed('2026-07-16T08:31', 'finance1', '2026-07-17T07:44', 'teamleader1'),
  },
  {
    // At its threshold, in a different currency from the invoice.
    key: 'index licences of Quercus',
    created: { at: '2026-07-20T12:10', who: 'finance2' },
    terms: {
      supplier: INDEX_HOUSE.name,
      settling: PARTNER.name,
      routineType: 'Yearly',
      expenseType: 'Index licence',
      ...YEAR,
      ...WITH_PROOF,
      currency: 'EUR',
      amount_type: 'net',
      treshold: '90',
      budget: '16000.00',
    },
    deeds: agreed('2026-07-20T12:15', 'finance2', '2026-07-21T08:02', 'teamleader2'),
  },
  {
    // Warns about the draft to check; one more exceeds it.
    key: 'market data of Nordlys',
    created: { at: '2026-09-28T09:00', who: 'accountant1' },
    terms: {
      supplier: PRICES.name,
      settling: NORDLYS.name,
      routineType: 'Monthly',
      expenseType: 'Market data',
      from_date: '2026-10-01',
      to_date: '2026-12-31',
      ...NO_PROOF,
      currency: 'SEK',
      amount_type: 'gross',
      treshold: '80',
      budget: '39000.00',
    },
    deeds: agreed('2026-09-28T09:04', 'accountant1', '2026-09-29T08:15', 'teamleader1'),
  },
  {
    // For all expense types, in four currencies.
    key: 'custody of Arvensis',
    created: { at: '2026-07-21T07:30', who: 'finance2' },
    terms: {
      supplier: CUSTODIAN.name,
      settling: 'Arvensis SICAV',
      routineType: 'Monthly',
      ...SECOND_HALF,
      ...NO_PROOF,
      currency: 'EUR',
      amount_type: 'net',
      treshold: '80',
      budget: '1500000.00',
    },
    deeds: agreed('2026-07-21T07:36', 'finance2', '2026-07-21T12:05', 'teamleader2'),
  },
  {
    // More taxes than expected: nothing remains.
    key: 'taxes on domiciliation of Arvensis',
    created: { at: '2026-07-21T07:50', who: 'finance2' },
    terms: {
      supplier: DOMICILE.name,
      settling: 'Arvensis SICAV',
      routineType: 'Monthly',
      ...SECOND_HALF,
      ...NO_PROOF,
      currency: 'GBP',
      amount_type: 'taxes',
      treshold: '70',
      budget: '80000.00',
    },
    deeds: agreed('2026-07-21T07:55', 'finance2', '2026-07-21T12:07', 'teamleader2'),
  },
  {
    // Being amended: the approved amount applies until the new one is approved.
    key: 'audit of Helvetica Bridge',
    created: { at: '2026-07-16T09:00', who: 'finance1' },
    terms: {
      supplier: AUDITOR.name,
      settling: MANAGEMENT.name,
      routineType: 'Half-yearly',
      ...SECOND_HALF,
      ...WITH_PROOF,
      currency: 'EUR',
      amount_type: 'gross',
      treshold: '75',
      budget: '30000.00',
    },
    deeds: [
      ...agreed('2026-07-16T09:05', 'finance1', '2026-07-17T07:50', 'teamleader1'),
      { at: '2026-10-30T10:20', who: 'accountant1', step: 'amend', comment: 'Brumalis Fonds SICAV joins' },
      { at: '2026-10-30T10:24', who: 'accountant1', change: { budget: '38000.00' } },
    ],
  },
]

const NEXT_YEAR = { from_date: '2027-01-01', to_date: '2027-12-31' }

/** Budgets that apply to no draft: not approved yet, or cancelled. */
const OTHER_BUDGETS: BudgetStory[] = [
  {
    key: 'domiciliation of Quercus, next year',
    created: { at: '2026-10-30T14:00', who: 'finance2' },
    terms: {
      supplier: DOMICILE.name,
      settling: PARTNER.name,
      routineType: 'Quarterly',
      expenseType: 'Domiciliation fee',
      ...NEXT_YEAR,
      client_validation: false,
      currency: 'EUR',
      amount_type: 'gross',
      treshold: '80',
      budget: '5200.00',
    },
    deeds: [],
  },
  {
    key: 'audit of Arvensis, next year',
    created: { at: '2026-11-02T08:50', who: 'accountant1' },
    terms: {
      supplier: AUDITOR.name,
      settling: 'Arvensis SICAV',
      routineType: 'Yearly',
      expenseType: 'Audit fee',
      ...NEXT_YEAR,
      client_validation: true,
      currency: 'EUR',
      amount_type: 'net',
      treshold: '85',
      budget: '42000.00',
    },
    deeds: [{ at: '2026-11-02T08:55', who: 'accountant1', step: 'submit', comment: 'Offer of 27 October' }],
  },
  {
    key: 'legal advice to Helvetica Bridge',
    created: { at: '2026-10-20T12:00', who: 'finance2' },
    terms: {
      supplier: LAWYER.name,
      settling: MANAGEMENT.name,
      routineType: 'One-off',
      expenseType: 'Legal fee',
      from_date: '2026-07-01',
      to_date: '2026-12-31',
      client_validation: true,
      currency: 'EUR',
      amount_type: 'gross',
      treshold: '75',
      budget: '4500.00',
    },
    deeds: [
      { at: '2026-10-20T12:04', who: 'finance2', step: 'submit' },
      {
        at: '2026-10-21T07:35',
        who: 'teamleader2',
        step: 'return',
        comment:
          'The review of the prospectus alone is 5,159.70. Please ask for what we expect until December.',
      },
    ],
  },
  {
    key: 'legal advice to Quercus',
    created: { at: '2026-09-01T08:30', who: 'finance1' },
    terms: {
      supplier: LAWYER.name,
      settling: PARTNER.name,
      routineType: 'One-off',
      from_date: '2026-09-01',
      to_date: '2026-12-31',
      client_validation: false,
      currency: 'EUR',
      amount_type: 'net',
      treshold: '80',
      budget: '9000.00',
    },
    deeds: [
      ...agreed('2026-09-01T08:33', 'finance1', '2026-09-02T09:10', 'teamleader2'),
      {
        at: '2026-10-15T08:20',
        who: 'teamleader1',
        step: 'cancel',
        comment: 'The share transfer was called off.',
      },
    ],
  },
]

/** The planned expenses of the demo's companies: one story for each possible place of a budget. */
export const BUDGET_STORIES: readonly BudgetStory[] = [...BUDGETS_IN_FORCE, ...OTHER_BUDGETS]

/**
 * Plays the stories of the demo's budgets through the product's own functions, as of their dates. Each deed is stored
 * under its key, so that a stored deed is skipped. Returns the budgets by their keys.
 */
export async function playBudgets({
  database,
}: {
  database: Pick<Database, 'read' | 'transaction'>
}): Promise<ReadonlyMap<string, number>> {
  const { key } = idempotencyKey
  const rows = await database.read
    .select({ key })
    .from(idempotencyKey)
    .where(like(key, `${SITTING_KEYS}budgets/%`))
  const done = new Set(rows.map((row) => row.key))
  const cast = await castOf(database, new Map())
  const ids = new Map<string, number>()
  for (const story of BUDGET_STORIES) ids.set(story.key, await playStory(database, story, cast, done))
  return ids
}

async function playStory(
  { transaction }: Pick<Database, 'transaction'>,
  { key: name, created, terms, deeds }: BudgetStory,
  cast: Cast,
  done: ReadonlySet<string>,
): Promise<number> {
  const start = `${SITTING_KEYS}budgets/${name}`
  const made = { budgetId: null, revision: null, fields: fieldsOf(terms, cast) }
  const { budgetId } = await transaction((tx) =>
    saveBudget(demoContext(tx, cast.actor(created.who), instantOf(created.at), start), made),
  )
  for (const [at, deed] of deeds.entries()) {
    const key = `${start}/${at}`
    const by = { userId: cast.actor(deed.who).id, now: instantOf(deed.at) }
    if (!done.has(key))
      await playOnce({ transaction }, { key, ...by }, (tx) => playDeed(tx, deed, budgetId, cast))
  }
  return budgetId
}

async function playDeed(tx: Transaction, deed: BudgetDeed, budgetId: number, cast: Cast): Promise<void> {
  const actor = cast.actor(deed.who)
  const now = instantOf(deed.at)
  // There are no other users whose changes could be missed.
  const alone = { budgetId, revision: null, seenEventId: null }
  if ('change' in deed)
    await saveBudget(demoContext(tx, actor, now), {
      ...alone,
      fields: fieldsOf(deed.change, cast),
    })
  else {
    const stepId = await stepNamed(tx, budgetId, deed.step)
    await takeStep(demoContext(tx, actor, now), budgetWorkflow, budgetId, stepId, {
      ...alone,
      comment: deed.comment ?? '',
    })
  }
}

function fieldsOf(
  { supplier, settling, routineType, expenseType, ...others }: Partial<Terms>,
  cast: Cast,
): Partial<BudgetFields> {
  const id = (name: string | undefined, find: (name: string) => number, field: keyof BudgetFields) =>
    name === undefined ? {} : { [field]: find(name) }
  return {
    ...others,
    ...id(supplier, cast.entity, 'supplier_id'),
    ...id(settling, cast.entity, 'settling_legal_entity_id'),
    ...id(routineType, cast.routine, 'routine_type_id'),
    ...id(expenseType, cast.expense, 'expense_type_id'),
  }
}
