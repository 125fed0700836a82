import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions, useFormState } from '~/ui/form/form'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Note, StatusLine } from '~/ui/message/message'
import { Working } from '~/ui/message/working'
import { PageSection } from '~/ui/page/page'
import {
  changeText,
  type ImportReport,
  keyLabel,
  type ReportedChange,
  type SheetReport,
  type Trial,
} from './report'

const count = (id: keyof SheetReport, label: string): GridColumn<SheetReport> => ({
  id,
  header: label,
  meta: { kind: 'number' },
  cell: ({ row }) => row.original[id],
})

const SHEET_COLUMNS: GridColumn<SheetReport>[] = [
  {
    id: 'sheet',
    header: 'Sheet',
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.sheet,
  },
  count('rows', 'Rows'),
  count('inserted', 'New'),
  count('updated', 'Changed'),
  count('waiting', 'Pending second approval'),
  count('unchanged', 'Unchanged'),
]

const CHANGE_COLUMNS: GridColumn<ReportedChange>[] = [
  {
    id: 'sheet',
    header: 'Sheet',
    size: 130,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.sheet,
  },
  {
    id: 'row',
    header: 'Row',
    size: 60,
    meta: { kind: 'number' },
    cell: ({ row }) => row.original.row,
  },
  {
    id: 'key',
    header: 'Key',
    size: 220,
    meta: { kind: 'text' },
    cell: ({ row }) => keyLabel(row.original.key),
  },
  {
    id: 'action',
    header: 'What',
    size: 130,
    meta: { kind: 'text' },
    cell: ({ row }) =>
      `${row.original.action === 'insert' ? 'new' : 'changed'}${row.original.waits ? ', pending' : ''}`,
  },
  {
    id: 'fields',
    header: 'Change',
    meta: { kind: 'text', wrap: true },
    cell: ({ row }) => changeText(row.original),
  },
]

const SHOWN = 500

/** Inside a form of the import: shows that it is under way, without its progress. */
export function ImportWorking() {
  const { busy, data } = useFormState()
  if (!busy) return null
  return <Working step={data?.get('intent') === 'dry run' ? 'Reading the workbook…' : 'Importing…'} />
}

/** The dry run that may be imported as it was shown. */
type ShownTrial = Trial & { idempotencyKey: string }

/** The result of an import, or the expected result of a dry run. */
export function ImportResult({ report, trial }: { report: ImportReport; trial: ShownTrial | null }) {
  const { dryRun, file, sheets, changes, notes } = report
  const shown = changes.slice(0, SHOWN)
  const counted = changes.length === 1 ? '1 change' : `${changes.length} changes`
  return (
    <PageSection title={dryRun ? `Dry run of ${file}` : `Import of ${file}`}>
      <StatusLine>
        {dryRun ? `Nothing was saved. The import would make ${counted}.` : `${counted} saved.`}
      </StatusLine>
      {trial && (
        <Form multipart idempotencyKey={trial.idempotencyKey} prefix="trial">
          <ImportWorking />
          <input type="hidden" name="trial" value={trial.sha256} />
          <input type="hidden" name="plan" value={trial.plan} />
          <p className="field__hint">
            {file} is kept for one hour, only for you. You do not need to choose it again.
          </p>
          <FormActions>
            <SubmitButton name="intent" value="import trial" busyText="Importing…">
              Import these changes
            </SubmitButton>
          </FormActions>
        </Form>
      )}
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
      <Grid
        title="Sheets"
        columns={SHEET_COLUMNS}
        rows={sheets}
        total={sheets.length}
        rowKey={({ sheet }) => sheet}
        empty="The workbook has no reference data sheets."
      />
      <h3>Changes{changes.length > SHOWN && `, the first ${SHOWN} of ${changes.length}`}</h3>
      <Grid
        title="Changes"
        panel
        columns={CHANGE_COLUMNS}
        rows={shown}
        total={shown.length}
        rowKey={({ sheet, row, key }) => `${sheet} ${row} ${key}`}
        empty="No changes: the data matches the workbook."
      />
    </PageSection>
  )
}
