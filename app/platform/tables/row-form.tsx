import { useTimeZone } from '~/platform/page/use-site'
import { Description } from '~/ui/description/description'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import type { Refused } from '~/ui/form/refusal'
import { CloseLink } from '~/ui/open-close/close-link'
import { overVersion, RowVersionsTable, seenIn, versionsIn, waysOn, withoutFields } from './row-conflict-view'
import { isEntered, RowFields } from './row-fields'
import { type TableColumn, type TableRow, textOf } from './table-column'
import { shownValue } from './table-columns'

interface RowFormProps {
  columns: readonly TableColumn[]
  /** The row as it is stored; null for a new one. */
  row: TableRow | null
  /** Does the change wait for somebody, who may be told why? */
  waits: boolean
  idempotencyKey: string
  closeHref: string
  /** A row that somebody deleted may be added again by those who may add. */
  mayAdd: boolean
  refused?: Refused
}

/** The form of one row, new or stored; with its versions when somebody changed it meanwhile. */
export function RowForm({ columns, row, waits, idempotencyKey, closeHref, mayAdd, refused }: RowFormProps) {
  const timeZone = useTimeZone()
  const versions = versionsIn(refused)
  const shown = refused && versions ? withoutFields(refused) : refused
  const stays = columns.filter((column) => row !== null && !isEntered(column, row))
  const isGone = versions !== null && versions.stored === null
  const [mine, theirs] = versions ? waysOn(versions) : [row ? 'Save' : 'Add', 'Cancel']
  return (
    <Form idempotencyKey={idempotencyKey} refusal={shown?.refusal} typed={shown?.typed}>
      {row && <input type="hidden" name="seen" value={seenIn(refused) ?? JSON.stringify(row)} />}
      {stays.map(({ id }) => (
        <input key={id} type="hidden" name={id} value={textOf(row?.[id])} />
      ))}
      {versions && <RowVersionsTable columns={columns} versions={versions} />}
      {stays.length > 0 && (
        <Description
          items={stays.map((column) => ({
            term: column.label,
            value: shownValue(column, row?.[column.id], timeZone),
          }))}
        />
      )}
      <RowFields columns={columns} row={row} />
      {waits && <ReasonField />}
      <FormActions>
        <SubmitButton
          {...(versions && { name: 'over', value: overVersion(versions) })}
          off={isGone && !mayAdd ? 'You may not add rows.' : null}
        >
          {mine}
        </SubmitButton>
        <CloseLink to={closeHref}>{theirs}</CloseLink>
      </FormActions>
    </Form>
  )
}

/** Why, for whoever approves or refuses the change. */
export function ReasonField() {
  return (
    <TextArea name="reason" label="Reason (if you wish)" hint="Whoever decides reads it." maxLength={1000} />
  )
}
