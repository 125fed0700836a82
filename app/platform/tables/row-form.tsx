import { useTimeZone } from '~/platform/page/use-site'
import { showIban, showYearDay } from '~/platform/values/show'
import { Description } from '~/ui/description/description'
import { VersionsTable } from '~/ui/editing/conflict-versions'
import { InlineInput } from '~/ui/editing/inline-fields'
import { ChoiceInput, DateInput, DecimalInput, MANY } from '~/ui/enhanced/controls'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions, FormGroup } from '~/ui/form/form'
import { Checkbox, SelectInput, TextArea, TextInput } from '~/ui/form/inputs'
import { ErrorBanner } from '~/ui/message/message'
import { CloseLink, Link } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import { isEntered, type RowVersions, type TableColumn, type TableRow, textOf } from './table-column'
import {
  conflictChoices,
  lastShownVersion,
  overVersion,
  shownValue,
  versionsIn,
  withoutFields,
} from './table-columns'

const MAX_LENGTH = 300

/** The fields of a row's form, under the headings of their groups; values that cannot be changed have no field. */
export function RowFields({ columns, row }: { columns: readonly TableColumn[]; row: TableRow | null }) {
  const entered = columns.filter((column) => isEntered(column, row))
  const groups = [...new Set(entered.map(({ group }) => group))]
  return groups.map((group) => {
    const fields = entered
      .filter((column) => column.group === group)
      .map((column) => <RowField key={column.id} column={column} value={writtenValue(column, row)} />)
    return group === undefined ? (
      fields
    ) : (
      <FormGroup key={group} title={group}>
        {fields}
      </FormGroup>
    )
  })
}

/** The initial value of a row's field. */
function writtenValue({ id, kind, grouped }: TableColumn, row: TableRow | null): string {
  const text = textOf(row?.[id])
  if (kind === 'yearDay') return showYearDay(text)
  return grouped ? showIban(text) : text
}

/** The options, with the row's own value even if it is no longer available. */
function choicesOf({ options = [] }: TableColumn, value: string) {
  const isListed = value === '' || options.some((option) => option.value === value)
  return isListed ? [...options] : [...options, { value, label: value }]
}

function RowField({ column, value }: { column: TableColumn; value: string }) {
  const { id, label, kind, required, hint, lines, longest = MAX_LENGTH } = column
  const field = { name: id, label, hint, required, defaultValue: value }
  switch (kind) {
    case 'boolean':
      return <Checkbox name={id} label={label} defaultChecked={value === 'true'} />
    case 'day':
      return <DateInput {...field} />
    case 'choice': {
      const options = choicesOf(column, value)
      return column.search !== undefined || options.length > MANY ? (
        <ChoiceInput {...field} options={options} search={column.search} />
      ) : (
        <SelectInput {...field} options={options} />
      )
    }
    case 'decimal':
    case 'integer':
      return <DecimalInput {...field} />
    case 'instant':
    case 'text':
    case 'yearDay':
      return lines === undefined ? (
        <TextInput {...field} maxLength={longest} />
      ) : (
        <TextArea {...field} rows={lines} maxLength={longest} />
      )
  }
}

interface RowFormProps {
  columns: readonly TableColumn[]
  /** The row as it is stored; null for a new one. */
  row: TableRow | null
  /** Whether the change waits for approval, so that the user may give a reason. */
  waits: boolean
  idempotencyKey: string
  closeHref: string
  /** Users who may add rows can add a row again after another user deleted it. */
  mayAdd: boolean
  refused?: Refused
}

/** The form of one row, new or stored; with its versions if another user changed it in the meantime. */
export function RowForm({ columns, row, waits, idempotencyKey, closeHref, mayAdd, refused }: RowFormProps) {
  const timeZone = useTimeZone()
  const versions = versionsIn(refused)
  const shown = refused && versions ? withoutFields(refused) : refused
  const stays = columns.filter((column) => row !== null && !isEntered(column, row))
  const isGone = versions !== null && versions.stored === null
  const [mine, theirs] = versions ? conflictChoices(versions) : [row ? 'Save' : 'Add', 'Cancel']
  return (
    <Form idempotencyKey={idempotencyKey} refusal={shown?.refusal} typed={shown?.typed}>
      {row && <input type="hidden" name="seen" value={lastShownVersion(refused) ?? JSON.stringify(row)} />}
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

/** The reason, for the user who approves or refuses the change. */
export function ReasonField() {
  return (
    <TextArea
      name="reason"
      label="Reason (optional)"
      hint="Shown to the person who decides."
      maxLength={1000}
    />
  )
}

const CONTROLS = {
  text: 'text',
  choice: 'choice',
  decimal: 'decimal',
  integer: 'decimal',
  day: 'day',
  yearDay: 'text',
  instant: 'text',
  boolean: 'boolean',
} as const

interface InlineCellProps {
  column: TableColumn
  row: TableRow
  /** The first field of the row takes focus. */
  first: boolean
}

/** The field of a cell in a row that is edited in place. */
export function InlineCell({ column, row, first }: InlineCellProps) {
  const value = writtenValue(column, row)
  return (
    <InlineInput
      name={column.id}
      label={column.label}
      kind={CONTROLS[column.kind]}
      value={value}
      options={choicesOf(column, value)}
      search={column.search}
      required={column.required}
      maxLength={column.longest}
      first={first}
    />
  )
}

interface InlineRefusalProps {
  columns: readonly TableColumn[]
  refused: Refused
  idempotencyKey: string
  mayAdd: boolean
  cancelHref: string
}

/**
 * Above the grid when a row was refused for a reason that no field can show: if another user changed or deleted it in
 * the meantime, its versions with the typed values, and the two choices.
 */
export function InlineRefusal({ columns, refused, idempotencyKey, mayAdd, cancelHref }: InlineRefusalProps) {
  const { refusal } = refused
  const versions = versionsIn(refused)
  if (!versions)
    return Object.keys(refusal.fields ?? {}).length > 0 ? null : (
      <PageSection>
        <ErrorBanner title={refusal.title} text={refusal.message} list={refusal.list} />
      </PageSection>
    )
  const isGone = versions.stored === null
  const [mine, theirs] = conflictChoices(versions)
  const { idempotencyKey: _key, seen: _seen, over: _over, ...typed } = refused.typed
  return (
    <PageSection>
      <Form idempotencyKey={idempotencyKey} refusal={withoutFields(refused).refusal}>
        {Object.entries(typed).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <RowVersionsTable columns={columns} versions={versions} />
        <FormActions>
          <SubmitButton
            name="over"
            value={overVersion(versions)}
            off={isGone && !mayAdd ? 'You may not add rows.' : null}
          >
            {mine}
          </SubmitButton>
          <Link to={cancelHref} replace preventScrollReset>
            {theirs}
          </Link>
        </FormActions>
      </Form>
    </PageSection>
  )
}

/** A row that another user changed or deleted in the meantime, field by field. */
export function RowVersionsTable({
  columns,
  versions: { opened, stored, yours, words = {} },
}: {
  columns: readonly TableColumn[]
  versions: RowVersions
}) {
  const timeZone = useTimeZone()
  return (
    <VersionsTable
      fields={columns
        .filter(({ readOnly }) => !readOnly)
        .map((column) => (words[column.id] ? { ...column, options: words[column.id] } : column))
        .map((column) => ({
          label: column.label,
          opened: shownValue(column, opened[column.id], timeZone),
          stored: stored && shownValue(column, stored[column.id], timeZone),
          yours: yours && shownValue(column, yours[column.id], timeZone),
        }))}
    />
  )
}
