import { useTimeZone } from '~/platform/page/use-site'
import { Description } from '~/ui/description/description'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import type { Refused } from '~/ui/form/refusal'
import { CloseLink } from '~/ui/open-close/close-link'
import { overVersion, RowVersionsTable, seenIn, versionsIn, withoutFields } from './row-conflict-view'
import { ReasonField } from './row-form'
import type { TableColumn, TableRow } from './table-column'
import { shownValue } from './table-columns'

interface RowDeletionProps {
  columns: readonly TableColumn[]
  row: TableRow
  /** Does the deletion wait for somebody, who may be told why? */
  waits: boolean
  idempotencyKey: string
  closeHref: string
  refused?: Refused
}

/** Asks before a row is deleted, and shows it; with its versions when somebody changed it meanwhile. */
export function RowDeletion({ columns, row, waits, idempotencyKey, closeHref, refused }: RowDeletionProps) {
  const timeZone = useTimeZone()
  const versions = versionsIn(refused)
  return (
    <Form
      idempotencyKey={idempotencyKey}
      refusal={refused && (versions ? withoutFields(refused) : refused).refusal}
      typed={refused?.typed}
    >
      <input type="hidden" name="seen" value={seenIn(refused) ?? JSON.stringify(row)} />
      {versions ? (
        <RowVersionsTable columns={columns} versions={versions} />
      ) : (
        <Description
          items={columns.map((column) => ({
            term: column.label,
            value: shownValue(column, row[column.id], timeZone),
          }))}
        />
      )}
      {waits && <ReasonField />}
      <FormActions>
        <SubmitButton
          look="danger"
          busyText="Deleting…"
          {...(versions && { name: 'over', value: overVersion(versions) })}
        >
          {versions ? 'Delete it as it is now' : 'Delete'}
        </SubmitButton>
        <CloseLink to={closeHref}>Keep it</CloseLink>
      </FormActions>
    </Form>
  )
}
