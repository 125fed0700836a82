import { z } from 'zod'
import type { UserWriteContext } from '~/areas/access/user-context'
import { entityName } from '~/areas/reference-data/entities.server'
import { anId } from '~/http/calls/answers'
import type { Call, EndpointTable } from '~/http/calls/call-types'
import { kindsOf, pastQuery, rowsAnswer } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import { idOf, idValue, numberValue } from '~/http/calls/values'
import { type Guarded, guard } from '~/http/guard'
import { createRow, DELETE_TITLE, deleteRow, updateRow } from '~/platform/tables/change-rows.server'
import type { EditableTable } from '~/platform/tables/editable-table.server'
import {
  type CalledRow,
  calledRow,
  carriedFields,
  keyCalled,
  rowAnswer,
  rowShape,
  type SentRow,
} from '~/platform/tables/routes/row-calls'
import { callColumns } from '~/platform/tables/table-columns'
import { DomainError } from '~/platform/values/domain-error'
import { fieldsOf } from '~/ui/grid/columns'
import { bankAccountsTable } from './bank-accounts-table.server'
import { entityOfAccount } from './request-account.server'

/** For no entity: its columns and keys are those of every entity's accounts. */
const ANY = bankAccountsTable(0)

/** Bank account of the specification, section 3, with who approved it and the changes that wait. */
export const anAccount = rowShape(ANY, { entityId: anId })

const aGivenId = z.union([z.string(), z.number(), z.null()]).optional()

/** A bank account as a call sends it; the call may send back the whole row. */
export const aSentAccount = z.looseObject({
  ...carriedFields,
  entityId: z
    .unknown()
    .optional()
    .describe('The id of a legal entity; not needed with the id of an account.'),
  id: aGivenId.catch('').describe('The account to change; none for a new one.'),
  iso3Currency: z.unknown().optional().describe('ISO 4217; a currency of the site.'),
  bic: z
    .unknown()
    .optional()
    .describe('ISO 9362, 8 or 11 letters and digits; accounts that SEPA reaches need none.'),
  iban: z
    .unknown()
    .optional()
    .describe('ISO 13616, with or without blanks; the account number where the country has no IBANs.'),
  clearing: z
    .unknown()
    .optional()
    .describe('Without IBAN: the clearing system and the bank’s number in it, such as USABA 021000021.'),
  anyCurrency: z.unknown().optional().describe('It takes payments in any currency, not only in its own.'),
  chargeBearer: z
    .unknown()
    .optional()
    .describe('Who pays the charges outside SEPA: DEBT, CRED or SHAR; null: shared.'),
})

/**
 * A bank account as a call sends it, and the accounts of its entity: that of `entityId`, else that of the account whose
 * id is given. A key is '' for a new one.
 * @throws DomainError invalid without an entity, not-found for an unknown entity or account
 */
export async function calledAccount(
  guarded: Guarded,
  request: Request,
  body: SentRow,
): Promise<CalledRow & { table: EditableTable }> {
  const called = calledRow(request, ANY, body)
  const { entityId: given, id, ...posted } = called.posted
  const key = called.key !== '' ? called.key : isNothing(id) ? '' : String(id)
  const entityId = isNothing(given) ? await entityWith(guarded, key) : idFrom(given)
  await entityName(guarded.read, entityId)
  return { ...called, key, posted, table: bankAccountsTable(entityId) }
}

const isNothing = (value: unknown) => value === undefined || value === null || value === ''

async function entityWith({ read }: Guarded, key: string): Promise<number> {
  const found = /^[1-9]\d{0,8}$/.test(key) ? await entityOfAccount(read, Number(key)) : null
  if (found !== null) return found
  if (key === '') throw wrong('Give "entityId", the id of the legal entity that owns the account.')
  throw new DomainError(
    'not-found',
    `There is no bank account ${key.slice(0, 20)}. It was deleted, or the id is wrong.`,
  )
}

function idFrom(given: unknown): number {
  const id = numberValue.safeParse(given)
  if (id.success) return id.data
  throw wrong('Give "entityId", the id of a legal entity.')
}

const wrong = (message: string) =>
  new DomainError('invalid', message, { fields: { entityId: 'Give the id of a legal entity.' } })

const columnsOf = ({ columns }: EditableTable) => [
  ...fieldsOf({ id: 'number', entityId: 'number' }),
  ...callColumns(columns),
]

const remove: Call = {
  may: ['bankaccounts', 'delete'],
  summary: 'Requests the deletion of the account in the address; a team leader decides.',
  path: { key: idValue.describe('The id of a bank account.') },
  title: DELETE_TITLE,
  answers: { 200: anAccount, 202: anAccount },
  async answer(guarded, { params }) {
    const key = String(idOf(params.key, 'bank account'))
    const table = bankAccountsTable(await entityWith(guarded, key))
    const what = { key, seen: null }
    return rowAnswer(table, await guarded.transaction((context) => deleteRow(context, table, what)))
  },
}

export const bankAccountsCalls: EndpointTable = {
  about: 'bank-accounts',
  calls: {
    /**
     * GET entity/bankaccount/{entityId}: the accounts of an entity in force, with who made their latest change and the
     * changes that wait.
     */
    'entity/bankaccount/:entity': {
      GET: {
        may: ['bankaccounts'],
        query: pastQuery,
        summary: 'The active bank accounts of a legal entity, with who approved them and what is pending.',
        path: { entity: idValue.describe('The id of a legal entity.') },
        list: kindsOf(columnsOf(ANY)),
        answers: { 200: z.array(anAccount) },
        async answer(guarded, args) {
          const entityId = idOf(args.params.entity, 'legal entity')
          await entityName(guarded.read, entityId)
          const table = bankAccountsTable(entityId)
          return rowsAnswer(args, await table.load(guarded), columnsOf(table))
        },
      },
    },
    /**
     * POST bankaccount: the row plus entityId requests a new account; with `id`, a change of that one. `seen` is the
     * row as it was loaded: the call is refused with 409 when another user changed it since. Returns 202 with a note:
     * the change takes effect when a team leader approves it.
     */
    bankaccount: {
      POST: {
        may: ['bankaccounts', 'add', 'update'],
        summary:
          'Requests a new account of a legal entity, or with an id a change of that account; a team leader decides.',
        answers: { 200: anAccount, 201: anAccount, 202: anAccount },
        ...takes(aSentAccount, async (guarded, args, body) => {
          const { table, key, posted, seen, comment } = await calledAccount(guarded, args.request, body)
          await guard(args, 'bankaccounts', key === '' ? 'add' : 'update')
          return guarded.transaction(async (context) =>
            key === ''
              ? rowAnswer(table, await createRow(context, table, posted, comment), 201)
              : rowAnswer(table, await updateRow(context, table, { key, posted, seen }, comment)),
          )
        }),
      },
    },
    'bankaccount/delete': {
      POST: {
        may: ['bankaccounts', 'delete'],
        summary: 'Requests the deletion of the account with this id; a team leader decides.',
        title: DELETE_TITLE,
        answers: { 200: anAccount, 202: anAccount },
        ...takes(
          aSentAccount,
          async (guarded, args, body) => {
            const called = await calledAccount(guarded, args.request, body)
            const { table, seen, comment } = called
            const key = keyCalled(called, table)
            const request = (context: UserWriteContext) => deleteRow(context, table, { key, seen }, comment)
            return rowAnswer(table, await guarded.transaction(request))
          },
          { bare: 'id' },
        ),
      },
    },
    /**
     * GET bankaccount/delete/{key} as the specification has it for every grid, and DELETE: requests the deletion;
     * returns 202 with the row as it is and a note.
     */
    'bankaccount/delete/:key': { GET: { ...remove, changes: true }, DELETE: remove },
  },
}
