import { z } from 'zod'
import { bankAccountsTable } from '~/areas/bank-accounts/bank-accounts-table.server'
import { anId } from '~/http/calls/answers'
import { carriedFields, rowShape } from '~/platform/tables/routes/row-shapes'

/** Bank account of the specification, section 3, with who made it so and what waits. */
export const anAccount = rowShape(bankAccountsTable(0, 'UTC'), { entityId: anId })

const aGivenId = z.union([z.string(), z.number(), z.null()]).optional()

/** A bank account as a call brings it; it may bring back the whole row. */
export const aSentAccount = z.looseObject({
  ...carriedFields,
  entityId: z
    .unknown()
    .optional()
    .describe('The id of a legal entity; not needed with the id of an account.'),
  id: aGivenId.catch('').describe('The account that is meant; none for a new one.'),
  iso3Currency: z.unknown().optional().describe('ISO 4217; a currency of the site.'),
  bic: z.unknown().optional().describe('ISO 9362, 8 or 11 letters and digits.'),
  iban: z.unknown().optional().describe('ISO 13616, with or without blanks.'),
})
