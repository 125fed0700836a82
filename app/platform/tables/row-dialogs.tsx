import { Dialog } from '~/ui/dialog/dialog'
import type { Refused } from '~/ui/form/refusal'
import { CloseLink } from '~/ui/open-close/close-link'
import { OpenLink } from '~/ui/open-close/open-link'
import { versionsIn } from './row-conflict-view'
import { RowDeletion } from './row-deletion'
import { RowForm } from './row-form'
import type { TableColumn, TableRow } from './table-column'

interface DialogOfTable {
  /** What a row is. */
  one: string
  columns: readonly TableColumn[]
  /** Do changes wait for somebody, who may be told why? */
  waits: boolean
  idempotencyKey: string
  /** Address of the list below. */
  closeHref: string
  refused?: Refused
}

/** Popup with the form of a new row. */
export function NewRowDialog({ one, ...form }: DialogOfTable) {
  return (
    <Dialog title={`New ${one}`} closeHref={form.closeHref}>
      <RowForm {...form} row={null} mayAdd />
    </Dialog>
  )
}

interface DialogOfRow extends DialogOfTable {
  row: TableRow | null
  /** How people name it. */
  label: string
}

/** Popup with the form of a stored row. */
export function RowDialog(props: DialogOfRow & { mayAdd: boolean; mayDelete: boolean }) {
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
export function RowDeletionDialog({ one, label, row, ...form }: DialogOfRow) {
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
