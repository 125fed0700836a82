import type { CostLine, DraftFields } from '~/areas/expenses/expense'
import { Big, type Decimal } from '~/platform/values/decimal'
import { showAmount } from '~/platform/values/show'

/** Gross less taxes, each counted as 0 while it is empty; null while both are. Two decimals. */
export function netOf(gross: Decimal | null, taxes: Decimal | null): Decimal | null {
  return gross === null && taxes === null ? null : new Big(gross ?? 0).minus(taxes ?? 0).toFixed(2)
}

type Amounts = Pick<DraftFields, 'grossAmount' | 'taxes'>

/**
 * What to look at before amounts are taken for right, in a sentence; null where nothing is odd. A credit note is as good
 * as an invoice, so nothing of this is refused.
 */
export function netNotice({ grossAmount, taxes }: Amounts): string | null {
  const net = netOf(grossAmount, taxes)
  if (net === null) return null
  const gross = new Big(grossAmount ?? 0)
  const against = new Big(net).times(gross).lt(0)
  if (against || (gross.eq(0) && new Big(net).lt(0)))
    return `Taxes are larger than gross: net is ${showAmount(net)}. Check both amounts.`
  if (gross.lt(0))
    return `Gross is negative, net is ${showAmount(net)}: a credit note. Check the sign if it is an invoice.`
  return null
}

/** The same of a cost line; one of nothing is odd too, as it becomes an invoice of nothing. */
export function lineNotice(line: Pick<CostLine, 'grossAmount' | 'taxes'>): string | null {
  if (new Big(line.grossAmount).eq(0) && new Big(line.taxes).eq(0))
    return 'The line is 0.00 and would become an invoice of 0.00. Enter its amount, or delete the line.'
  return netNotice(line)
}

/** The fields of a draft as its row keeps them: one supplier, and the net amount that follows. */
export function draftColumns(fields: DraftFields) {
  const {
    invoicedLegalEntity,
    invoicedFundLegalEntity,
    settlementLegalEntity: invoicedEntityId,
    settlingLegalEntity: settlingEntityId,
    expenseType: expenseTypeId,
    routineType: routineTypeId,
    ...same
  } = fields
  return {
    ...same,
    supplierId: fields.isSupplierFund ? invoicedFundLegalEntity : invoicedLegalEntity,
    invoicedEntityId,
    settlingEntityId,
    expenseTypeId,
    routineTypeId,
    netAmount: netOf(fields.grossAmount, fields.taxes),
  }
}
