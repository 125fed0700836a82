import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { accountCalls } from '~/areas/account/api'
import { accrualsCalls } from '~/areas/accruals/api'
import { authorisationMatrixCalls } from '~/areas/authorisation-matrix/api'
import { bankAccountsCalls } from '~/areas/bank-accounts/api'
import { budgetsCalls } from '~/areas/budgets/api'
import { documentsCalls } from '~/areas/documents/api'
import { draftsCalls } from '~/areas/drafts/api'
import { costLineCalls } from '~/areas/drafts/cost-lines/cost-line-api'
import { draftBudgetsCalls, draftInvoicesCalls } from '~/areas/drafts/related-api'
import { evidenceCalls } from '~/areas/evidence/api'
import { invoicesCalls } from '~/areas/invoices/api'
import { kpiCalls } from '~/areas/kpi/api'
import { lookupsCalls } from '~/areas/lookups/api'
import { choicesCalls } from '~/areas/lookups/choices-api'
import { navErrorsCalls } from '~/areas/nav-errors/api'
import { navsCalls } from '~/areas/navs/api'
import { controlCalls } from '~/areas/navs/control/control-api'
import { deltaCalls } from '~/areas/navs/delta/delta-api'
import { explainedCalls } from '~/areas/navs/explained/explained-api'
import { formatsCalls } from '~/areas/navs/formats/formats-api'
import { breakCalls } from '~/areas/navs/matching/breaks-api'
import { sourcesCalls } from '~/areas/navs/sources/sources-api'
import { tolerancesCalls } from '~/areas/navs/tolerances-api'
import { oversightCalls } from '~/areas/oversight/api'
import { paymentsCalls } from '~/areas/payments/api'
import { bankInboxCalls } from '~/areas/payments/bank-inbox-api'
import { bankMonthsCalls } from '~/areas/payments/bank-months-api'
import { prepaidCalls } from '~/areas/prepaid/api'
import { pricesCalls } from '~/areas/prices/api'
import { processesCalls } from '~/areas/processes/api'
import { productionCalls } from '~/areas/production/api'
import { referenceImportCalls } from '~/areas/reference-import/api'
import { replayCalls } from '~/areas/replay/api'
import { substituteCalls } from '~/areas/substitutes/api'
import { workflowsCalls } from '~/areas/workflows/api'
import { workflowStepCalls } from '~/areas/workflows/step-api'
import type { EndpointTable } from '~/http/calls/call-types'
import { layoutsCalls } from '~/platform/layouts/api'
import type { OpenApi } from './api-doc'
import { openApiOf } from './openapi/openapi'

export const referenceCalls: EndpointTable = {
  about: 'document',
  calls: {
    'openapi.json': {
      GET: {
        may: 'any user',
        summary: 'Describes every call: this document.',
        answers: { 200: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }) },
        answer: async (_, { context }) => openApiFor(context),
      },
    },
  },
}

/** The calls of all areas, in the order that the documentation has them. */
export const CALLS: readonly EndpointTable[] = [
  referenceCalls,
  accountCalls,
  substituteCalls,
  productionCalls,
  navsCalls,
  tolerancesCalls,
  controlCalls,
  formatsCalls,
  deltaCalls,
  breakCalls,
  sourcesCalls,
  explainedCalls,
  accrualsCalls,
  pricesCalls,
  replayCalls,
  navErrorsCalls,
  oversightCalls,
  processesCalls,
  kpiCalls,
  documentsCalls,
  invoicesCalls,
  draftInvoicesCalls,
  workflowsCalls,
  workflowStepCalls,
  paymentsCalls,
  bankInboxCalls,
  bankMonthsCalls,
  prepaidCalls,
  budgetsCalls,
  draftBudgetsCalls,
  layoutsCalls,
  bankAccountsCalls,
  choicesCalls,
  lookupsCalls,
  referenceImportCalls,
  draftsCalls,
  costLineCalls,
  authorisationMatrixCalls,
  evidenceCalls,
]

let document: OpenApi | null = null

/** The description of every call; it stays the same as long as the process runs. */
export function openApiFor({ services }: AppLoadContext): OpenApi {
  document ??= openApiOf(CALLS, services.running?.version ?? '')
  return document
}
