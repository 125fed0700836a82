import type { RowColumn, RowColumns } from '~/domain/lists/row-match'
import type { LegalEntityRow } from '~/domain/lookups/legal-entity-list.server'

const id: RowColumn<LegalEntityRow> = { kind: 'number', value: (row) => String(row.id) }
const name: RowColumn<LegalEntityRow> = { kind: 'text', value: (row) => row.name }
const deadDate: RowColumn<LegalEntityRow> = { kind: 'day', value: (row) => row.deadDate }

/** How the calls filter and sort legal entities. */
export const ENTITY_COLUMNS: RowColumns<LegalEntityRow> = {
  id,
  name,
  kind: { kind: 'text', value: ({ kind }) => kind },
  jurisdiction: { kind: 'text', value: ({ jurisdiction }) => jurisdiction },
  vatNumber: { kind: 'text', value: ({ vatNumber }) => vatNumber },
  deadDate,
}

/** Those that are only named (specification, section 3: supplier or fund legal entity). */
export const NAMED_COLUMNS: RowColumns<LegalEntityRow> = { id, name, deadDate }
export const namedShape = ({ id, name, deadDate }: LegalEntityRow) => ({ id, name, deadDate })

/** Not-retired ones: name and id. */
export const LIVING_COLUMNS: RowColumns<LegalEntityRow> = { id, name }
export const livingShape = ({ id, name }: LegalEntityRow) => ({ id, name })
