import type { Read } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { expenseType, legalEntity, routineType } from 'db/schema/lookups'
import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { DomainError } from '~/platform/values/domain-error'
import {
  displayOf,
  invoicedEntity,
  personName,
  supplier,
  validatorA,
  validatorB,
} from './invoice-names.server'

const settlingEntity = alias(legalEntity, 'settling_entity')

/** One invoice as it is stored, beside it the names of what it refers to. @throws DomainError 'not-found' */
export async function namedInvoice(read: Read, invoiceId: number) {
  const [found] = await read
    .select({
      invoice,
      supplier: supplier.name,
      supplierJurisdiction: supplier.jurisdiction,
      invoicedEntity: invoicedEntity.name,
      settlingEntity: settlingEntity.name,
      expenseType: expenseType.name,
      category: expenseType.category,
      routineType: routineType.name,
      validatorA: personName(validatorA),
      validatorB: personName(validatorB),
      feesType: displayOf('FEES_TYPE', invoice.feesType),
      allocationRule: displayOf('FEE_ALLOCATION', invoice.allocationRule),
      postingFilter: displayOf('POSTING_FILTER', invoice.postingFilter),
    })
    .from(invoice)
    .innerJoin(supplier, eq(supplier.id, invoice.supplierId))
    .innerJoin(settlingEntity, eq(settlingEntity.id, invoice.settlingEntityId))
    .leftJoin(invoicedEntity, eq(invoicedEntity.id, invoice.invoicedEntityId))
    .innerJoin(expenseType, eq(expenseType.id, invoice.expenseTypeId))
    .leftJoin(routineType, eq(routineType.id, invoice.routineTypeId))
    .leftJoin(validatorA, eq(validatorA.id, invoice.validatingUserA))
    .leftJoin(validatorB, eq(validatorB.id, invoice.validatingUserB))
    .where(eq(invoice.id, invoiceId))
  if (!found)
    throw new DomainError('not-found', `There is no invoice ${invoiceId}. Open it from the Invoice Log.`)
  return found
}
