import { z } from 'zod'
import { EXPENSE_USERS } from '~/areas/access/expense-readers'
import { activeValidators, type ValidatorRow } from '~/areas/reference-data/active-validators.server'
import { entityName } from '~/areas/reference-data/entity-name.server'
import { aBoolean, anId, aText } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { idOf, idValue } from '~/http/calls/values'
import type { RowColumns } from '~/platform/lists/row-match'

const COLUMNS: RowColumns<ValidatorRow> = {
  id: { kind: 'number', value: ({ id }) => String(id) },
  firstName: { kind: 'text', value: ({ firstName }) => firstName },
  lastName: { kind: 'text', value: ({ lastName }) => lastName },
  isRetired: { kind: 'boolean', value: ({ isRetired }) => String(isRetired) },
}

const aValidator = z
  .object({ id: anId, firstName: aText, lastName: aText, isRetired: aBoolean })
  .meta({ id: 'ClientValidator' })

/** GET clients/{settlementLegalEntity}: who validates for the client; whoever is retired is left out. */
export const loader = calls({
  GET: {
    may: [EXPENSE_USERS],
    tells: 'Who validates for a client, by name; whoever is retired is left out.',
    path: { settlementLegalEntity: idValue.describe('The id of a legal entity.') },
    list: kindsOf(COLUMNS),
    answers: { 200: z.array(aValidator) },
    answer: async ({ read }, args) => {
      const clientId = idOf(args.params.settlementLegalEntity, 'legal entity')
      await entityName(read, clientId)
      return rowsAnswer(args, await activeValidators(read, clientId), COLUMNS)
    },
  },
})
export const action = loader
