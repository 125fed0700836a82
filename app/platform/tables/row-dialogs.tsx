import { useActionData, useLoaderData } from '@remix-run/react'
import { useTimeZone } from '~/platform/page/use-site'
import { Description } from '~/ui/description/description'
import { Dialog } from '~/ui/dialog/dialog'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { CloseLink, OpenLink } from '~/ui/open-close/close-link'
import { ReasonField, RowForm, RowVersionsTable } from './row-form'
import type { TableColumn, TableRow } from './table-column'
import { lastShownVersion, overVersion, shownValue, versionsIn, withoutFields } from './table-columns'

interface RowDeletionProps {
  columns: readonly TableColumn[]
  row: TableRow
  /** Whether the deletion waits for approval, so that the user may give a reason. */
  waits: boolean
  idempotencyKey: string
  closeHref: string
  refused?: Refused
}

/** Asks before a row is deleted, and shows it; with its versions if another user changed it in the meantime. */
function RowDeletion({ columns, row, waits, idempotencyKey, closeHref, refused }: RowDeletionProps) {
  const timeZone = useTimeZone()
  const versions = versionsIn(refused)
  return (
    <Form
      idempotencyKey={idempotencyKey}
      refusal={refused && (versions ? withoutFields(refused) : refused).refusal}
      typed={refused?.typed}
    >
      <input type="hidden" name="seen" value={lastShownVersion(refused) ?? JSON.stringify(row)} />
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
        <CloseLink className="button" to={closeHref}>
          Keep it
        </CloseLink>
      </FormActions>
    </Form>
  )
}

interface DialogOfTable {
  /** The singular, such as "exchange rate". */
  one: string
  columns: readonly TableColumn[]
  /** Whether changes wait for approval, so that the user may give a reason. */
  waits: boolean
  idempotencyKey: string
  /** Address of the list below. */
  closeHref: string
  refused?: Refused
}

type Shown =
  | ({ popup: 'add' } & DialogOfTable)
  | ({ popup: 'update' } & StoredDialog)
  | ({ popup: 'delete' } & DialogOfRow)

/** The popup of a row of an editable table: the form of a new or stored row, or the question before its deletion. */
export function RowPopup() {
  const shown = useLoaderData() as Shown
  const refused = useActionData<Refused>()
  if (shown.popup === 'add') return <NewRowDialog {...shown} refused={refused} />
  if (shown.popup === 'delete') return <RowDeletionDialog {...shown} refused={refused} />
  return <RowDialog {...shown} refused={refused} />
}

/** Popup with the form of a new row. */
function NewRowDialog({ one, ...form }: DialogOfTable) {
  return (
    <Dialog title={`New ${one}`} closeHref={form.closeHref}>
      <RowForm {...form} row={null} mayAdd />
    </Dialog>
  )
}

interface DialogOfRow extends DialogOfTable {
  row: TableRow | null
  /** Its name for users. */
  label: string
}

interface StoredDialog extends DialogOfRow {
  mayAdd: boolean
  mayDelete: boolean
}

/** Popup with the form of a stored row. */
function RowDialog(props: StoredDialog) {
  const { one, label, mayDelete, ...form } = props
  const { closeHref, refused } = form
  const opened = versionsIn(refused)?.opened
  const row = form.row ?? (opened ? { ...opened, key: '' } : null)
  if (row === null)
    return <NoRow one={one} closeHref={closeHref} why="It was deleted, or the address is wrong." />
  return (
    <Dialog title={`Edit ${one} ${label}`} closeHref={closeHref}>
      <RowForm {...form} row={row} />
      {mayDelete && form.row && !opened && (
        <p>
          <OpenLink to={`${closeHref}/rows/${encodeURIComponent(row.key)}/delete`} replace>
            Delete this {one}
          </OpenLink>
        </p>
      )}
    </Dialog>
  )
}

/** Popup that asks before a row is deleted. */
function RowDeletionDialog({ one, label, row, ...form }: DialogOfRow) {
  const { closeHref } = form
  if (row === null)
    return <NoRow one={one} closeHref={closeHref} why="It is deleted already, or the address is wrong." />
  return (
    <Dialog title={`Delete ${one} ${label}?`} closeHref={closeHref}>
      <RowDeletion {...form} row={row} />
    </Dialog>
  )
}

function NoRow({ one, closeHref, why }: { one: string; closeHref: string; why: string }) {
  return (
    <Dialog title={`No such ${one}`} closeHref={closeHref}>
      <p>{why}</p>
      <CloseLink to={closeHref}>Back to the list</CloseLink>
    </Dialog>
  )
}
