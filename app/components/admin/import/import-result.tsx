import type { ImportReport, ReportedChange, SheetReport } from '~/domain/lookups/import/report'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Note, StatusLine } from '~/ui/message/message'
import { PageSection } from '~/ui/page/page'

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
  count('waiting', 'Waits for a second person'),
  count('unchanged', 'Unchanged'),
]

const CHANGE_COLUMNS: GridColumn<ReportedChange>[] = [
  { id: 'sheet', label: 'Sheet', kind: 'text', width: 130, render: ({ sheet }) => sheet },
  { id: 'row', label: 'Row', kind: 'number', width: 60, render: ({ row }) => row },
  { id: 'key', label: 'Key', kind: 'text', width: 220, render: ({ key }) => key },
  {
    id: 'action',
    label: 'What',
    kind: 'text',
    width: 130,
    render: ({ action, waits }) => `${action === 'insert' ? 'new' : 'changed'}${waits ? ', waits' : ''}`,
  },
  {
    id: 'fields',
    label: 'Change',
    kind: 'text',
    wrap: true,
    render: ({ action, fields }) =>
      fields
        .map(({ field, before, after }) =>
          action === 'insert'
            ? `${field}: ${after}`
            : `${field}: ${before || '(blank)'} → ${after || '(blank)'}`,
        )
        .join('; '),
  },
]

const SHOWN = 500

/** What an import did, or what it would do. */
export function ImportResult({ report }: { report: ImportReport }) {
  const { dryRun, file, sheets, changes, notes } = report
  const shown = changes.slice(0, SHOWN)
  return (
    <PageSection title={dryRun ? `Dry run of ${file}` : `Import of ${file}`}>
      <StatusLine>
        {dryRun
          ? `Nothing was stored. ${changes.length} changes would be made.`
          : `${changes.length} changes were stored.`}
      </StatusLine>
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
      <Grid
        title="Sheets"
        columns={SHEET_COLUMNS}
        rows={sheets}
        total={sheets.length}
        rowKey={({ sheet }) => sheet}
        empty="The workbook has none of the sheets of reference data."
      />
      <h3>Changes{changes.length > SHOWN && `, the first ${SHOWN} of ${changes.length}`}</h3>
      <Grid
        title="Changes"
        panel
        columns={CHANGE_COLUMNS}
        rows={shown}
        total={shown.length}
        rowKey={({ sheet, row, key }) => `${sheet} ${row} ${key}`}
        empty="Everything is as the workbook says already."
      />
    </PageSection>
  )
}
