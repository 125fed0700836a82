import { z } from 'zod'
import { ENTITY_KINDS } from '~/areas/lookups/sheets'
import type { LegalEntityRow } from '~/areas/reference-data/legal-entity-list.server'
import { aDay, anId, aText } from '~/http/calls/answers'
import type { RowColumn, RowColumns } from '~/platform/lists/row-match'

const id: RowColumn<LegalEntityRow> = { kind: 'number', value: (row) => String(row.id) }
const name: RowColumn<LegalEntityRow> = { kind: 'text', value: (row) => row.name }
const deadDate: RowColumn<LegalEntityRow> = { kind: 'day', value: (row) => row.deadDate }

const aDeadDate = aDay.nullable().describe('Last day on which it may be chosen.')

/** How the calls filter and sort legal entities. */
export const ENTITY_COLUMNS: RowColumns<LegalEntityRow> = {
  id,
  name,
  kind: { kind: 'text', value: ({ kind }) => kind },
  jurisdiction: { kind: 'text', value: ({ jurisdiction }) => jurisdiction },
  vatNumber: { kind: 'text', value: ({ vatNumber }) => vatNumber },
  deadDate,
}
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

/** Those that are only named (specification, section 3: supplier or fund legal entity). */
export const NAMED_COLUMNS: RowColumns<LegalEntityRow> = { id, name, deadDate }
export const aNamedEntity = z
  .object({ id: anId, name: aText, deadDate: aDeadDate })
  .meta({ id: 'NamedLegalEntity' })
export const namedShape = ({ id, name, deadDate }: LegalEntityRow): z.output<typeof aNamedEntity> => ({
  id,
  name,
  deadDate,
})

/** Not-retired ones: name and id. */
export const LIVING_COLUMNS: RowColumns<LegalEntityRow> = { id, name }
