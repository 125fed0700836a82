import { DomainError } from '~/platform/values/domain-error'
import type { EditableTable } from './editable-table.server'

/** The refusal of a row that is not there. */
export function noSuchRow({ one, title }: EditableTable, errorTitle?: string): DomainError {
  return new DomainError(
    'not-found',
    `There is no such ${one}: it was deleted, or the address is wrong. Choose one from the list of ${title}.`,
    errorTitle ? { title: errorTitle } : {},
  )
}
