import { matrixChangeKind } from '~/areas/authorisation-matrix/entry-change.server'
import { accountChangeKind } from '~/areas/bank-accounts/request-account.server'
import { budgetObject } from '~/areas/budgets/workflow.server'
import { allocationKeyKind } from '~/areas/drafts/cost-lines/allocation-keys.server'
import { checkCreditNote } from '~/areas/drafts/recreate.server'
import { draftObject } from '~/areas/drafts/workflow.server'
import { recoverableVatKind } from '~/areas/expenses/recoverable-vat.server'
import { registerRunsOfInvoices } from '~/areas/invoices/paid-in-runs.server'
import { voidOtherApprovals } from '~/areas/invoices/payment-approvals.server'
import { invoiceObject, registerCancelCheck } from '~/areas/invoices/workflow.server'
import { firstTimeNumber } from '~/areas/kpi/first-time-number.server'
import { settingValues } from '~/areas/nav-errors/settings.server'
import { navErrorObject } from '~/areas/nav-errors/workflow.server'
import { afterSendingNumber, runsOutNumber } from '~/areas/navs/explained/break-numbers.server'
import { formatChangeKind } from '~/areas/navs/formats/propose-format.server'
import { toleranceValues } from '~/areas/navs/tolerances.server'
import { navObject } from '~/areas/navs/workflow.server'
import { oversightObject } from '~/areas/oversight/workflow.server'
import { bankEntryObject } from '~/areas/payments/bank-inbox/explain-entry.server'
import { disputeKind, returnKind } from '~/areas/payments/bank-inbox/second-treasurer.server'
import { cashNumber } from '~/areas/payments/cash-number.server'
import { paymentRunsOfInvoices, runObject } from '~/areas/payments/workflow.server'
import { processObject, taskObject } from '~/areas/processes/workflow.server'
import { cashElsewhereKind } from '~/areas/reference-import/cash-elsewhere-kind.server'
import { runsOfProposals } from '~/areas/replay/propose.server'
import { substituteKind } from '~/areas/substitutes/set-substitute.server'
import { resetKind } from '~/areas/users/reset-access.server'
import { authorisationKind, newUserKind, userKind } from '~/areas/users/user-change-kinds.server'
import { registerWorkNumbers } from '~/areas/work/work-numbers.server'
import { definitionChangeKind } from '~/areas/workflows/request-definition.server'
import { registerChangeKinds } from '~/platform/approvals/pending-change-kinds.server'
import { registerObjectKinds } from '~/platform/objects/object-kinds.server'

/**
 * Registers the areas with the engines, which do not depend on areas themselves. Called before the site or its database
 * is opened.
 */
export function registerAreas(): void {
  registerObjectKinds({
    nav: navObject,
    draft: draftObject,
    invoice: invoiceObject,
    'payment run': runObject,
    'bank entry': bankEntryObject,
    'NAV error': navErrorObject,
    'oversight report': oversightObject,
    budget: budgetObject,
    process: processObject,
    task: taskObject('task'),
    'reviewed task': taskObject('reviewed task'),
    deadline: taskObject('deadline'),
  })
  registerCancelCheck(checkCreditNote)
  registerRunsOfInvoices(paymentRunsOfInvoices)
  registerWorkNumbers([firstTimeNumber, runsOutNumber, afterSendingNumber, cashNumber])
  registerChangeKinds({
    user: userKind,
    'new user': newUserKind,
    authorisation: authorisationKind,
    reset: resetKind,
    substitute: substituteKind,
    'authorisation rule': matrixChangeKind('authorisation rule'),
    signatory: matrixChangeKind('signatory'),
    'bank account': accountChangeKind(voidOtherApprovals),
    'invoice dispute': disputeKind,
    'returned payment': returnKind,
    'NAV error setting': settingValues.kind,
    'rule tolerance': { ...toleranceValues.kind, proposedFrom: runsOfProposals },
    'recoverable VAT': recoverableVatKind,
    'allocation key': allocationKeyKind,
    'workflow definition': definitionChangeKind,
    'file format': formatChangeKind,
    'cash elsewhere': cashElsewhereKind,
  })
}
