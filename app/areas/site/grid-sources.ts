import { accrualExports } from '~/areas/accruals/grid-sources'
import { auditExports } from '~/areas/audit/grid-sources'
import { authorisationMatrixExports } from '~/areas/authorisation-matrix/grid-sources'
import { bankAccountExports } from '~/areas/bank-accounts/grid-sources'
import { budgetExports } from '~/areas/budgets/grid-sources'
import { draftExports } from '~/areas/drafts/grid-sources'
import { invoiceExports } from '~/areas/invoices/grid-sources'
import { kpiExports } from '~/areas/kpi/grid-sources'
import { lookupExports } from '~/areas/lookups/grid-sources'
import { navErrorExports } from '~/areas/nav-errors/grid-sources'
import { navExports, sourceExports } from '~/areas/navs/grid-sources'
import { oversightExports } from '~/areas/oversight/grid-sources'
import { paymentExports } from '~/areas/payments/grid-sources'
import { prepaidExports } from '~/areas/prepaid/grid-sources'
import { priceExports } from '~/areas/prices/grid-sources'
import { processExports } from '~/areas/processes/grid-sources'
import { productionExports } from '~/areas/production/grid-sources'
import { replayExports } from '~/areas/replay/grid-sources'
import { substituteExports } from '~/areas/substitutes/grid-sources'
import { userExports } from '~/areas/users/grid-sources'
import { workExports } from '~/areas/work/grid-sources'
import { workflowExports } from '~/areas/workflows/grid-sources'
import { addressFinder } from '~/http/address'
import { approvalExports } from '~/platform/approvals/routes/waiting-changes'
import type { ExportTable } from '~/platform/grids/export-file'

/** The files of all lists, each from its area. */
export const EXPORTS: readonly ExportTable[] = [
  workExports,
  navExports,
  sourceExports,
  productionExports,
  kpiExports,
  accrualExports,
  priceExports,
  replayExports,
  draftExports,
  prepaidExports,
  invoiceExports,
  navErrorExports,
  oversightExports,
  paymentExports,
  budgetExports,
  processExports,
  bankAccountExports,
  authorisationMatrixExports,
  substituteExports,
  userExports,
  auditExports,
  approvalExports,
  workflowExports,
  lookupExports,
]

/** The list file at an address, with the parameters of the address. */
export const exportAt = addressFinder(EXPORTS.flatMap((table) => Object.entries(table)))
