import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Note, StatusLine } from '~/ui/message/message'
import { PageSection } from '~/ui/page/page'
import {
  changeWords,
  type ImportReport,
  keyWords,
  type ReportedChange,
  type SheetReport,
  type Trial,
} from './report'

const count = (id: keyof SheetReport, label: string): GridColumn<SheetReport> => ({
  id,
  label,
  kind: 'number',
  render: (sheet) => sheet[id],
})

const SHEET_COLUMNS: GridColumn<SheetReport>[] = [
  { id: 'sheet', label: 'Sheet', kind: 'text', render: ({ sheet }) => sheet },
  count('rows', 'Rows'),
  count('inserted', 'New'),
  count('updated', 'Changed'),
  count('waiting', 'Pending second approval'),
  count('unchanged', 'Unchanged'),
]

const CHANGE_COLUMNS: GridColumn<ReportedChange>[] = [
  { id: 'sheet', label: 'Sheet', kind: 'text', width: 130, render: ({ sheet }) => sheet },
  { id: 'row', label: 'Row', kind: 'number', width: 60, render: ({ row }) => row },
  { id: 'key', label: 'Key', kind: 'text', width: 220, render: ({ key }) => keyWords(key) },
  {
    id: 'action',
    label: 'What',
    kind: 'text',
    width: 130,
    render: ({ action, waits }) => `${action === 'insert' ? 'new' : 'changed'}${waits ? ', pending' : ''}`,
  },
  {
    id: 'fields',
    label: 'Change',
    kind: 'text',
    wrap: true,
    render: changeWords,
  },
]

const SHOWN = 500

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
