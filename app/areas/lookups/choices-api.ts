import { z } from 'zod'
import { EXPENSE_USERS } from '~/areas/access/actor'
import { invoiceStates } from '~/areas/invoices/statuses.server'
import { activeValidators, currencies, mappingList } from '~/areas/reference-data/choices.server'
import { entityName, type LegalEntityRow, legalEntityList } from '~/areas/reference-data/entities.server'
import { AMOUNT_TYPES, MAPPING_KEYS } from '~/areas/reference-data/reference-data'
import { aBoolean, aDay, aLivingName, aNumber, anId, aText } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { idOf, idValue } from '~/http/calls/values'
import { EVENT_CLASSES, type State } from '~/platform/workflow/types'
import { fieldsOf } from '~/ui/grid/columns'
import { ENTITY_KINDS } from './sheets'

const aDeadDate = aDay.nullable().describe('Last day on which it may be chosen.')

/** How the calls filter and sort legal entities. */
export const ENTITY_COLUMNS = fieldsOf({
  id: 'number',
  name: 'text',
  kind: 'text',
  jurisdiction: 'text',
  vatNumber: 'text',
  deadDate: 'day',
})
export const anEntity = z
  .object({
    id: anId,
    name: aText,
    kind: z.enum(ENTITY_KINDS),
    jurisdiction: aText.nullable(),
    vatNumber: aText.nullable(),
    deadDate: aDeadDate,
  })
  .meta({ id: 'LegalEntity' })

/** Entities of which only the name is used (specification, section 3: supplier or fund legal entity). */
export const NAMED_COLUMNS = fieldsOf({ id: 'number', name: 'text', deadDate: 'day' })
export const aNamedEntity = z
  .object({ id: anId, name: aText, deadDate: aDeadDate })
  .meta({ id: 'NamedLegalEntity' })
export const namedShape = ({ id, name, deadDate }: LegalEntityRow): z.output<typeof aNamedEntity> => ({
  id,
  name,
  deadDate,
})

/** Not-retired ones: name and id. */
export const LIVING_COLUMNS = fieldsOf({ id: 'number', name: 'text' })

const CURRENCY_COLUMNS = fieldsOf({ code: 'text', name: 'text' })

const AMOUNT_TYPE_COLUMNS = fieldsOf({ id: 'text', name: 'text' })

const STATE_COLUMNS = fieldsOf({ eventStatus: 'text', eventQueue: 'text', eventClass: 'text' })
const aState = z.object({ eventStatus: aText, eventQueue: aText, eventClass: z.enum(EVENT_CLASSES) })
const shape = ({ status, queue, class: style }: State): z.output<typeof aState> => ({
  eventStatus: status,
  eventQueue: queue,
  eventClass: style,
})

const MAPPING_COLUMNS = fieldsOf({ id: 'number', code: 'text', display: 'text', sortingOrder: 'number' })

const aMapping = z
  .object({
    id: anId,
    key: z.enum(MAPPING_KEYS),
    code: aText,
    display: aText,
    sortingOrder: aNumber,
  })
  .meta({ id: 'Mapping' })

const VALIDATOR_COLUMNS = fieldsOf({
  id: 'number',
  firstName: 'text',
  lastName: 'text',
  isRetired: 'boolean',
})

const aValidator = z
  .object({ id: anId, firstName: aText, lastName: aText, isRetired: aBoolean })
  .meta({ id: 'ClientValidator' })

export const choicesCalls: EndpointTable = {
  about: 'lookups',
  calls: {
    currencies: {
      GET: {
        may: 'any user',
        summary: 'The currencies of the site by code, for drafts, invoices, budgets and bank accounts.',
        list: kindsOf(CURRENCY_COLUMNS),
        answers: { 200: z.array(z.object({ code: aText.describe('ISO 4217.'), name: aText })) },
        answer: async ({ read }, args) => rowsAnswer(args, await currencies(read), CURRENCY_COLUMNS),
      },
    },
    amounttypes: {
      GET: {
        may: 'any user',
        summary: 'Which amount of an invoice a budget counts.',
        list: kindsOf(AMOUNT_TYPE_COLUMNS),
        answers: { 200: z.array(z.object({ id: z.enum(AMOUNT_TYPES.map(({ id }) => id)), name: aText })) },
        answer: (_, args) => rowsAnswer(args, AMOUNT_TYPES, AMOUNT_TYPE_COLUMNS),
      },
    },
    entities: {
      GET: {
        may: [EXPENSE_USERS],
        summary: 'All legal entities by name: companies, suppliers, supplier funds and funds.',
        list: kindsOf(ENTITY_COLUMNS),
        answers: { 200: z.array(anEntity) },
        answer: async ({ read }, args) => rowsAnswer(args, await legalEntityList(read), ENTITY_COLUMNS),
      },
    },
    'entities/ntr': {
      GET: {
        may: [[...EXPENSE_USERS, 'processdashboard']],
        summary: 'Legal entities that are not retired, by name: name and id.',
        list: kindsOf(LIVING_COLUMNS),
        answers: { 200: z.array(aLivingName) },
        answer: async ({ read, today }, args) => {
          return rowsAnswer(
            args,
            await legalEntityList(read, { aliveOn: today }),
            LIVING_COLUMNS,
            ({ id, name }) => ({ id, name }),
          )
        },
      },
    },
    'lookup/entities': {
      GET: {
        may: [EXPENSE_USERS],
        summary: 'All legal entities by name, for lookups.',
        list: kindsOf(NAMED_COLUMNS),
        answers: { 200: z.array(aNamedEntity) },
        answer: async ({ read }, args) =>
          rowsAnswer(args, await legalEntityList(read), NAMED_COLUMNS, namedShape),
      },
    },
    'drafttransactions/funds': {
      GET: {
        may: [EXPENSE_USERS],
        summary: 'Supplier funds by name; one with a dead date may be chosen up to that day.',
        list: kindsOf(NAMED_COLUMNS),
        answers: { 200: z.array(aNamedEntity) },
        answer: async ({ read }, args) =>
          rowsAnswer(args, await legalEntityList(read, { kind: 'SUPPLIER FUND' }), NAMED_COLUMNS, namedShape),
      },
    },
    'drafttransactions/suppliers': {
      GET: {
        may: [EXPENSE_USERS],
        summary: 'Supplier companies by name; one with a dead date may be chosen up to that day.',
        list: kindsOf(NAMED_COLUMNS),
        answers: { 200: z.array(aNamedEntity) },
        answer: async ({ read }, args) =>
          rowsAnswer(args, await legalEntityList(read, { kind: 'SUPPLIER' }), NAMED_COLUMNS, namedShape),
      },
    },
    'expenseworkflow/nondraft': {
      GET: {
        may: [EXPENSE_USERS],
        summary: 'Every status that invoices can have in their workflow, with its queue and class.',
        list: kindsOf(STATE_COLUMNS),
        answers: { 200: z.array(aState) },
        answer: async (guarded, args) =>
          rowsAnswer(args, (await invoiceStates(guarded)).map(shape), STATE_COLUMNS),
      },
    },
    'mappings/key/:mappingKey': {
      GET: {
        may: [EXPENSE_USERS],
        summary: 'The codes of one list, in their order: fee types, posting filters or fee allocations.',
        path: { mappingKey: z.enum(MAPPING_KEYS) },
        list: kindsOf(MAPPING_COLUMNS),
        answers: { 200: z.array(aMapping) },
        answer: async ({ read }, args) =>
          rowsAnswer(args, await mappingList(read, args.params.mappingKey), MAPPING_COLUMNS),
      },
    },
    'clients/:settlementLegalEntity': {
      GET: {
        may: [EXPENSE_USERS],
        summary: 'The validators of a client by name, without retired ones.',
        path: { settlementLegalEntity: idValue.describe('The id of a legal entity.') },
        list: kindsOf(VALIDATOR_COLUMNS),
        answers: { 200: z.array(aValidator) },
        answer: async ({ read }, args) => {
          const clientId = idOf(args.params.settlementLegalEntity, 'legal entity')
          await entityName(read, clientId)
          return rowsAnswer(args, await activeValidators(read, clientId), VALIDATOR_COLUMNS)
        },
      },
    },
  },
}
